#include "pleuel/fem/spatial_integrals.hpp"

#include <array>
#include <stdexcept>

namespace pleuel::fem {
namespace {

using Pairs = Eigen::Matrix<double, 9, Eigen::Dynamic>;

/// Adds one point; `number(j)` is a shape function's number, `slot(i, j)` the entry of a pair.
template <class Phi, class Number, class Slot>
void add_spatial_point(ShapeIntegrals<3>& s, Pairs& pairs, double mass, const Eigen::Vector3d& x,
                       const Phi& phi, Number number, Slot slot) {
  s.m += mass;
  s.S0 += mass * x;
  s.X += mass * x * x.transpose();
  for (Eigen::Index j = 0; j < phi.cols(); ++j) {
    const Eigen::Vector3d of_j = phi.col(j);
    s.C.col(number(j)) += mass * of_j;
    s.c.middleCols<3>(3 * number(j)) += mass * x * of_j.transpose();
    for (Eigen::Index i = 0; i < phi.cols(); ++i) {
      const Eigen::Matrix3d pair = mass * phi.col(i) * of_j.transpose();
      pairs.col(slot(i, j)) += Eigen::Map<const Eigen::Matrix<double, 9, 1>>(pair.data());
    }
  }
}

ShapeIntegrals<3> zero_spatial_integrals(int n) {
  ShapeIntegrals<3> s;
  s.C = Eigen::Matrix3Xd::Zero(3, n);
  s.c = Eigen::Matrix3Xd::Zero(3, 3 * n);
  return s;
}

}  // namespace

ShapeMoments ShapeIntegrals<3>::moments() const {
  ShapeMoments moments = mass.make_moments();
  moments.values() = c;
  return moments;
}

Matrix ShapeIntegrals<3>::inertia_loads() const {
  constexpr int n_loads = 12;
  const auto spin = [](int i) {
    Eigen::Matrix3d skew = Eigen::Matrix3d::Zero();
    skew((i + 2) % 3, (i + 1) % 3) = 1;
    skew((i + 1) % 3, (i + 2) % 3) = -1;
    return skew;
  };
  std::array<Eigen::Matrix3d, n_loads - 3> H;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    H[i] = spin(i);
    H[3 + i] = spin(i) * spin(i);
    H[6 + i] = spin(i) * spin(j) + spin(j) * spin(i);
  }
  Matrix loads(size(), n_loads);
  const ShapeMoments all = moments();
  for (int k = 0; k < size(); ++k) {
    loads.row(k).head<3>() = -C.col(k).transpose();
    const Eigen::Matrix3d moment = all[k];
    for (int l = 3; l < n_loads; ++l) loads(k, l) = -(H[l - 3] * moment).trace();
  }
  return loads;
}

ShapeIntegrals<3> ShapeIntegrals<3>::restricted(const DofSelection& selection) const {
  ShapeIntegrals kept = *this;
  kept.mass = mass.restricted(selection);
  kept.C.resize(3, selection.n_kept());
  const bool is_nodal = mass.is_nodal();
  if (!is_nodal) kept.c.resize(3, 3 * static_cast<Eigen::Index>(selection.n_kept()));
  for (int k = 0; k < selection.n_kept(); ++k) {
    kept.C.col(k) = C.col(selection.kept()[k]);
    if (!is_nodal) kept.c.middleCols<3>(3 * k) = c.middleCols<3>(3 * selection.kept()[k]);
  }
  return kept;
}

ShapeIntegrals<3> ShapeIntegrals<3>::reduced(const Matrix& V) const {
  if (V.rows() != size())
    throw std::logic_error("ShapeIntegrals::reduced: V has another number of rows than q");
  ShapeIntegrals small = *this;
  small.C = C * V;
  small.c.resize(3, 3 * V.cols());
  const ShapeMoments all = moments();
  for (Eigen::Index k = 0; k < V.cols(); ++k)
    small.c.middleCols<3>(3 * k) = all.combined(ConstVec(V.col(k).data(), V.rows()));
  small.mass = mass.reduced(V);
  return small;
}

ShapeIntegrals<3> spatial_integrals(const ElasticBody& body) {
  return body.is_beam() ? summed_spatial_integrals(body) : spatial_integrals(body.mesh(), body.nodal_mass());
}

ShapeIntegrals<3> spatial_integrals(const Mesh& mesh, const FixedMatrix& Ms) {
  ShapeIntegrals<3> s;
  s.mass = FieldMass(Ms);
  const int n = mesh.n_nodes(), n_dofs = 3 * n;
  Eigen::Matrix3Xd nodes(3, n), ones = Eigen::Matrix3Xd::Ones(3, n);
  for (int i = 0; i < n; ++i) nodes.col(i) = mesh.nodes[i];
  ShapeMoments moments = s.mass.make_moments();
  s.mass.nodal_moments(ones, moments);
  s.C = Eigen::Matrix3Xd::Zero(3, n_dofs);
  for (int k = 0; k < n_dofs; ++k) s.C(k % 3, k) = moments.values()(0, k / 3);
  s.m = moments.values().row(0).sum();
  s.mass.nodal_moments(nodes, moments);
  s.c = moments.values();
  s.S0 = s.c.rowwise().sum();
  s.X = s.c * nodes.transpose();
  s.X = (0.5 * (s.X + s.X.transpose())).eval();
  return s;
}

ShapeIntegrals<3> spatial_integrals(int n, const std::vector<SpatialShapePoint>& points) {
  ShapeIntegrals<3> s = zero_spatial_integrals(n);
  Pairs pairs = Pairs::Zero(9, static_cast<Eigen::Index>(n) * n);
  for (const auto& p : points) {
    if (p.Phi.cols() != n)
      throw std::logic_error("spatial_integrals: a point has another number of functions");
    add_spatial_point(
        s, pairs, p.mass, p.x, p.Phi, [](Eigen::Index j) { return j; },
        [n](Eigen::Index i, Eigen::Index j) { return i + j * n; });
  }
  s.mass = FieldMass(full_matrix(Matrix::Zero(n, n)), std::move(pairs));
  return s;
}

ShapeIntegrals<3> summed_spatial_integrals(const ElasticBody& body) {
  ShapeIntegrals<3> s = zero_spatial_integrals(body.n_dofs());
  const FixedMatrix& pattern = body.stiffness();
  Pairs pairs = Pairs::Zero(9, pattern.n_entries());
  body.for_each_mass_point([&](const MassPoint& p) {
    add_spatial_point(
        s, pairs, p.mass, p.x, p.Phi, [&p](Eigen::Index j) { return p.dofs[j]; },
        [&](Eigen::Index i, Eigen::Index j) { return pattern.slot(p.dofs[i], p.dofs[j]); });
  });
  s.mass = FieldMass(pattern, std::move(pairs));
  return s;
}

}  // namespace pleuel::fem
