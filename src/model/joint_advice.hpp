// Advice on redundant joints.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/model/built_description.hpp"

namespace pleuel {

/// Searches for weaker joints: a replacement that drops some constraints of a joint, so that G
/// loses rows but no rank. Every joint type without parameters is tried in place of the joints in
/// question, as well as removing them. Replacements that drop most rows come first, until no
/// redundant row is left or nothing helps. Joints to which others refer are not changed.
template <int D>
class JointAdvice {
 public:
  /// Larger models are not copied, and no advice is given.
  static constexpr int most_coordinates = 400;

  explicit JointAdvice(const BuiltDescription& description);

  /// "make the revolute joint 'C' cylindrical and remove the driver 'd'" at (t, q), with changes
  /// only to the named elements. Empty if none was found or the model is too large.
  std::string operator()(double t, ConstVec q, const std::vector<std::string>& elements) const;

 private:
  std::shared_ptr<const BuiltDescription> description_;
  std::set<std::string> fixed_;  // names of joints that others refer to
};

extern template class JointAdvice<2>;
extern template class JointAdvice<3>;

}  // namespace pleuel
