#include "pleuel/model/expression/node_dimension.hpp"

#include "pleuel/model/unit/unit.hpp"

namespace pleuel {

bool fits(const NodeDimension& given, const Dimension& expected) {
  if (!given.is_known() || expected == dimension::any) return true;
  const Dimension& d = given.dimension;
  if (!given.is_derived) return fits(d, expected);
  const bool is_angle = is_same_but_for_angle(d, dimension::none) && d.angle != 0;
  return is_same_but_for_angle(d, expected) && !(is_angle && expected.angle == 0);
}

std::string dimension_text(const NodeDimension& dimension) {
  if (!dimension.is_known()) return "a number without a unit";
  return dimension.dimension == dimension::none ? "a pure number" : "in " + unit_text(dimension.dimension);
}

}  // namespace pleuel
