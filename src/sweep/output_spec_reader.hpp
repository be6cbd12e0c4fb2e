// Reads the outputs of a study.
#pragma once

#include <string>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/sweep/study.hpp"

namespace pleuel::sweep {

/// Reads "outputs" and checks names, units and formulas against the case. Faults go to the reader.
class OutputSpecReader {
 public:
  /// `base` is the plan of a run with the fixed values; null if there is none.
  OutputSpecReader(ValueReader& reader, const RunPlan* base) : reader_(reader), base_(base) {}

  /// The blocks of the study are known.
  void read(const SourceLocation& place, Study& study);

 private:
  bool read_one(const SourceLocation& place, OutputSpec& spec, const Study& study);
  bool read_watched(const SourceLocation& place, const std::string& kind, OutputSpec& spec);
  bool read_event(const SourceLocation& place, OutputSpec& spec);
  bool read_formula(const SourceLocation& place, OutputSpec& spec, const Study& study);
  bool find_quantity(const SourceLocation& place, OutputSpec& spec);
  bool is_free_name(const SourceLocation& place, const std::string& name, const Study& study);

  ValueReader& reader_;
  const RunPlan* base_;
};

}  // namespace pleuel::sweep
