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

/// The description and the elastic bodies built from it, the stage between the reader and the
/// system. Keys are body numbers and marker numbers.
struct BuiltDescription : ModelDescription {
  std::map<int, std::shared_ptr<const BuiltBody>> flexible_bodies = {};
  /// How markers follow the deformation. A marker whose nodes are all fixed by the frame is not
  /// among them: it is a rigid point of the frame, at its `position`.
  std::map<int, FlexibleMarker> flexible_markers = {};
  /// Markers at one node of a solid; elements that need their axes are refused.
  std::set<int> markers_without_rotation = {};

  /// Null if the body is rigid.
  const BuiltBody* flexible_body(std::size_t body) const {
    const auto found = flexible_bodies.find(static_cast<int>(body));
    return found == flexible_bodies.end() ? nullptr : found->second.get();
  }
};

/// Builds each elastic body once, by the steps of elastic_builder.hpp. What normal modes lose is a
/// remark. Throws InvalidInput that states all faults of all bodies, each with its place.
BuiltDescription build_bodies(ModelDescription description);

/// The same, but adds the faults to `faults`. Bodies with faults are not built.
BuiltDescription build_bodies(ModelDescription description, Diagnostics& faults);

}  // namespace pleuel
