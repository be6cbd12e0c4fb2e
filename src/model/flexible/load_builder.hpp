// Builds loads and prescribed displacements of an elastic body from data.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/linear_conditions.hpp"
#include "pleuel/model/flexible/body_loads.hpp"
#include "pleuel/model/flexible/elastic_shape.hpp"

namespace pleuel {

/// Throws InvalidInput if the body has no such sides or elements.
void check_load(const fem::ElasticBody& body, const LoadChoice& choice);
/// One item per component that is not zero.
std::vector<BodyLoad> make_loads(const ElasticShape& shape, const std::vector<LoadChoice>& choices);
/// What a reduced body misses of its static responses to these loads (fem::truncation_error); empty
/// if that is less than a thousandth of each.
std::string load_remark(const ElasticShape& shape, const fem::LinearConditions& rigid_sets,
                        const std::vector<LoadChoice>& choices);

/// ū(t) of one unknown of a body.
struct MovedUnknown {
  int dof = 0;
  Expression value;    ///< of t
  Expression formula;  ///< of t and the place
  std::string set = {}, place = {};
};
/// In ascending order. Throws InvalidInput for sets and unknowns that the body does not have, and
/// for those given twice.
std::vector<MovedUnknown> moved_unknowns(const fem::NodalBody& body,
                                         const std::vector<DisplacementChoice>& choices);
/// q_i = ū_i(t), without its right side. Throws InvalidInput if the frame fixes one of them.
fem::LinearConditions moved_conditions(const fem::NodalBody& body, const fem::DofSelection& frame,
                                       const std::vector<MovedUnknown>& moved);

}  // namespace pleuel
