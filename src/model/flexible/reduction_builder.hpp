// Replaces the unknowns of an elastic body by few shapes.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/flexible_body.hpp"
#include "pleuel/fem/spatial_body.hpp"
#include "pleuel/fem/static_response.hpp"
#include "pleuel/mechanics/reduction_report.hpp"
#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/model/flexible/flexible_marker.hpp"
#include "pleuel/model/flexible/reduction_choice.hpp"

namespace pleuel {

/// A body whose unknowns are to be replaced.
struct ReducibleBody {
  FixedMatrix mass;
  fem::StaticResponse response;
  /// Names of the markers, in the order in which they are reduced.
  std::vector<std::string> marker_names;
  Matrix given = {};  ///< shapes of the user, one per column
};

/// q = V p and what was lost.
struct Reduction {
  Matrix V;
  std::vector<Quantity> names;  ///< of p
  ReductionReport report;
};

/// The place of a marker among names; throws InvalidInput if it is not there.
std::size_t place_of(const MarkerName& name, const std::vector<std::string>& names);

/// D = Σ 2ζω (Mφ)(Mφ)ᵀ over the modes of a body of few shapes.
Matrix modal_damping(const ModalDamping& damping, const Matrix& K, const Matrix& M);

/// Replaces integrals, stiffness, damping and geometric stiffening by those of q = V p, and the
/// entries of the markers. Throws InvalidInput if shapes depend on each other or interfaces cannot
/// be held.
template <int D>
Reduction reduce(const ReductionChoice& choice, const ModalDamping& damping, const ReducibleBody& body,
                 fem::FlexibleBodyData<D>& data, std::vector<FlexibleMarker>& markers);

}  // namespace pleuel
