// Conditions that attach a floating frame to its body.
#pragma once

#include <string>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// A floating frame moves with its body; conditions on the deformation define how. Each of these
/// sets unknowns to zero.
///
///   chord      u1 = u2 = 0 at node a, u2 = 0 at node b: the x axis passes through both nodes,
///              which must have the same x2. In space also u3 = 0 at a and b, which must have the
///              same x3, and u3 = 0 at a third node c, which must not have the x2 of a: it stays in
///              a plane of constant x3 through the chord. Beams need no c: θ1 = 0 at a
///   tangent    all unknowns of the nodes in a set: the frame is welded to them; one node of a
///              beam, two or more of triangles, three or more of tetrahedra that are not in line
///   supports   chosen displacements of the nodes of some sets: planes of symmetry, clamps
///   fixed      the named unknowns, for other choices
///
/// The fixed unknowns must prevent every rigid motion of the body. Otherwise q and the frame could
/// both describe it, and the mass matrix would be singular; InvalidInput names the free motion.
/// Missing nodes are also named.
DofSelection chord_frame(const ElasticBody& body, int a, int b);
DofSelection chord_frame(const ElasticBody& body, int a, int b, int c);
DofSelection tangent_frame(const ElasticBody& body, const std::string& set);
struct Support {
  std::string set;
  std::vector<NodalDof> nodal_dofs;
};
DofSelection supported_frame(const ElasticBody& body, const std::vector<Support>& supports);
DofSelection fixed_frame(const ElasticBody& body, const std::vector<int>& dofs);

}  // namespace pleuel::fem
