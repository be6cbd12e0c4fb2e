// Reads the tables (curves) of a model file.
#pragma once

#include <optional>
#include <string>

#include "pleuel/model/element.hpp"
#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// What a table may contain.
struct CurveRule {
  std::string name;  ///< its key
  NumberRule x, y;
};

/// Reads a table: a list of pairs [x, y] with ascending x in SI, or with their own units, or an
/// object
///
///     {"units": ["mm", "kN"], "points": [[0, 0], [10, 2]], "beyond": "refuse"|"hold"|"continue"}
///
/// whose `units` apply to numbers without a unit. Beyond its ends a table is undefined, unless
/// `beyond` defines it. In files of version 1 it continues linearly, with a remark.
class CurveReader {
 public:
  explicit CurveReader(ValueReader& reader) : reader_(reader) {}

  std::optional<Curve> read(const SourceLocation& place, const CurveRule& rule);

 private:
  bool read_units(const SourceLocation& place, CurveRule& rule);
  std::optional<Curve> read_points(const SourceLocation& place, const CurveRule& rule);

  ValueReader& reader_;
};

}  // namespace pleuel
