#include "pleuel/fem/static_stress.hpp"

#include <Eigen/Geometry>

#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/geometric_stiffness.hpp"
#include "pleuel/fem/quadrature.hpp"
#include "pleuel/fem/reduction.hpp"
#include "pleuel/fem/spatial_beam.hpp"

namespace pleuel::fem {
namespace {

constexpr int n_force_points = 4;  // N is quadratic, w' too

BeamSection with_axial_part(BeamSection section) {
  section.axial = AxialPart::included;
  return section;
}

/// N of an element at z = s/L: its mean, and the course that the force per length p at both ends
/// causes, N' = −p·t.
struct AxialForce {
  double constant, first, second;

  /// `p_start` and `p_end` are p·t times the length.
  AxialForce(double mean, double p_start, double p_end) : first(-p_start), second(-0.5 * (p_end - p_start)) {
    constant = mean - first / 2 - second / 3;
  }
  double operator()(double z) const { return constant + z * (first + z * second); }
};

}  // namespace

StaticStress::Stretching::Stretching(const ElasticBody& stiff, const DofSelection& held, bool is_mean)
    : body(stiff.mesh(), with_axial_part(stiff.beam_section())), frame(body.n_dofs(), [&] {
        std::vector<int> fixed;
        for (int node = 0; node < stiff.mesh().n_nodes(); ++node)
          for (const NodalDof which : stiff.nodal_dofs())
            if (held.place(*stiff.dof(node, which)) < 0) {
              if (fixed.empty()) fixed.push_back(*body.dof(node, NodalDof::x));
              fixed.push_back(*body.dof(node, which));
            }
        return fixed;
      }()) {
  if (is_mean) mean.emplace(body);
}

StaticStress::StaticStress(const ElasticBody& body, const DofSelection& frame, const MeanAxes* mean)
    : body_(body), frame_(frame), mean_(mean) {
  if (!body.is_beam() || body.is_spatial_beam() || body.beam_section().axial == AxialPart::included) return;
  stretching_.emplace(body, frame, mean != nullptr);
  if (mean != nullptr) mean_ = &*stretching_->mean;
}

void StaticStress::respond(std::vector<StaticLoad> loads) {
  loads_ = std::move(loads);
  const DofSelection& frame = stretching_ ? stretching_->frame : frame_;
  Matrix b(frame.n_kept(), n_loads());
  for (int k = 0; k < n_loads(); ++k) b.col(k) = frame.restrict(loads_[k].b);
  const Matrix kept = static_shapes(frame.restrict(loaded().stiffness()), b, mean_);
  q_.resize(loaded().n_dofs(), n_loads());
  for (int k = 0; k < n_loads(); ++k) q_.col(k) = frame.extend(kept.col(k));
  rigid_ = Matrix::Zero(6, n_loads());
  if (mean_ == nullptr) return;
  const Matrix rigid = mean_->inverse_mass * (mean_->R.transpose() * b);
  for (int i = 0; i < mean_->n_conditions(); ++i) rigid_.row(mean_->motions[i]) = rigid.row(i);
}

FixedMatrix StaticStress::stiffness(int load) const {
  if (!body_.is_beam()) return frame_.restrict(solid_geometric_stiffness(body_, q_.col(load)));
  return frame_.restrict(body_.is_spatial_beam() ? spatial_beam_matrix(load) : beam_matrix(load));
}

Eigen::Vector3d StaticStress::line_force(int load, int element, const Eigen::Vector3d& x) const {
  Eigen::Vector3d p = Eigen::Vector3d::Zero();
  if (loads_[load].line) p = loads_[load].line(element, x);
  if (mean_ == nullptr) return p;
  const double area = body_.is_spatial_beam() ? body_.spatial_beam_section().area : body_.beam_section().area;
  const Eigen::Matrix<double, 6, 1> rigid = rigid_.col(load);
  return p - body_.density() * area * (rigid.head<3>() + rigid.tail<3>().cross(x));
}

FixedMatrix StaticStress::beam_matrix(int load) const {
  const ElasticBody& beam = loaded();
  const auto columns = beam_columns(body_.beam_section());
  FixedMatrix K = body_.stiffness();
  K.set_zero();
  for (int e = 0; e < body_.mesh().n_elements(); ++e) {
    const Cell& cell = body_.mesh().elements[e];
    const BeamAt start(body_.mesh(), cell, beam.beam_section(), 0),
        end(body_.mesh(), cell, beam.beam_section(), 1);
    const auto loaded_dofs = beam.element_dofs(e), dofs = body_.element_dofs(e);
    double stretch = 0;
    for (std::size_t i = 0; i < loaded_dofs.size(); ++i)
      stretch += start.du[static_cast<int>(i)] * q_(loaded_dofs[i], load);
    const auto along = [&](const Eigen::Vector2d& x) {
      return start.length * line_force(load, e, {x[0], x[1], 0}).head<2>().dot(start.t);
    };
    const BeamSection& section = beam.beam_section();
    const AxialForce N(section.material.modulus * section.area * stretch, along(start.x), along(end.x));
    for (const auto& [place, weight] : gauss_rule(n_force_points)) {
      const BeamAt at(body_.mesh(), cell, body_.beam_section(), place);
      const double force = N(place) * weight * at.length;
      for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
          K.value[K.slot(dofs[i], dofs[j])] += force * at.dw[columns[i]] * at.dw[columns[j]];
    }
  }
  return K;
}

FixedMatrix StaticStress::spatial_beam_matrix(int load) const {
  const SpatialBeamSection& section = body_.spatial_beam_section();
  const auto columns = beam_columns(section);
  FixedMatrix K = body_.stiffness();
  K.set_zero();
  for (int e = 0; e < body_.mesh().n_elements(); ++e) {
    const auto dofs = body_.element_dofs(e);
    const SpatialBeamAt start(body_.mesh(), e, section, 0), end(body_.mesh(), e, section, 1);
    double stretch = 0;
    for (std::size_t i = 0; i < dofs.size(); ++i) stretch += start.strain(0, columns[i]) * q_(dofs[i], load);
    const auto along = [&](const Eigen::Vector3d& x) {
      return start.length * line_force(load, e, x).dot(start.axes.col(0));
    };
    const AxialForce N(section.material.modulus * section.area * stretch, along(start.x), along(end.x));
    for (const auto& [place, weight] : gauss_rule(n_force_points)) {
      const SpatialBeamAt at(body_.mesh(), e, section, place);
      const double force = N(place) * weight * at.length;
      for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
          K.value[K.slot(dofs[i], dofs[j])] +=
              force * at.slope.col(columns[i]).tail<2>().dot(at.slope.col(columns[j]).tail<2>());
    }
  }
  return K;
}

}  // namespace pleuel::fem
