#include "pleuel/fem/inelastic_points.hpp"

#include <array>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {
namespace {

using material::StressState;

// Estimates for one point or element, for the decision about threads.
constexpr double operations_of_rates = 400, operations_of_derivatives = 1000, operations_of_forces = 200;
constexpr int most_rates = 256;  // n_states × n_stress of one point

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
  if (n_x_ * n_stress_ > most_rates)
    throw InvalidInput("inelastic strains: the material has " + std::to_string(n_x_) +
                       " internal variables; at most " + std::to_string(most_rates / n_stress_) +
                       " are allowed here");
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
    first_point_.push_back(n_points());
    element_tags_.push_back(mesh.element_tag(e));
    int number = 0;
    for (const auto& [xi, weight] : stiffness_rule<2>(element.type)) {
      const CellAt<2> at(mesh, element, xi);
      points_.push_back({e, number++, weight * at.determinant * section.thickness, at.gradient});
    }
  }

  first_point_.push_back(n_points());
  number_columns(frame.n_kept());

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

/// Numbers the columns of for_each_dof, and colours the elements.
void InelasticPoints::number_columns(int n_kept) {
  std::vector<int> start = {0}, touched;
  first_column_.reserve(points_.size());
  int column = 0;
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    for (int k = 0; k < elements_[e].n_dofs; ++k)
      if (elements_[e].dof[k] >= 0) touched.push_back(elements_[e].dof[k]);
    const int n_columns = static_cast<int>(touched.size()) - start.back();
    start.push_back(static_cast<int>(touched.size()));
    for (int p = first_point_[e]; p < first_point_[e + 1]; ++p, column += n_columns)
      first_column_.push_back(column);
  }
  colored_ = ColoredGroups(start, touched, n_kept);
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
    : strain(points.n_points() * points.n_stress_), xdot(points.n_states()) {}

/// ε at the points first … end − 1.
void InelasticPoints::strains(const ConstVec& q, int first, int end, Vector& out) const {
  std::fill(out.data() + first * n_stress_, out.data() + end * n_stress_, 0.0);
  for (int p = first; p < end; ++p) {
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

void InelasticPoints::require_small(const ConstVec& x, int first, int end) const {
  for (int p = first; p < end; ++p)
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
  for_each_range(n_points(), operations_of_rates, [&](int first, int end) {
    require_small(x, first, end);
    strains(q, first, end, work.strain);
    material_->rates({end - first, work.strain.data() + first * n_stress_, x.data() + first * n_x_},
                     xdot.data() + first * n_x_);
  });
}

void InelasticPoints::derivatives(ConstVec q, ConstVec x, double* by_x, double* by_q, Workspace& work,
                                  std::span<const int> slots) const {
  for_each_range(n_points(), operations_of_derivatives, [&](int first, int end) {
    strains(q, first, end, work.strain);
    std::array<double, most_rates> by_strain;  // of one point
    const std::size_t block = static_cast<std::size_t>(n_x_) * material_->n_active();
    for (int p = first; p < end; ++p) {
      const Point& point = points_[p];
      const ElementPlaces& places = elements_[point.element];
      material_->derivatives({1, work.strain.data() + p * n_stress_, x.data() + p * n_x_},
                             {by_strain.data(), by_x + p * block});
      for (int k = 0, column = first_column_[p]; k < places.n_dofs; ++k) {
        if (places.dof[k] < 0) continue;
        const double normal = point.gradient(k % 2, k / 2), shear = point.gradient(1 - k % 2, k / 2);
        const double* const by_normal = by_strain.data() + (k % 2) * n_x_;
        const double* const by_shear = by_strain.data() + shear_ * n_x_;
        double* const out = by_q + (slots.empty() ? column * n_x_ : slots[column]);
        for (int i = 0; i < n_x_; ++i) out[i] = normal * by_normal[i] + shear * by_shear[i];
        ++column;
      }
    }
  });
}

void InelasticPoints::add_forces(ConstVec x, Vec f) const {
  const Matrix& D = material_->moduli();
  double* const out = f.data();
  colored_.for_each(operations_of_forces, [&](int e) {
    const ElementPlaces& places = elements_[e];
    std::array<double, most_dofs> sum = {};
    for (int p = first_point_[e]; p < first_point_[e + 1]; ++p) {
      const Point& point = points_[p];
      const double* const w = x.data() + p * n_x_;
      const auto stress = [&](int i) {
        double component = 0;
        for (int j = 0; j < n_stress_; ++j) component += D(i, j) * w[j];
        return point.weight * component;
      };
      const double s1 = stress(0), s2 = stress(1), s12 = stress(shear_);
      for (int node = 0; node < places.n_dofs / 2; ++node) {
        const double gx = point.gradient(0, node), gy = point.gradient(1, node);
        sum[2 * node] += gx * s1 + gy * s12;
        sum[2 * node + 1] += gy * s2 + gx * s12;
      }
    }
    for (int k = 0; k < places.n_dofs; ++k)
      if (places.dof[k] >= 0) out[places.dof[k]] += sum[k];
  });
}

double InelasticPoints::energy(ConstVec q, ConstVec x, Workspace& work) const {
  strains(q, 0, n_points(), work.strain);
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
  strains(q, 0, n_points(), work.strain);
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
  strains(q, 0, n_points(), strain);
  Matrix elastic = Eigen::Map<const Matrix>(strain.data(), n_stress_, n_points());
  for (int p = 0; p < n_points(); ++p) elastic.col(p) -= x.segment(p * n_x_, n_stress_);
  return material_->moduli() * elastic;
}

}  // namespace pleuel::fem
