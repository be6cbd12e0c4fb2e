// How a body's frame is tied to the body.
#pragma once

#include <string>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// A floating frame moves with its body; conditions on the deformation say how. Each of these fixes
/// unknowns at zero.
///
///   chord      u1 = u2 = 0 at node a, u2 = 0 at node b: the x axis runs through both nodes, which
///              must have the same x2
///   tangent    all unknowns of the nodes in a set: the frame is welded to them. One node of a
///              beam, two or more of triangles
///   supports   chosen displacements of the nodes of some sets: planes of symmetry, clamps
///   fixed      the unknowns named, for other choices
///
/// The fixed unknowns must hold every rigid motion of the body, otherwise it could be in q as well
/// as in the frame, and the mass matrix of both would be singular: InvalidInput names the motion
/// that is left free. Nodes that do not exist are named too.
DofSelection chord_frame(const ElasticBody& body, int a, int b);
DofSelection tangent_frame(const ElasticBody& body, const std::string& set);
struct Support {
  std::string set;
  std::vector<NodalDof> nodal_dofs;
};
DofSelection supported_frame(const ElasticBody& body, const std::vector<Support>& supports);
DofSelection fixed_frame(const ElasticBody& body, const std::vector<int>& dofs);

}  // namespace pleuel::fem
