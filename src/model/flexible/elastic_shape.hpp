// The finite elements of an elastic body of a model.
#pragma once

#include <memory>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel {

/// Nodal displacements from the deformations q of a model: those that the frame keeps, or V q if
/// modes are used.
struct ElasticShape {
  fem::ElasticBody body;
  fem::DofSelection frame;
  /// if the frame is one of mean axes: it keeps all unknowns
  std::shared_ptr<const fem::MeanAxes> mean_axes = nullptr;
  Matrix V = {};  ///< one mode per column; without columns: no modes

  int n_deformation() const { return V.cols() > 0 ? static_cast<int>(V.cols()) : frame.n_kept(); }
  /// All unknowns of the body, with zeros where the frame fixes them.
  Vector unknowns(const Vector& q) const { return frame.extend(V.cols() > 0 ? Vector(V * q) : q); }
};

}  // namespace pleuel
