#include "pleuel/fem/inelastic_points.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/triangle.hpp"

namespace pleuel::fem {
namespace {

using material::StressState;

StressState stress_state(const PlaneSection& section) {
  return section.state == PlaneState::stress ? StressState::plane_stress : StressState::plane_strain;
}

}  // namespace

InelasticPoints::InelasticPoints(const ElasticBody& body, const DofSelection& frame,
                                 std::shared_ptr<const material::Material> law)
    : material_(std::move(law)), n_x_(material_->n_states()), n_stress_(material_->n_stress()) {
  if (body.is_beam())
    throw InvalidInput("inelastic strains: the body is a beam; they are for triangles, T3 or T6");
  const PlaneSection& section = body.plane_section();
  if (material_->state() != stress_state(section))
    throw InvalidInput("inelastic strains: the material is made for '" + name(material_->state()) +
                       "', the body is in '" + name(stress_state(section)) + "'; make it for the latter");
  const Matrix& D = material_->moduli();
  const Eigen::Matrix3d of_body = plane_moduli(section.material, section.state);
  shear_ = n_stress_ - 1;
  const int in_plane[3] = {0, 1, shear_};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (std::abs(D(in_plane[i], in_plane[j]) - of_body(i, j)) > 1e-12 * of_body(0, 0))
        throw InvalidInput("inelastic strains: the material's moduli are not those of the body");

  const Mesh& mesh = body.mesh();
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const Cell& element = mesh.elements[e];
    const auto dofs = body.element_dofs(e);
    ElementPlaces places{static_cast<int>(dofs.size()), {}};
    for (std::size_t k = 0; k < dofs.size(); ++k) places.dof[k] = frame.place(dofs[k]);
    elements_.push_back(places);
    element_tags_.push_back(mesh.element_tag(e));
    int number = 0;
    for (const auto& [xi, eta, weight] : stiffness_rule(element.type)) {
      const TriangleAt at(mesh, element, xi, eta);
      points_.push_back({e, number++, weight * at.determinant * section.thickness, at.gradient});
    }
  }

  std::vector<std::pair<int, int>> entries;
  for_each_dof([&](int p, int dof, int) {
    for (int c = 0; c < n_stress_; ++c) entries.emplace_back(dof, p * n_x_ + c);
  });
  coupling_ = FixedMatrix(frame.n_kept(), n_states(), entries);
  for (int p = 0; p < n_points(); ++p) {
    const ElementPlaces& places = elements_[points_[p].element];
    for (int k = 0; k < places.n_dofs; ++k) {
      if (places.dof[k] < 0) continue;
      const Eigen::VectorXd BtD = points_[p].weight * (D * strain_of(k, points_[p]));
      for (int c = 0; c < n_stress_; ++c)
        coupling_.value[coupling_.slot(places.dof[k], p * n_x_ + c)] += BtD[c];
    }
  }
}

/// The column of B of an element's k-th unknown.
Eigen::VectorXd InelasticPoints::strain_of(int k, const Point& point) const {
  Eigen::VectorXd strain = Eigen::VectorXd::Zero(n_stress_);
  const Eigen::Vector2d g = point.gradient.col(k / 2);
  strain[k % 2] = g[k % 2];
  strain[shear_] = g[1 - k % 2];
  return strain;
}

Vector InelasticPoints::start() const {
  Vector x(n_states());
  for (int p = 0; p < n_points(); ++p) material_->start(part(view(x), p * n_x_, n_x_));
  return x;
}

InelasticPoints::Workspace::Workspace(const InelasticPoints& points)
    : strain(points.n_points() * points.n_stress_),
      xdot(points.n_states()),
      by_strain(points.n_states() * points.n_stress_) {}

void InelasticPoints::strains(const ConstVec& q, Vector& out) const {
  out.setZero();
  for (int p = 0; p < n_points(); ++p) {
    const Point& point = points_[p];
    const ElementPlaces& places = elements_[point.element];
    double* const strain = out.data() + p * n_stress_;
    for (int node = 0; node < places.n_dofs / 2; ++node) {
      const double gx = point.gradient(0, node), gy = point.gradient(1, node);
      if (const int d = places.dof[2 * node]; d >= 0) {
        strain[0] += gx * q[d];
        strain[shear_] += gy * q[d];
      }
      if (const int d = places.dof[2 * node + 1]; d >= 0) {
        strain[1] += gy * q[d];
        strain[shear_] += gx * q[d];
      }
    }
  }
}

void InelasticPoints::require_small(const ConstVec& x) const {
  for (int p = 0; p < n_points(); ++p)
    for (int i = 0; i < n_stress_; ++i)
      if (const double strain = x[p * n_x_ + i]; std::abs(strain) > largest_strain) {
        throw LeftDomain("element " + std::to_string(element_tags_[points_[p].element]) + ", point " +
                         std::to_string(points_[p].number + 1) + ": the inelastic strain " +
                         material_->states()[i].name + " = " + number_text(strain) +
                         " is no longer small (limit " + number_text(largest_strain) +
                         "): the plastic flow runs away there");
      }
}

void InelasticPoints::rates(ConstVec q, ConstVec x, Vec xdot, Workspace& work) const {
  require_small(x);
  strains(q, work.strain);
  material_->rates({n_points(), work.strain.data(), x.data()}, xdot.data());
}

void InelasticPoints::derivatives(ConstVec q, ConstVec x, double* by_x, double* by_q, Workspace& work) const {
  strains(q, work.strain);
  material_->derivatives({n_points(), work.strain.data(), x.data()}, {work.by_strain.data(), by_x});
  for (int p = 0; p < n_points(); ++p) {
    const Point& point = points_[p];
    const ElementPlaces& places = elements_[point.element];
    const double* const block = work.by_strain.data() + p * n_x_ * n_stress_;
    for (int k = 0; k < places.n_dofs; ++k) {
      if (places.dof[k] < 0) continue;
      const double normal = point.gradient(k % 2, k / 2), shear = point.gradient(1 - k % 2, k / 2);
      const double* const by_normal = block + (k % 2) * n_x_;
      const double* const by_shear = block + shear_ * n_x_;
      for (int i = 0; i < n_x_; ++i) *by_q++ = normal * by_normal[i] + shear * by_shear[i];
    }
  }
}

double InelasticPoints::energy(ConstVec q, ConstVec x, Workspace& work) const {
  strains(q, work.strain);
  const Matrix& D = material_->moduli();
  double sum = 0;
  for (int p = 0; p < n_points(); ++p) {
    const double* const strain = work.strain.data() + p * n_stress_;
    const double* const w = x.data() + p * n_x_;
    double density = 0;
    for (int j = 0; j < n_stress_; ++j)
      for (int i = 0; i < n_stress_; ++i) density += (0.5 * w[i] - strain[i]) * D(i, j) * w[j];
    sum += points_[p].weight * density;
  }
  return sum;
}

double InelasticPoints::dissipated(ConstVec q, ConstVec x, Workspace& work) const {
  // Also evaluated between steps, where a strain may slightly exceed its limit.
  strains(q, work.strain);
  material_->rates({n_points(), work.strain.data(), x.data()}, work.xdot.data());
  const Matrix& D = material_->moduli();
  double sum = 0;
  for (int p = 0; p < n_points(); ++p) {
    const double* const strain = work.strain.data() + p * n_stress_;
    const double* const w = x.data() + p * n_x_;
    const double* const wdot = work.xdot.data() + p * n_x_;
    double density = 0;
    for (int j = 0; j < n_stress_; ++j)
      for (int i = 0; i < n_stress_; ++i) density += wdot[i] * D(i, j) * (strain[j] - w[j]);
    sum += points_[p].weight * density;
  }
  return sum;
}

Matrix InelasticPoints::stress(ConstVec q, ConstVec x) const {
  Vector strain(n_points() * n_stress_);
  strains(q, strain);
  Matrix elastic = Eigen::Map<const Matrix>(strain.data(), n_stress_, n_points());
  for (int p = 0; p < n_points(); ++p) elastic.col(p) -= x.segment(p * n_x_, n_stress_);
  return material_->moduli() * elastic;
}

}  // namespace pleuel::fem
