// What to change in joints that repeat each other.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/model/built_description.hpp"

namespace pleuel {

/// Looks for weaker joints: a joint that gives up constraints of another one and keeps the rest, so
/// that G loses rows but no rank. Every joint type without parameters is tried in place of the
/// joints in question, and leaving them out; what gives up most rows comes first, until no row is
/// left that repeats others or nothing helps. Joints to which others refer stay as they are.
template <int D>
class JointAdvice {
 public:
  /// Of models with more coordinates no copy is kept, and no advice is given.
  static constexpr int most_coordinates = 400;

  explicit JointAdvice(const BuiltDescription& description);

  /// "make the revolute joint 'C' cylindrical and remove the driver 'd'" at (t, q), with changes to
  /// the elements named; empty where none was found, or where the model is too large to look.
  std::string operator()(double t, ConstVec q, const std::vector<std::string>& elements) const;

 private:
  std::shared_ptr<const BuiltDescription> description_;
  std::set<std::string> fixed_;  // names of joints that others refer to
};

extern template class JointAdvice<2>;
extern template class JointAdvice<3>;

}  // namespace pleuel
