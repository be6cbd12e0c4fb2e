// A description with its elastic bodies built.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "pleuel/model/description.hpp"
#include "pleuel/model/flexible/attachment_term.hpp"
#include "pleuel/model/flexible/built_body.hpp"

namespace pleuel {

class Diagnostics;

/// What the file says and what was built from it, between the reader and the system. Keys are
/// numbers of bodies and of markers.
struct BuiltDescription : ModelDescription {
  std::map<int, std::shared_ptr<const BuiltBody>> flexible_bodies = {};
  /// How markers move with the deformation. One whose nodes the frame fixes is none of them: it is
  /// a rigid point of the frame, and its `position` says where.
  std::map<int, FlexibleMarker> flexible_markers = {};
  /// One node of a solid each; whatever needs their axes is refused.
  std::set<int> markers_without_rotation = {};

  /// Null where the body is rigid.
  const BuiltBody* flexible_body(std::size_t body) const {
    const auto found = flexible_bodies.find(static_cast<int>(body));
    return found == flexible_bodies.end() ? nullptr : found->second.get();
  }
};

/// Builds each elastic body once, by the steps of elastic_builder.hpp. What normal modes lose is a
/// remark. Throws InvalidInput that states all faults of all bodies, each with its place.
BuiltDescription build_bodies(ModelDescription description);

/// The same with faults beside those that are known already. Bodies that have some are not built.
BuiltDescription build_bodies(ModelDescription description, Diagnostics& faults);

}  // namespace pleuel
