#include "pleuel/fem/shape_integrals.hpp"

#include <stdexcept>

namespace pleuel::fem {
namespace {

Vector times(const FixedMatrix& A, const Vector& x) {
  Vector y = Vector::Zero(A.rows);
  A.multiply_add(1, x.data(), y.data());
  return y;
}

/// Adds the contribution of one point; `slot(i, j)` is the position of a pair of local unknowns in
/// M and B.
template <class Phi, class Number, class Slot>
void add_point(ShapeIntegrals<2>& s, double mass, const Eigen::Vector2d& x, const Phi& phi, Number number,
               Slot slot) {
  s.m += mass;
  s.S0 += mass * x;
  s.J0 += mass * x.squaredNorm();
  for (Eigen::Index j = 0; j < phi.cols(); ++j) {
    const int d = number(j);
    s.c1[d] += mass * phi(0, j);
    s.c2[d] += mass * phi(1, j);
    s.c12[d] += mass * (x[0] * phi(0, j) + x[1] * phi(1, j));
    s.c21[d] += mass * (x[0] * phi(1, j) - x[1] * phi(0, j));
    for (Eigen::Index i = 0; i < phi.cols(); ++i) {
      const int k = slot(i, j);
      s.M.value[k] += mass * (phi(0, i) * phi(0, j) + phi(1, i) * phi(1, j));
      s.B.value[k] += mass * (phi(0, i) * phi(1, j) - phi(1, i) * phi(0, j));
    }
  }
}

ShapeIntegrals<2> zero_integrals(const FixedMatrix& pattern) {
  ShapeIntegrals<2> s;
  s.c1 = s.c2 = s.c12 = s.c21 = Vector::Zero(pattern.rows);
  s.M = pattern;
  s.M.set_zero();
  s.B = s.M;
  return s;
}

}  // namespace

ShapeIntegrals<2> ShapeIntegrals<2>::restricted(const DofSelection& selection) const {
  return {m,
          S0,
          J0,
          selection.restrict(c1),
          selection.restrict(c2),
          selection.restrict(c12),
          selection.restrict(c21),
          selection.restrict(M),
          selection.restrict(B)};
}

ShapeIntegrals<2> ShapeIntegrals<2>::reduced(const Matrix& V) const {
  if (V.rows() != size())
    throw std::logic_error("ShapeIntegrals::reduced: V has another number of rows than q");
  return {m,
          S0,
          J0,
          V.transpose() * c1,
          V.transpose() * c2,
          V.transpose() * c12,
          V.transpose() * c21,
          full_matrix(projected(M, V)),
          full_matrix(projected(B, V))};
}

ShapeIntegrals<2> shape_integrals(const ElasticBody& body) {
  if (body.is_beam()) return summed_shape_integrals(body);
  const Vector t1 = body.translation(0), t2 = body.translation(1), rot = body.rotation(),
               dil = body.dilation();
  ShapeIntegrals<2> s;
  s.M = body.mass();
  s.c1 = times(s.M, t1);
  s.c2 = times(s.M, t2);
  s.c12 = times(s.M, dil);
  s.c21 = times(s.M, rot);
  s.m = s.c1.dot(t1);
  s.S0 << s.c1.dot(dil), s.c2.dot(dil);
  s.J0 = s.c21.dot(rot);
  // Entry (2i, 2j+1) of B is Ms(i, j), entry (2i+1, 2j) its negative; M has Ms at (2i, 2j) and
  // (2i+1, 2j+1).
  s.B = s.M;
  for (int j = 0; j < s.B.cols; ++j)
    for (int k = s.B.start[j]; k < s.B.start[j + 1]; ++k) {
      const int i = s.B.row[k];
      const bool is_upper = i % 2 == 0 && j % 2 == 1, is_lower = i % 2 == 1 && j % 2 == 0;
      s.B.value[k] = is_upper ? s.M.value[s.M.slot(i, j - 1)] : is_lower ? -s.M.value[s.M.slot(i - 1, j)] : 0;
    }
  return s;
}

ShapeIntegrals<2> shape_integrals(int n, const std::vector<ShapePoint>& points) {
  ShapeIntegrals<2> s = zero_integrals(full_matrix(Matrix::Zero(n, n)));
  for (const auto& p : points) {
    if (p.Phi.cols() != n) throw std::logic_error("shape_integrals: a point has another number of functions");
    add_point(
        s, p.mass, p.x, p.Phi, [](Eigen::Index j) { return static_cast<int>(j); },
        [n](Eigen::Index i, Eigen::Index j) { return static_cast<int>(i + j * n); });
  }
  return s;
}

ShapeIntegrals<2> summed_shape_integrals(const ElasticBody& body) {
  ShapeIntegrals<2> s = zero_integrals(body.mass());
  body.for_each_mass_point([&s](const MassPoint& p) {
    add_point(
        s, p.mass, p.x.head<2>(), p.Phi, [&p](Eigen::Index j) { return p.dofs[j]; },
        [&](Eigen::Index i, Eigen::Index j) { return s.M.slot(p.dofs[i], p.dofs[j]); });
  });
  return s;
}

FixedMatrix full_matrix(const Matrix& A) {
  const auto n_rows = static_cast<int>(A.rows()), n_cols = static_cast<int>(A.cols());
  std::vector<int> starts(n_cols + 1), rows(A.size());
  for (int j = 0; j <= n_cols; ++j) starts[j] = j * n_rows;
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = static_cast<int>(k) % n_rows;
  FixedMatrix result(n_rows, n_cols, std::move(starts), std::move(rows));
  std::copy_n(A.data(), A.size(), result.value.begin());
  return result;
}

Matrix projected(const FixedMatrix& A, const Matrix& V) {
  Matrix AV = Matrix::Zero(A.rows, V.cols());
  for (Eigen::Index j = 0; j < V.cols(); ++j) A.multiply_add(1, V.col(j).data(), AV.col(j).data());
  return V.transpose() * AV;
}

}  // namespace pleuel::fem
