#include "pleuel/fem/import/sid_body.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/text_lines.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::fem {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

// Files have six digits and more, relative to the largest number of the kind.
constexpr double same_value = 1e-4;
constexpr double no_value = 1e-9;

/// ε_aij B_ij.
Vector3d twist_of(const Matrix3d& B) { return {B(1, 2) - B(2, 1), B(2, 0) - B(0, 2), B(0, 1) - B(1, 0)}; }
/// The skew matrix with this twist.
Matrix3d skew_with(const Vector3d& twist) {
  Matrix3d B = Matrix3d::Zero();
  for (int a = 0; a < 3; ++a) {
    B((a + 1) % 3, (a + 2) % 3) = 0.5 * twist[a];
    B((a + 2) % 3, (a + 1) % 3) = -0.5 * twist[a];
  }
  return B;
}
Matrix3d without_trace(const Matrix3d& B) { return B - B.trace() * Matrix3d::Identity(); }
/// The B of without_trace(B).
Matrix3d with_trace(const Matrix3d& B) { return B - 0.5 * B.trace() * Matrix3d::Identity(); }

/// How columns 5 and 6 of Oe stand in a file.
enum class OmegaOrder { yz_first, zx_first };

/// A row of Oe from a symmetric matrix, whose products ω_iω_j with i ≠ j occur twice.
Eigen::Matrix<double, 1, 6> omega_row(const Matrix3d& B) {
  Eigen::Matrix<double, 1, 6> row;
  row << B(0, 0), B(1, 1), B(2, 2), B(0, 1) + B(1, 0), B(1, 2) + B(2, 1), B(0, 2) + B(2, 0);
  return row;
}
Matrix3d from_omega_row(const Eigen::Matrix<double, 1, 6>& row, OmegaOrder order) {
  const double yz = row[order == OmegaOrder::yz_first ? 4 : 5],
               zx = row[order == OmegaOrder::yz_first ? 5 : 4];
  Matrix3d B;
  B << row[0], 0.5 * row[3], 0.5 * zx, 0.5 * row[3], row[1], 0.5 * yz, 0.5 * zx, 0.5 * yz, row[2];
  return B;
}

/// 3×3 matrices of pairs of shapes.
class PairTable {
 public:
  explicit PairTable(Eigen::Index n) : n_(n), values_(static_cast<std::size_t>(n * n), Matrix3d::Zero()) {}
  Matrix3d& operator()(Eigen::Index k, Eigen::Index l) {
    return values_[static_cast<std::size_t>(k + n_ * l)];
  }
  const Matrix3d& operator()(Eigen::Index k, Eigen::Index l) const {
    return values_[static_cast<std::size_t>(k + n_ * l)];
  }
  double largest() const {
    double largest = 0;
    for (const Matrix3d& B : values_) largest = std::max(largest, B.cwiseAbs().maxCoeff());
    return largest;
  }

 private:
  Eigen::Index n_;
  std::vector<Matrix3d> values_;
};

bool has_values(const std::vector<Matrix>& list) {
  return std::ranges::any_of(list,
                             [](const Matrix& M) { return M.size() > 0 && M.cwiseAbs().maxCoeff() > 0; });
}

class SidBuilder {
 public:
  explicit SidBuilder(const SidFile& file) : file_(file), n_(file.Me.M0.rows()), P_(n_), geometric_(n_) {}

  SidBody build() && {
    check_sizes();
    set_first_integrals();
    find_omega_order();
    set_pairs();
    complete_trace();
    set_geometric();
    set_mass();
    body_.stiffness = full_matrix(symmetric(file_.Ke, "Ke"));
    if (file_.De.is_given() && file_.De.M0.size() > 0 && file_.De.M0.cwiseAbs().maxCoeff() > 0)
      body_.damping = full_matrix(symmetric(file_.De, "De"));
    check_definiteness();
    set_nodes();
    return std::move(body_);
  }

 private:
  [[noreturn]] void fail(const SidTaylor& part, const std::string& what) const {
    throw InvalidInput(line_text(file_.path, part.line) + ": " + what);
  }

  void check_size(const SidTaylor& part, const char* name, Eigen::Index rows, Eigen::Index cols) const {
    const auto refuse = [&](Eigen::Index r, Eigen::Index c, const char* of) {
      fail(part, std::string("'") + name + "' has " + std::to_string(r) + " rows and " + std::to_string(c) +
                     " columns" + of + ", but must have " + std::to_string(rows) + " and " +
                     std::to_string(cols) + " for " + std::to_string(n_) + " modes; correct nrow and ncol");
    };
    if (!part.is_given()) return;
    if (part.M0.rows() != rows || part.M0.cols() != cols) refuse(part.M0.rows(), part.M0.cols(), "");
    if (!part.M1.empty() && static_cast<Eigen::Index>(part.M1.size()) != n_)
      fail(part, std::string("'") + name + "' has nq = " + std::to_string(part.M1.size()) +
                     ", but the body has " + std::to_string(n_) + " modes; correct nq");
  }

  void check_sizes() const {
    if (n_ == 0) fail(file_.Me, "'Me' has no rows: the body has no modes; make it rigid");
    if (file_.n_modes != n_)
      fail(file_.Me, "'Me' has " + std::to_string(n_) + " rows, but nelastq is " +
                         std::to_string(file_.n_modes) + "; correct one of them");
    check_size(file_.mdCM, "mdCM", 3, 1);
    check_size(file_.J, "J", 3, 3);
    check_size(file_.Ct, "Ct", n_, 3);
    check_size(file_.Cr, "Cr", n_, 3);
    check_size(file_.Me, "Me", n_, n_);
    check_size(file_.Gr, "Gr", 3, 3 * n_);
    check_size(file_.Ge, "Ge", n_, 3 * n_);
    check_size(file_.Oe, "Oe", n_, 6);
    check_size(file_.Ke, "Ke", n_, n_);
    if (file_.De.is_given() && file_.De.M0.size() > 0) check_size(file_.De, "De", n_, n_);
    for (const auto& node : file_.nodes) {
      check_size(node.origin, "origin", 3, 1);
      check_size(node.phi, "phi", 3, n_);
      check_size(node.psi, "psi", 3, n_);
    }
    if (file_.ksigma.is_given() && file_.ksigma.M0.size() > 0 && file_.ksigma.M0.cwiseAbs().maxCoeff() > 0)
      fail(file_.ksigma,
           "'ksigma' is not zero: the body is stressed initially, which cannot be read; export "
           "it without initial stresses");
    if (!(file_.mass > 0))
      throw InvalidInput(file_.path + ": the mass in 'refmod' is " + number_text(file_.mass) +
                         ", but must be above 0");
  }

  Matrix symmetric(const SidTaylor& part, const char* name) const {
    const Matrix& A = part.M0;
    const double asymmetry = (A - A.transpose()).cwiseAbs().maxCoeff();
    if (asymmetry > same_value * A.cwiseAbs().maxCoeff())
      fail(part, std::string("'") + name + "' is not symmetric: its halves differ by " +
                     number_text(asymmetry) + "; export it again");
    return 0.5 * (A + A.transpose());
  }

  /// Refuses values that disagree with others of the file.
  void compare(const SidTaylor& part, const char* name, const Matrix& value, const Matrix& expected,
               const char* by) const {
    const double difference = (value - expected).cwiseAbs().maxCoeff();
    const double size = std::max(value.cwiseAbs().maxCoeff(), expected.cwiseAbs().maxCoeff());
    if (difference > same_value * size)
      fail(part, std::string("'") + name + "' and '" + by + "' disagree by " + number_text(difference) +
                     " of " + number_text(size) + "; export them again from one body");
  }

  void set_first_integrals() {
    auto& s = body_.integrals;
    s.m = file_.mass;
    s.S0 = file_.mdCM.M0;
    const Matrix3d J = 0.5 * (file_.J.M0 + file_.J.M0.transpose());
    s.X = 0.5 * J.trace() * Matrix3d::Identity() - J;
    s.C = file_.Ct.M0.transpose();
    s.c.resize(3, 3 * n_);
    for (Eigen::Index k = 0; k < n_; ++k)
      s.c.middleCols<3>(3 * k) = with_trace(-0.5 * file_.Gr.M0.middleCols<3>(3 * k)).transpose();
    Matrix of_mdCM(3, n_), Cr(n_, 3), of_J(9, n_), J1(9, n_);
    for (Eigen::Index k = 0; k < n_; ++k) {
      const auto q = static_cast<std::size_t>(k);
      const Matrix3d c = s.c.middleCols<3>(3 * k), C4 = without_trace(c.transpose());
      Cr.row(k) = twist_of(c).transpose();
      Eigen::Map<Matrix3d>(of_J.col(k).data()) = -C4 - C4.transpose();
      if (!file_.mdCM.M1.empty()) of_mdCM.col(k) = file_.mdCM.M1[q];
      if (!file_.J.M1.empty()) Eigen::Map<Matrix3d>(J1.col(k).data()) = file_.J.M1[q];
    }
    compare(file_.Cr, "Cr", file_.Cr.M0, Cr, "Gr");
    if (!file_.mdCM.M1.empty()) compare(file_.mdCM, "mdCM", of_mdCM, s.C, "Ct");
    if (!file_.J.M1.empty()) compare(file_.J, "J", J1, of_J, "Gr");
  }

  /// The columns 5 and 6 of Oe stand in both orders in files; Gr tells which.
  void find_omega_order() {
    if (!file_.Oe.is_given()) return;
    Matrix expected(n_, 6);
    for (Eigen::Index k = 0; k < n_; ++k)
      expected.row(k) = omega_row(without_trace(body_.integrals.c.middleCols<3>(3 * k).transpose()));
    Matrix other = expected;
    other.col(4).swap(other.col(5));
    const Matrix& given = file_.Oe.M0;
    if ((given - other).norm() < (given - expected).norm()) {
      omega_order_ = OmegaOrder::zx_first;
      expected = other;
    }
    compare(file_.Oe, "Oe", given, expected, "Gr");
    const bool is_undecided = (expected.col(4) - expected.col(5)).norm() <= no_value * expected.norm();
    bool is_different = false;
    for (const Matrix& M : file_.Oe.M1)
      is_different |= (M.col(4) - M.col(5)).norm() > no_value * (1 + M.norm());
    if (is_undecided && is_different && file_.Gr.M1.empty())
      body_.remarks.push_back(
          "does not tell the order of the columns 5 and 6 of 'Oe'; they are taken as ω2ω3 and ω1ω3");
  }

  /// ∫ρ φ_l × φ_k.
  Vector3d cross_of(Eigen::Index k, Eigen::Index l) const {
    if (file_.Ge.is_given()) return 0.5 * file_.Ge.M0.block<1, 3>(k, 3 * l).transpose();
    if (is_complete_) return twist_of(P_(l, k));
    if (!file_.Cr.M1.empty()) return file_.Cr.M1[static_cast<std::size_t>(l)].row(k).transpose();
    return Vector3d::Zero();
  }

  void set_pairs() {
    is_complete_ = has_values(file_.Gr.M1);
    const bool is_stiffened = has_values(file_.Ct.M1);
    const bool has_omega = has_values(file_.Oe.M1) && !is_stiffened;
    for (Eigen::Index k = 0; k < n_; ++k)
      for (Eigen::Index l = 0; l < n_; ++l) {
        const auto q = static_cast<std::size_t>(k);
        Matrix3d& P = P_(k, l);
        if (is_complete_) {
          P = with_trace(-0.5 * file_.Gr.M1[q].middleCols<3>(3 * l)).transpose();
          continue;
        }
        P = has_omega
                ? with_trace(from_omega_row(file_.Oe.M1[static_cast<std::size_t>(l)].row(k), omega_order_))
                : Matrix3d(file_.Me.M0(k, l) / 3 * Matrix3d::Identity());
        P -= skew_with(cross_of(k, l));
      }
    if (is_complete_ || n_ == 0) return;
    if (!has_omega)
      body_.remarks.push_back(
          std::string("has no terms of first order in 'Gr'") +
          (is_stiffened ? ", and those of 'Oe' contain its geometric stiffening" : " and 'Oe'") +
          "; centrifugal forces on displacements and the second-order change of inertia are taken as those "
          "of "
          "shapes that move alike in all directions");
    if (!file_.Ge.is_given() && file_.Cr.M1.empty())
      body_.remarks.push_back(
          "has neither 'Ge' nor terms of first order in 'Cr'; Coriolis forces between "
          "modes are neglected");
  }

  /// The traces must be Me; P_kl and P_lkᵀ must be equal.
  void complete_trace() {
    const Matrix Me = symmetric(file_.Me, "Me");
    double largest = 0;
    for (Eigen::Index k = 0; k < n_; ++k)
      for (Eigen::Index l = k; l < n_; ++l) {
        Matrix3d P = 0.5 * (P_(k, l) + P_(l, k).transpose());
        const double rest = Me(k, l) - P.trace();
        largest = std::max(largest, std::abs(rest) / std::sqrt(std::abs(Me(k, k) * Me(l, l)) + 1e-300));
        // Differences by rounding would change Me by them, and nothing else.
        P.diagonal().array() += rest / 3;
        P_(k, l) = P;
        P_(l, k) = P.transpose();
      }
    if (largest > same_value)
      body_.remarks.push_back("has inertia integrals that disagree with 'Me' by " +
                              number_text(100 * largest, 2) +
                              " % of it, as with rotary inertia; the difference is shared by all directions");
  }

  void set_geometric() {
    bool is_given = has_values(file_.Ct.M1);
    double largest = 0;
    const double size = P_.largest();
    for (Eigen::Index k = 0; k < n_; ++k)
      for (Eigen::Index l = 0; l < n_; ++l) {
        const auto q = static_cast<std::size_t>(l);
        Matrix3d& G = geometric_(k, l);
        if ((file_.Ge.is_given() || is_complete_) && !file_.Cr.M1.empty())
          G += skew_with(file_.Cr.M1[q].row(k).transpose() - cross_of(k, l));
        // Where P_kl comes from Oe itself, this is what complete_trace() has added to it.
        if (has_values(file_.Oe.M1)) {
          const Matrix3d P = 0.5 * (P_(k, l) + P_(k, l).transpose());
          G += with_trace(without_trace(P) - from_omega_row(file_.Oe.M1[q].row(k), omega_order_));
        }
        largest = std::max(largest, G.cwiseAbs().maxCoeff());
      }
    is_given |= largest > same_value * size;
    if (!is_given) return;
    body_.geometric.pattern = full_matrix(Matrix::Zero(n_, n_)).without_values();
    body_.geometric.values.setZero(GeometricStiffening<3>::n_loads, n_ * n_);
    for (Eigen::Index k = 0; k < n_; ++k)
      for (Eigen::Index l = 0; l < n_; ++l) {
        auto column = body_.geometric.values.col(k + n_ * l);
        for (int i = 0; i < 3; ++i) {
          if (!file_.Ct.M1.empty()) column[i] = -file_.Ct.M1[static_cast<std::size_t>(l)](k, i);
          for (int j = 0; j < 3; ++j) column[GeometricStiffening<3>::number(i, j)] = geometric_(k, l)(i, j);
        }
      }
  }

  void set_mass() {
    Eigen::Matrix<double, 9, Eigen::Dynamic> pairs(9, n_ * n_);
    for (Eigen::Index k = 0; k < n_; ++k)
      for (Eigen::Index l = 0; l < n_; ++l)
        pairs.col(k + n_ * l) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(P_(k, l).data());
    body_.integrals.mass = FieldMass(full_matrix(Matrix::Zero(n_, n_)), std::move(pairs));
  }

  void check_definiteness() const {
    const auto& s = body_.integrals;
    Matrix M = Matrix::Zero(6 + n_, 6 + n_);
    M.topLeftCorner<3, 3>().diagonal().setConstant(s.m);
    M.block<3, 3>(3, 3) = s.inertia();
    const Matrix3d S = 2 * skew_with(-s.S0);
    M.block<3, 3>(0, 3) = -S;
    M.block(0, 6, 3, n_) = s.C;
    M.block(3, 6, 3, n_) = file_.Cr.M0.transpose();
    M.bottomRightCorner(n_, n_) = s.mass.matrix().dense();
    M.triangularView<Eigen::StrictlyLower>() = Matrix(M.transpose());
    for (Eigen::Index k = 0; k < M.rows(); ++k)
      if (!(M(k, k) > 0))
        fail(k < 6 ? file_.J : file_.Me, k < 6 ? "the moments of inertia in 'J' must be above 0"
                                               : "the mass of mode " + std::to_string(k - 5) +
                                                     " in 'Me' is " + number_text(M(k, k)) +
                                                     ", but must be above 0; leave the mode out");
    const Vector scale = M.diagonal().cwiseSqrt().cwiseInverse();
    constexpr double least = 1e-10;
    const double lowest = symmetric_eigenvalues(scale.asDiagonal() * M * scale.asDiagonal())[0];
    if (!(lowest > least))
      fail(file_.Me,
           "the mass matrix of mass, 'mdCM', 'J', 'Ct', 'Cr' and 'Me' is not positive definite "
           "(lowest eigenvalue " +
               number_text(lowest, 3) +
               " with unit diagonal): the modes contain a rigid motion, or units are mixed; export "
               "modes of a body that its frame holds");
    const Matrix K = body_.stiffness.dense();
    const Vector omega2 = symmetric_eigenvalues(K, s.mass.matrix().dense());
    if (!(omega2[0] > -1e-8 * std::abs(omega2[n_ - 1])))
      fail(file_.Ke, "the stiffness 'Ke' is indefinite: it has the eigenvalue " + number_text(omega2[0]) +
                         " 1/s² beside " + number_text(omega2[n_ - 1]) + "; export it again");
  }

  void set_nodes() {
    bool is_asymmetric = false, is_turned = false;
    for (const auto& node : file_.nodes) {
      SidNode n{
          .number = node.number, .X = node.origin.M0, .motion = {}, .has_rotation = node.psi.is_given()};
      n.motion.setZero(6, n_);
      n.motion.topRows<3>() = node.phi.M0;
      if (node.psi.is_given()) n.motion.bottomRows<3>() = node.psi.M0;
      is_asymmetric |= add_bending(node.phi, 0, n);
      if (node.psi.is_given()) is_asymmetric |= add_bending(node.psi, 3, n);
      is_turned |= node.AP.is_given() && node.AP.M0.rows() == 3 && node.AP.M0.cols() == 3 &&
                   (node.AP.M0 - Matrix3d::Identity()).cwiseAbs().maxCoeff() > same_value;
      body_.nodes.push_back(std::move(n));
    }
    if (is_turned)
      body_.remarks.push_back(
          "has nodes whose axes 'AP' are turned against those of the body; markers have "
          "the axes of the body, if they have no 'orientation'");
    if (is_asymmetric)
      body_.remarks.push_back(
          "has terms of first order in 'phi' or 'psi' that are not symmetric in the modes, "
          "so that they are no derivatives of a displacement; their symmetric part is taken");
  }

  /// Three of the matrices K_c of a node. Returns whether they are not symmetric.
  bool add_bending(const SidTaylor& part, int first, SidNode& node) const {
    if (!has_values(part.M1)) return false;
    if (node.bending.empty()) node.bending.assign(6, Matrix::Zero(n_, n_));
    bool is_asymmetric = false;
    for (int c = 0; c < 3; ++c) {
      Matrix K(n_, n_);
      for (Eigen::Index l = 0; l < n_; ++l)
        K.col(l) = -part.M1[static_cast<std::size_t>(l)].row(c).transpose();
      is_asymmetric |= (K - K.transpose()).cwiseAbs().maxCoeff() > same_value * K.cwiseAbs().maxCoeff();
      node.bending[static_cast<std::size_t>(first + c)] = 0.5 * (K + K.transpose());
    }
    return is_asymmetric;
  }

  const SidFile& file_;
  const Eigen::Index n_;
  SidBody body_;
  OmegaOrder omega_order_ = OmegaOrder::yz_first;
  bool is_complete_ = false;
  PairTable P_, geometric_;
};

SidTaylor zeros(Eigen::Index rows, Eigen::Index cols, Eigen::Index n_first_order = 0) {
  SidTaylor t{.line = 1, .M0 = Matrix::Zero(rows, cols), .M1 = {}};
  t.M1.assign(static_cast<std::size_t>(n_first_order), Matrix::Zero(rows, cols));
  return t;
}

SidFile::Node node_of(const SidNode& node, Eigen::Index n) {
  SidFile::Node to{.number = node.number, .line = 1};
  to.origin = zeros(3, 1, n);
  to.origin.M0 = node.X;
  to.phi = zeros(3, n);
  to.phi.M0 = node.motion.topRows<3>();
  to.AP = zeros(3, 3, node.has_rotation ? n : 0);
  to.AP.M0.setIdentity();
  for (Eigen::Index k = 0; k < n; ++k) {
    to.origin.M1[static_cast<std::size_t>(k)] = node.motion.col(k).head<3>();
    if (node.has_rotation)
      to.AP.M1[static_cast<std::size_t>(k)] = 2 * skew_with(-node.motion.col(k).tail<3>());
  }
  if (node.has_rotation) {
    to.psi = zeros(3, n);
    to.psi.M0 = node.motion.bottomRows<3>();
  }
  if (node.bending.empty()) return to;
  for (int c = 0; c < 6; ++c) {
    SidTaylor& part = c < 3 ? to.phi : to.psi;
    if (!part.is_given()) continue;
    if (part.M1.empty()) part.M1.assign(static_cast<std::size_t>(n), Matrix::Zero(3, n));
    for (Eigen::Index l = 0; l < n; ++l)
      part.M1[static_cast<std::size_t>(l)].row(c % 3) =
          -node.bending[static_cast<std::size_t>(c)].col(l).transpose();
  }
  return to;
}

}  // namespace

SidBody sid_body(const SidFile& file) { return SidBuilder(file).build(); }

SidFile sid_file(const FlexibleBodyData<3>& data, const std::vector<SidNode>& nodes,
                 const std::vector<std::string>& mode_names) {
  const ShapeIntegrals<3>& s = data.integrals;
  const Eigen::Index n = s.size();
  SidFile file{.path = {}, .n_modes = static_cast<int>(n), .mass = s.m, .mode_names = mode_names};
  for (const SidNode& node : nodes) file.nodes.push_back(node_of(node, n));
  const ShapeMoments moments = s.moments();
  ShapeMoments of_one = s.mass.make_moments();
  file.mdCM = zeros(3, 1, n);
  file.mdCM.M0 = s.S0;
  file.J = zeros(3, 3, n);
  file.J.M0 = s.inertia();
  file.Ct = zeros(n, 3, data.geometric.is_given() ? n : 0);
  file.Ct.M0 = s.C.transpose();
  file.Cr = zeros(n, 3, n);
  file.Me = zeros(n, n);
  file.Me.M0 = s.mass.matrix().dense();
  file.Gr = zeros(3, 3 * n, n);
  file.Ge = zeros(n, 3 * n);
  file.Oe = zeros(n, 6, n);
  file.Ke = zeros(n, n);
  file.Ke.M0 = data.stiffness.dense();
  file.De = zeros(n, n);
  if (data.damping.rows > 0) file.De.M0 = data.damping.dense();
  for (Eigen::Index l = 0; l < n; ++l) {
    const auto q = static_cast<std::size_t>(l);
    const Matrix3d c = moments[static_cast<int>(l)], C4 = without_trace(c.transpose());
    file.mdCM.M1[q] = s.C.col(l);
    file.J.M1[q] = -C4 - C4.transpose();
    file.Cr.M0.row(l) = twist_of(c).transpose();
    file.Gr.M0.middleCols<3>(3 * l) = -2 * C4;
    file.Oe.M0.row(l) = omega_row(C4);
    const Vector one = Vector::Unit(n, l);
    s.mass.moments(one, of_one);
    for (Eigen::Index k = 0; k < n; ++k) {
      const Matrix3d P_lk = of_one[static_cast<int>(k)], C6 = without_trace(P_lk);  // of (k, l)
      Matrix3d G = Matrix3d::Zero();
      if (data.geometric.is_given()) {
        const int slot = data.geometric.pattern.slot(static_cast<int>(k), static_cast<int>(l));
        for (int i = 0; slot >= 0 && i < 3; ++i) {
          file.Ct.M1[q](k, i) = -data.geometric.values(i, slot);
          for (int j = 0; j < 3; ++j)
            G(i, j) = data.geometric.values(GeometricStiffening<3>::number(i, j), slot);
        }
      }
      file.Ge.M0.block<1, 3>(k, 3 * l) = 2 * twist_of(P_lk).transpose();
      file.Cr.M1[q].row(k) = (twist_of(P_lk) + twist_of(G)).transpose();
      file.Oe.M1[q].row(k) = omega_row(C6 - without_trace(G));
      file.Gr.M1[static_cast<std::size_t>(k)].middleCols<3>(3 * l) = -2 * C6;
    }
  }
  return file;
}

}  // namespace pleuel::fem
