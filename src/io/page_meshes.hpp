// Elastic bodies of a page over time.
#pragma once

#include <string>
#include <vector>

#include "pleuel/io/page.hpp"
#include "pleuel/mechanics/drawing.hpp"

namespace pleuel {

/// Shapes of the meshes of a drawing, and displacements and fields at their nodes over time, as
/// viewer/src/run/scene/scene_data.ts reads them. Values are stored as shorts, each component of a
/// mesh in a unit of its own, and those at rounding level as zero: displacements beside the size of
/// bodies, fields beside the largest value of their unit in all bodies.
class PageMeshes {
 public:
  /// The drawing must outlive this object.
  explicit PageMeshes(const Drawing& drawing);

  /// Adds a time; reads t, q and s of the motion.
  void add(const Motion& motion);
  /// What one time takes on the page, before base64.
  double bytes_per_time() const;

  /// The constant parts: nodes, triangles and edges.
  void write_shapes(Page& page) const;
  /// The values so far, in elements whose ids begin with `prefix`. They are forgotten.
  void write_values(Page& page, const std::string& prefix = "");

 private:
  template <class Act>
  void for_components(Act act);
  void clear_rounding();

  const Drawing& drawing_;
  std::vector<std::vector<float>> values_;  // of each mesh, by time, component and node
  NodeValues at_nodes_;
};

}  // namespace pleuel
