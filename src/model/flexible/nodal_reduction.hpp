// Replaces the nodal unknowns of a body by few shapes.
#pragma once

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"
#include "pleuel/model/flexible/reduction_builder.hpp"

namespace pleuel {

/// A body with nodes in its frame.
struct FramedNodes {
  const fem::NodalBody& body;
  const fem::DofSelection& frame;
  const fem::MeanAxes* mean_axes = nullptr;  ///< null in other frames
  /// Directions of beams at nodes: rotations of given shapes are those of sections. Without them
  /// they are those of the material, ½ curl u.
  std::vector<Eigen::Vector3d> axes = {};
};

/// The directions of the axis at the nodes of beams, means over their elements.
std::vector<Eigen::Vector3d> axis_directions(const fem::Mesh& mesh);

/// If the dynamics ask for it: V, data, markers and names are those of the shapes then. Null
/// otherwise. Throws InvalidInput for shapes that move what the frame or a rigid set holds.
template <int D>
std::shared_ptr<const ReductionReport> reduce_nodes(const FramedNodes& nodes, const ElasticDynamics& dynamics,
                                                    fem::FlexibleBodyData<D>& data, BodyMarkers& markers,
                                                    Matrix& V, std::vector<Quantity>& names);

}  // namespace pleuel
