// Points of a sampling plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/sweep/counter_random.hpp"
#include "pleuel/sweep/sobol_sequence.hpp"
#include "pleuel/sweep/variation.hpp"

namespace pleuel::sweep {

enum class PlanKind { grid, list, latin_hypercube, sobol, random };

/// "grid", "list", "latin-hypercube", "sobol", "random", in the order of the enumeration.
const std::vector<std::string>& plan_names();

/// The points of one plan. Point i depends on the plan, the seed and i only.
///
///     grid              every combination of levels; the last name varies fastest
///     list              the levels of all names side by side
///     latin-hypercube   n points; each name has one point in each n-th of its probability
///                       [MBC79]
///     sobol             the first n points of a Sobol sequence with a random digital shift
///     random            n independent points
class DesignBlock {
 public:
  /// `n_points` is used by the last three kinds.
  DesignBlock(PlanKind kind, std::vector<Variation> variations, long n_points, std::uint64_t seed);

  PlanKind kind() const { return kind_; }
  const std::vector<Variation>& variations() const { return variations_; }
  long size() const { return size_; }
  std::uint64_t seed() const { return seed_; }
  bool is_random() const { return kind_ != PlanKind::grid && kind_ != PlanKind::list; }

  Level level(long point, std::size_t variation) const;
  /// The probability from which a value of the last three kinds was computed.
  double uniform(long point, std::size_t variation) const;
  /// Which of `n_groups` groups of equal probability a value belongs to: for main effects. Levels
  /// are groups of their own.
  std::size_t group(long point, std::size_t variation, std::size_t n_groups) const;

 private:
  std::size_t index(long point, std::size_t variation) const;

  PlanKind kind_;
  std::vector<Variation> variations_;
  long size_ = 1;
  std::uint64_t seed_;
  CounterRandom random_;
  std::optional<SobolSequence> sobol_;
  std::vector<std::vector<std::uint32_t>> strata_;  // of a Latin hypercube, by variation
};

}  // namespace pleuel::sweep
