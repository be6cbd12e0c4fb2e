#include "pleuel/fem/import/nodal_integrals.hpp"

#include <cmath>

namespace pleuel::fem {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

// of the largest entry of Ms: files have ten digits and more
constexpr double same_mass = 1e-9;

double entry_of(const FixedMatrix& A, std::optional<int> i, std::optional<int> j) {
  const int slot = i && j ? A.slot(*i, *j) : -1;
  return slot < 0 ? 0 : A.value[slot];
}

Vector mass_times(const FixedMatrix& M, const Vector& q) {
  Vector product = Vector::Zero(M.rows);
  M.multiply_add(1, q.data(), product.data());
  return product;
}

NodalDof along(int axis) { return static_cast<NodalDof>(axis); }
int axis_of(NodalDof which) { return static_cast<int>(which) % 3; }

/// Pairs of nodes with unknowns that M couples.
std::vector<std::pair<int, int>> coupled_nodes(const NodalBody& body) {
  std::vector<std::pair<int, int>> pairs;
  const FixedMatrix& M = body.mass();
  for (int j = 0; j < M.cols; ++j)
    for (int k = M.start[j]; k < M.start[j + 1]; ++k)
      pairs.emplace_back(body.unknowns()[static_cast<std::size_t>(M.row[k])].node,
                         body.unknowns()[static_cast<std::size_t>(j)].node);
  return pairs;
}

/// Integrals of pairs and moments that M does not contain, in space; bodies in the plane have z =
/// 0.
class Estimate {
 public:
  Estimate(const NodalBody& body, const NodalMass& mass) : body_(body), M_(body.mass()), Ms_(mass.Ms) {}

  /// ∫ρ φ_kφ_lᵀ.
  Matrix3d pair(int k, int l) const {
    const auto [i, a] = unknown(k);
    const auto [j, b] = unknown(l);
    const double m = entry_of(M_, k, l);
    Matrix3d P = Matrix3d::Zero();
    if (!is_rotation(a) && !is_rotation(b)) {
      if (a != b) {
        P(axis_of(a), axis_of(b)) = mean_mass(i, j, a, b);
        P.diagonal().head(body_.dimension()).setConstant(m / body_.dimension());
      } else {
        P(axis_of(a), axis_of(a)) = m;
      }
    } else if (is_rotation(a) != is_rotation(b)) {
      const bool is_first = is_rotation(b);  // the displacement
      const int node = is_first ? i : j, rotation = is_first ? l : k;
      Vector3d w = Vector3d::Zero();
      for (int c = 0; c < 3; ++c) w[c] = entry_of(M_, body_.dof(node, along(c)), rotation);
      const Vector3d e = Vector3d::Unit(axis_of(is_first ? a : b));
      P = is_first ? Matrix3d(e * w.transpose()) : Matrix3d(w * e.transpose());
    } else if (body_.dimension() == 2) {
      P.diagonal().head<2>().setConstant(0.5 * m);
    } else if (a == b) {
      P.diagonal().setConstant(0.5 * m);
      P(axis_of(a), axis_of(a)) = 0;
    } else {
      P.diagonal().setConstant(m / 3);
    }
    return P;
  }

  /// ∫ρ x φ_kᵀ, whose twist ∫ρ x × φ_k is known.
  Matrix3d moment(int k, const Vector3d& twist) const {
    const auto [i, a] = unknown(k);
    Matrix3d c = Matrix3d::Zero();
    if (!is_rotation(a)) {
      // The column of a: its part along a from the masses, the others from the twist.
      const int x = axis_of(a), y = (x + 1) % 3, z = (x + 2) % 3;
      for (int m = M_.start[k]; m < M_.start[k + 1]; ++m)
        if (unknown(M_.row[m]).which == a) c(x, x) += M_.value[m] * X(M_.row[m])[x];
      c(y, x) = -twist[z];
      c(z, x) = twist[y];
      // Of beams that are inclined to the axes, which also move across a.
      c(y, z) = 0.5 * twist[x];
      c(z, y) = -0.5 * twist[x];
      return c;
    }
    for (int m = M_.start[k]; m < M_.start[k + 1]; ++m)
      if (const auto which = unknown(M_.row[m]).which; !is_rotation(which))
        c.col(axis_of(which)) += M_.value[m] * X(M_.row[m]);
    c = (0.5 * (c + c.transpose())).eval();
    for (int axis = 0; axis < 3; ++axis) {
      c((axis + 1) % 3, (axis + 2) % 3) += 0.5 * twist[axis];
      c((axis + 2) % 3, (axis + 1) % 3) -= 0.5 * twist[axis];
    }
    return c;
  }

  /// The pattern of M and of all pairs of displacements of coupled nodes.
  FixedMatrix pattern() const {
    std::vector<std::pair<int, int>> entries;
    for (int j = 0; j < M_.cols; ++j)
      for (int k = M_.start[j]; k < M_.start[j + 1]; ++k) entries.emplace_back(M_.row[k], j);
    for (int j = 0; j < Ms_.cols; ++j)
      for (int k = Ms_.start[j]; k < Ms_.start[j + 1]; ++k)
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b)
            if (const auto row = body_.dof(Ms_.row[k], along(a)), col = body_.dof(j, along(b)); row && col)
              entries.emplace_back(*row, *col);
    return FixedMatrix(M_.rows, M_.cols, entries);
  }

 private:
  const NodalBody::Unknown& unknown(int k) const { return body_.unknowns()[static_cast<std::size_t>(k)]; }
  const Vector3d& X(int k) const { return body_.mesh().nodes[static_cast<std::size_t>(unknown(k).node)]; }
  double mean_mass(int i, int j, NodalDof a, NodalDof b) const {
    return 0.5 *
           (entry_of(M_, body_.dof(i, a), body_.dof(j, a)) + entry_of(M_, body_.dof(i, b), body_.dof(j, b)));
  }

  const NodalBody& body_;
  const FixedMatrix &M_, &Ms_;
};

}  // namespace

NodalMass nodal_mass_of(const NodalBody& body) {
  const int D = body.dimension(), n = body.mesh().n_nodes();
  NodalMass result;
  result.Ms = FixedMatrix(n, n, coupled_nodes(body));
  bool has_all = true;
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < n_nodal_dofs; ++c) {
      const bool is_displacement = c < D;
      has_all &= body.dof(i, static_cast<NodalDof>(c)).has_value() == is_displacement;
    }
  double largest = 0;
  for (int j = 0; j < n; ++j)
    for (int k = result.Ms.start[j]; k < result.Ms.start[j + 1]; ++k) {
      const int i = result.Ms.row[k];
      double sum = 0;
      int count = 0;
      for (int c = 0; c < D; ++c)
        if (body.dof(i, along(c)) && body.dof(j, along(c))) {
          sum += entry_of(body.mass(), body.dof(i, along(c)), body.dof(j, along(c)));
          ++count;
        }
      const double first = entry_of(body.mass(), body.dof(i, along(0)), body.dof(j, along(0)));
      // Equal masses keep their digits.
      result.Ms.value[k] = count == 0 ? 0 : (sum == D * first ? first : sum / count);
      largest = std::max(largest, std::abs(result.Ms.value[k]));
    }
  for (int l = 0; l < body.mass().cols; ++l)
    for (int e = body.mass().start[l]; e < body.mass().start[l + 1]; ++e) {
      const int k = body.mass().row[e];
      const auto &a = body.unknowns()[static_cast<std::size_t>(k)],
                 &b = body.unknowns()[static_cast<std::size_t>(l)];
      if (is_rotation(a.which) || is_rotation(b.which)) continue;
      const double expected = a.which == b.which ? result.Ms.value[result.Ms.slot(a.node, b.node)] : 0;
      const double difference = std::abs(body.mass().value[e] - expected) / largest;
      if (difference <= result.disagreement) continue;
      result.disagreement = difference;
      result.row = k;
      result.col = l;
    }
  result.is_scalar = has_all && result.disagreement <= same_mass;
  return result;
}

ShapeIntegrals<3> spatial_nodal_integrals(const NodalBody& body, const NodalMass& mass) {
  if (mass.is_scalar) return spatial_integrals(body.mesh(), mass.Ms);
  const FixedMatrix& M = body.mass();
  const Matrix R = body.rigid_motions();
  Matrix MR(R.rows(), R.cols());
  for (Eigen::Index k = 0; k < R.cols(); ++k) MR.col(k) = mass_times(M, R.col(k));
  const Eigen::Matrix<double, 6, 6> whole = R.transpose() * MR;
  const Estimate estimate(body, mass);
  ShapeIntegrals<3> s;
  s.m = whole.topLeftCorner<3, 3>().trace() / 3;
  // Column (translation b), row (rotation a) is e_a · (S0 × e_b).
  const Matrix3d T = whole.bottomLeftCorner<3, 3>();
  s.S0 = 0.5 * Vector3d(T(2, 1) - T(1, 2), T(0, 2) - T(2, 0), T(1, 0) - T(0, 1));
  const Matrix3d J = whole.bottomRightCorner<3, 3>();
  s.X = 0.5 * J.trace() * Matrix3d::Identity() - 0.5 * (J + J.transpose());
  s.C = MR.leftCols<3>().transpose();
  s.c.resize(3, 3 * static_cast<Eigen::Index>(body.n_dofs()));
  for (int k = 0; k < body.n_dofs(); ++k)
    s.c.middleCols<3>(3 * static_cast<Eigen::Index>(k)) = estimate.moment(k, MR.row(k).tail<3>().transpose());
  FixedMatrix pattern = estimate.pattern();
  Eigen::Matrix<double, 9, Eigen::Dynamic> pairs(9, pattern.n_entries());
  for (int l = 0; l < pattern.cols; ++l)
    for (int e = pattern.start[l]; e < pattern.start[l + 1]; ++e) {
      const Matrix3d P = estimate.pair(pattern.row[e], l);
      pairs.col(e) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(P.data());
    }
  s.mass = FieldMass(std::move(pattern), std::move(pairs));
  return s;
}

ShapeIntegrals<2> planar_nodal_integrals(const NodalBody& body, const NodalMass& mass) {
  const FixedMatrix& M = body.mass();
  const Estimate estimate(body, mass);
  ShapeIntegrals<2> s;
  const Vector t1 = body.translation(0), t2 = body.translation(1), rot = body.rotation();
  s.c1 = mass_times(M, t1);
  s.c2 = mass_times(M, t2);
  s.c21 = mass_times(M, rot);
  s.c12.resize(body.n_dofs());
  for (int k = 0; k < body.n_dofs(); ++k) s.c12[k] = estimate.moment(k, Vector3d(0, 0, s.c21[k])).trace();
  s.m = 0.5 * (s.c1.dot(t1) + s.c2.dot(t2));
  s.S0 << s.c2.dot(rot), -s.c1.dot(rot);
  s.J0 = s.c21.dot(rot);
  s.B = estimate.pattern();
  s.M = s.B;
  for (int l = 0; l < s.B.cols; ++l)
    for (int e = s.B.start[l]; e < s.B.start[l + 1]; ++e) {
      const Matrix3d P = estimate.pair(s.B.row[e], l);
      s.B.value[e] = P(0, 1) - P(1, 0);
      s.M.value[e] = entry_of(M, s.B.row[e], l);
    }
  return s;
}

}  // namespace pleuel::fem
