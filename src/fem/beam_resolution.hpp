// Whether beam theory and the elements of a mesh suffice for a body of beams.
#pragma once

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// The mesh with each beam element halved; the new nodes come after the others.
Mesh halved_beams(const Mesh& mesh);

/// (ω − ω_h)/ω_h of the n lowest frequencies of a body of beams in its frame, where ω_h are those
/// of halved elements; fewer if the body has fewer unknowns. The error of ω is 16/15 of this in
/// bending and 4/3 in stretching, torsion and shear.
struct FrequencyErrors {
  Vector omega, relative;
};
FrequencyErrors beam_frequency_errors(const ElasticBody& body, const DofSelection& frame, int n);

/// The slenderness of a body of beams: L is the length of its longest chain of elements between
/// ends and branches.
struct Slenderness {
  double length = 0;     ///< L
  double thickness = 0;  ///< √(12 I/A) of the larger I, the height of a rectangle
  /// ½ (π/L)² EI/κGA: by how much shear lowers the lowest frequency of a beam of this length that
  /// is pinned at its ends; 0 if the elements shear.
  double neglected_shear = 0;
};
Slenderness slenderness(const ElasticBody& beam);

}  // namespace pleuel::fem
