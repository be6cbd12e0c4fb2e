// Reads what a study varies.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/run/catalogue.hpp"
#include "pleuel/sweep/study.hpp"

namespace pleuel::sweep {

/// Reads the blocks of "vary" and checks names and values against the case. Faults go to the
/// reader.
class VariationReader {
 public:
  /// `problem` may be null if it is not known.
  VariationReader(ValueReader& reader, const Catalogue& catalogue, const Problem* problem)
      : reader_(reader), catalogue_(catalogue), problem_(problem) {}

  /// A parameter or setting that has one value in all runs.
  void fixed_parameter(const SourceLocation& place, const std::string& name, Settings& parameters);
  void fixed_setting(const SourceLocation& place, const std::string& name, StudySettings& settings);
  std::vector<DesignBlock> blocks(const SourceLocation& list);

 private:
  std::optional<DesignBlock> block(const SourceLocation& place);
  std::vector<Variation> variations(const SourceLocation& place, PlanKind kind);
  std::optional<Variation> variation(const SourceLocation& place, const std::string& name, bool is_setting);
  bool read_levels(const SourceLocation& place, Variation& varied);
  bool read_range(const SourceLocation& place, Variation& varied);
  bool read_uniform(const SourceLocation& place, Variation& varied);
  bool read_normal(const SourceLocation& place, Variation& varied);
  /// Converts to the unit of `varied`, which the first quantity defines.
  std::optional<double> in_unit(const SourceLocation& place, Variation& varied, bool is_first);
  bool has_name(const SourceLocation& place, const std::string& name, bool is_setting);
  void check_values(const SourceLocation& place, const Variation& varied);
  void check_value(const SourceLocation& place, const Variation& varied, const Level& value);
  std::optional<std::string> text_of(const SourceLocation& place);

  ValueReader& reader_;
  const Catalogue& catalogue_;
  const Problem* problem_;
  std::set<std::string> taken_;  // names that have a value already
};

}  // namespace pleuel::sweep
