// The switching times of all formulas of a model.
#pragma once

#include <vector>

#include "pleuel/model/expression/switching_function.hpp"

namespace pleuel {

/// A list of formulas whose first input is the time. Immutable once filled; searches may run on
/// several threads.
class SwitchingTimes {
 public:
  /// A formula that never switches is not kept.
  void add(std::string label, const Expression& formula);

  /// No formula switches at times that can be told beforehand.
  bool is_empty() const { return functions_.empty(); }
  /// One sentence for each formula that jumps where the motion, not the time, says so.
  const std::vector<std::string>& remarks() const { return remarks_; }

  /// The first switching time of any formula in (begin, end], or how far there is none. See
  /// SwitchingFunction::search.
  SwitchSearch next(double begin, double end, double span) const;

 private:
  std::vector<SwitchingFunction> functions_;
  std::vector<std::string> remarks_;
};

}  // namespace pleuel
