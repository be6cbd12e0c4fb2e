// The geometric stiffness of a body under static loads.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// A static load on a body.
struct StaticLoad {
  Vector b;  ///< of all unknowns of StaticStress::loaded()
  /// Of beams: the part of b that is spread along element `e`, a force per length, linear in x;
  /// null: forces and moments at nodes only.
  std::function<Eigen::Vector3d(int e, const Eigen::Vector3d& x)> line = nullptr;
};

/// The geometric stiffness of the linear static response of a body in its frame to each of several
/// loads:
///
///     K_geo = ∫ Σ σ_ij (∂Φ/∂x_i)ᵀ ∂Φ/∂x_j      triangles, tetrahedra
///     K_geo = ∫ N w'w'ᵀ                         beams in the plane
///     K_geo = ∫ N (u_y'u_y'ᵀ + u_z'u_z'ᵀ)       beams in space
///
/// N of beams is exact: its mean over an element is that of the static response, and N' = −p·t for
/// a load p per length. In mean axes the loads are in balance with the inertia forces of the rigid
/// acceleration that they cause. A beam without axial part carries N nevertheless: it has the N of
/// the same beam with its axial part, which is fixed along its axis at the first node that the
/// frame fixes.
class StaticStress {
 public:
  /// `mean` is null in frames that fix unknowns. The arguments must outlive this object.
  StaticStress(const ElasticBody& body, const DofSelection& frame, const MeanAxes* mean);
  StaticStress(const StaticStress&) = delete;
  StaticStress& operator=(const StaticStress&) = delete;

  /// The body whose unknowns the loads belong to: with its axial part.
  const ElasticBody& loaded() const { return stretching_ ? stretching_->body : body_; }
  /// Solves for the responses to all loads, which replace the former ones.
  void respond(std::vector<StaticLoad> loads);
  int n_loads() const { return static_cast<int>(loads_.size()); }
  /// K_geo of a load, of the unknowns that the frame keeps. All have one pattern.
  FixedMatrix stiffness(int load) const;

 private:
  struct Stretching {
    ElasticBody body;
    DofSelection frame;
    std::optional<MeanAxes> mean;
    Stretching(const ElasticBody& stiff, const DofSelection& held, bool is_mean);
  };
  /// Force per length, with the inertia forces of the rigid acceleration in mean axes.
  Eigen::Vector3d line_force(int load, int element, const Eigen::Vector3d& x) const;
  FixedMatrix beam_matrix(int load) const;
  FixedMatrix spatial_beam_matrix(int load) const;

  const ElasticBody& body_;
  const DofSelection& frame_;
  const MeanAxes* mean_;
  std::optional<Stretching> stretching_;
  std::vector<StaticLoad> loads_;
  Matrix q_;      // responses of all unknowns of loaded(), one column each
  Matrix rigid_;  // rigid accelerations in mean axes: three translations and three rotations
};

}  // namespace pleuel::fem
