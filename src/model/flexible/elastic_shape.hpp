// The finite elements behind an elastic body of a model.
#pragma once

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel {

/// Displacements of all nodes from the deformations q of a model: those that the frame keeps, or V
/// times q where modes stand for them.
struct ElasticShape {
  fem::ElasticBody body;
  fem::DofSelection frame;
  Matrix V = {};  ///< a mode a column; without columns: none

  int n_deformation() const { return V.cols() > 0 ? static_cast<int>(V.cols()) : frame.n_kept(); }
  /// All unknowns of the body, zeros where the frame fixes them.
  Vector unknowns(const Vector& q) const { return frame.extend(V.cols() > 0 ? Vector(V * q) : q); }
};

}  // namespace pleuel
