#include "pleuel/mechanics/analysis/slowest_modes.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/analysis/linear_motion.hpp"
#include "pleuel/mechanics/analysis/rest_pencil.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

constexpr double shift_part = 3e-5;  // of the fastest rate
constexpr double epsilon = std::numeric_limits<double>::epsilon();
// Of a vector, that the basis does not contain. Less would amplify its error in G θ = 0.
constexpr double new_part = 1e-4;
constexpr double symmetric_part = 1e-9;  // of the reduced K
constexpr double neutral_part = 1e-7;    // of |λ|
constexpr int n_random = 3;              // columns of a random block
constexpr int n_check_steps = 3;         // Krylov steps after a random block

// Errors of modes. The eigenvalue's error is their square if M and K are symmetric and C = 0.
constexpr double undamped_error = 1e-6, usual_error = 1e-8, real_part = 1e-8;
constexpr double least_size = 1e-300;
// Relative to these limits: the errors e that a basis may leave to which they add nothing. Of e it
// lacks at most new_part. The rest is rounding: of a mode x with T(λ) x orthogonal to the basis, e
// has no part in it.
constexpr double nearly_small = 1 / new_part;
// Relative changes of eigenvalues by a Krylov step below which errors are computed.
constexpr double undamped_change = 1e-11, usual_change = 1e-3;
constexpr double same_value = 1e-6;  // relative, of eigenvalues after a further random block

void append(Matrix& A, const Matrix& columns) {
  A.conservativeResize(Eigen::NoChange, A.cols() + columns.cols());
  A.rightCols(columns.cols()) = columns;
}

/// Columns q with G q = 0 that are orthonormal in the metric of a symmetric matrix W. The
/// Gram–Schmidt method without a projection would amplify errors of G q with each block.
class Basis {
 public:
  /// The rows of G are independent.
  Basis(const RestPencil::Sparse& W, const RestPencil::Sparse& G)
      : W_(W), G_(G), Q_(W.rows(), 0), WQ_(W.rows(), 0) {
    if (G.rows() > 0) normal_.compute(G * RestPencil::Sparse(G.transpose()));
  }

  const Matrix& Q() const { return Q_; }
  const Matrix& WQ() const { return WQ_; }

  /// Adds the parts of x that it does not contain. Returns how many columns were added.
  Eigen::Index add(Matrix x) {
    for (Eigen::Index j = 0; j < x.cols(); ++j)
      if (const double l = length(x.col(j)); l > 0) x.col(j) /= l;
    for (const double least : {new_part, new_part, 0.5}) {
      x -= Q_ * (WQ_.transpose() * x);
      if (G_.rows() > 0) x -= G_.transpose() * Matrix(normal_.solve(G_ * x));
      x = orthonormal(x, least);
    }
    append(Q_, x);
    append(WQ_, W_ * x);
    return x.cols();
  }

 private:
  double length(const Vector& x) const { return std::sqrt(std::max(x.dot(W_ * x), 0.0)); }
  /// Columns of x made orthonormal to each other, without those of which less than `least` remains.
  Matrix orthonormal(const Matrix& x, double least) const {
    Matrix kept(x.rows(), 0);
    for (Eigen::Index j = 0; j < x.cols(); ++j) {
      Vector column = x.col(j);
      for (int pass = 0; pass < 2; ++pass) column -= kept * (kept.transpose() * (W_ * column));
      if (const double rest = length(column); rest > least) append(kept, column / rest);
    }
    return kept;
  }

  const RestPencil::Sparse& W_;
  const RestPencil::Sparse& G_;
  Eigen::SimplicialLDLT<RestPencil::Sparse> normal_;  // G Gᵀ
  Matrix Q_, WQ_;
};

/// Qᵀ A Q of a growing basis Q.
class Projected {
 public:
  explicit Projected(const RestPencil::Sparse& A) : A_(A), transposed_(A.transpose()) {}

  const Matrix& of(const Matrix& Q) {
    const Eigen::Index old = value_.cols(), n_new = Q.cols() - old;
    if (n_new == 0) return value_;
    value_.conservativeResize(Q.cols(), Q.cols());
    value_.rightCols(n_new) = Q.transpose() * (A_ * Q.rightCols(n_new));
    value_.bottomLeftCorner(n_new, old) = (transposed_ * Q.rightCols(n_new)).transpose() * Q.leftCols(old);
    return value_;
  }

 private:
  const RestPencil::Sparse& A_;
  RestPencil::Sparse transposed_;
  Matrix value_;
};

/// The most entries in a column.
double longest_column(const RestPencil::Sparse& A) {
  double most = 0;
  for (Eigen::Index j = 0; j < A.outerSize(); ++j)
    most = std::max(most, static_cast<double>(A.outerIndexPtr()[j + 1] - A.outerIndexPtr()[j]));
  return most;
}

/// Real and imaginary part in two columns.
Matrix parts_of(const Eigen::VectorXcd& x) {
  Matrix parts(x.size(), 2);
  parts << x.real(), x.imag();
  return parts;
}
Matrix times(const Complex& c, const Matrix& parts) {
  Eigen::Matrix2d turn;
  turn << c.real(), c.imag(), -c.imag(), c.real();
  return parts * turn;
}

RestPencil::Sparse identity(int n) {
  RestPencil::Sparse unit(n, n);
  unit.setIdentity();
  return unit;
}

class SlowestModes {
 public:
  SlowestModes(const MechanicalSystem& system, const Motion& at, int n)
      : name_(system.info().name),
        n_s_all_(system.info().n_s()),
        pencil_(system, at),
        unit_(identity(pencil_.n_s())),
        n_(static_cast<std::size_t>(n)),
        rate_(pencil_.fastest_rate()),
        inverse_(system, pencil_, rate_ > 0 ? shift_part * rate_ : 1.0),
        motions_(pencil_.M, pencil_.G),
        states_(unit_, no_rows_),
        K_(pencil_.K),
        C_(pencil_.C),
        longest_row_(longest_column(pencil_.K)),
        is_undamped_(pencil_.n_s() == 0 && pencil_.C.norm() == 0),
        most_columns_(10 * n + 200) {}

  ModeSet find() {
    add_random();
    while (motions_.Q().cols() < 2 * static_cast<Eigen::Index>(n_) + 10 && step()) {
    }
    ModeSet set = converged();
    for (;;) {
      const ModeSet before = set;
      add_random();
      for (int k = 0; k < n_check_steps; ++k) (void)step();
      set = reduced(Shapes::computed);
      if (are_equal(before, set, same_value)) return whole(std::move(set));
      set = converged();
    }
  }
  SlowestWork work() const {
    return {
        .factorizations = 1, .solves = inverse_.n_solves(), .basis = static_cast<int>(motions_.Q().cols())};
  }
  int n_degrees_of_freedom() const { return pencil_.n_degrees_of_freedom(); }

 private:
  int n_v() const { return pencil_.n_v(); }

  /// T(σ)⁻¹ (Mθ, s); returns whether the basis has grown. Columns that the basis contained already
  /// have left the block. Random ones replace them: a block that is narrower than an eigenvalue is
  /// multiple reaches the others of its modes by rounding errors only.
  bool step() {
    const Eigen::Index n_missing = std::max<Eigen::Index>(n_random - last_.cols(), 0);
    if (n_missing > 0) append(last_, random_columns(n_missing));
    Matrix b(n_v() + pencil_.n_s(), last_.cols());
    b.topRows(n_v()) = pencil_.M * last_.topRows(n_v());
    b.bottomRows(pencil_.n_s()) = last_.bottomRows(pencil_.n_s());
    return add(inverse_.solve(b));
  }
  void add_random() {
    last_ = random_columns(n_random);
    (void)step();
  }
  Matrix random_columns(Eigen::Index n) {
    return Matrix::NullaryExpr(n_v() + pencil_.n_s(), n, [&] { return normal_(random_); });
  }
  /// The columns that are new become the last block.
  bool add(const Matrix& x) {
    const Eigen::Index n_new = motions_.add(x.topRows(n_v())),
                       n_new_s = states_.add(x.bottomRows(pencil_.n_s()));
    last_ = Matrix::Zero(n_v() + pencil_.n_s(), std::max(n_new, n_new_s));
    last_.topLeftCorner(n_v(), n_new) = motions_.Q().rightCols(n_new);
    last_.bottomLeftCorner(pencil_.n_s(), n_new_s) = states_.Q().rightCols(n_new_s);
    return last_.cols() > 0;
  }

  /// The reduced K in a basis Q V. If K is symmetric, V diagonalises it, and rates that are zero
  /// but for rounding are set to zero: rounding changes the eigenvalues of QᵀKQ by about ε|K| for
  /// each entry of a row of K, in K Q, and for each column of Q. |K| is the square of the fastest
  /// rate. A limit that rounding can cross would let rigid motions come and go from step to step.
  struct ReducedStiffness {
    Matrix K, V;
  };
  ReducedStiffness reduced_stiffness() {
    const Matrix& K = K_.of(motions_.Q());
    const Matrix unit = Matrix::Identity(K.rows(), K.cols()), transposed = K.transpose();
    if ((K - transposed).norm() > symmetric_part * K.norm()) return {K, unit};
    const auto [values, vectors] = symmetric_eigen_system(0.5 * (K + transposed), unit);
    const double zero = 2 * (static_cast<double>(K.cols()) + longest_row_) * epsilon * rate_ * rate_;
    const Vector cleared = values.unaryExpr([&](double x) { return std::abs(x) < zero ? 0.0 : x; });
    return {cleared.asDiagonal(), vectors};
  }

  /// The slowest modes of the system reduced to the basis.
  enum class Shapes { none, computed };
  ModeSet reduced(Shapes shapes) {
    const Matrix &Q = motions_.Q(), &U = states_.Q();
    const Eigen::Index k = Q.cols(), k_s = U.cols();
    LinearMotion linear;
    for (int i = 0; i < k; ++i) linear.independent.push_back(i);
    const auto [K, V] = reduced_stiffness();
    const bool has_shapes = shapes == Shapes::computed;
    linear.N = has_shapes ? Q * V : Matrix(0, k);
    linear.shape = has_shapes ? pencil_.H * linear.N : Matrix(0, k);
    linear.momentum = has_shapes ? pencil_.M * linear.N : Matrix(0, k);
    linear.A = Matrix::Zero(2 * k + k_s, 2 * k + k_s);
    linear.A.block(0, k, k, k).setIdentity();
    linear.A.block(k, 0, k, k) = -K;
    linear.A.block(k, k, k, k) = -V.transpose() * C_.of(Q) * V;
    if (k_s > 0) {
      linear.A.block(k, 2 * k, k, k_s) = -V.transpose() * (Q.transpose() * (pencil_.D * U));
      linear.A.block(2 * k, 0, k_s, k) = U.transpose() * (pencil_.P * Q) * V;
      linear.A.block(2 * k, k, k_s, k) = U.transpose() * (pencil_.R * Q) * V;
      linear.A.bottomRightCorner(k_s, k_s) = U.transpose() * (pencil_.S * U);
    }
    ModeSet set = modes_of(linear, name_, {.rounding = neutral_part, .most = n_});
    for (Mode& mode : set.modes) mode.s = U.cast<Complex>() * mode.s;
    return set;
  }

  /// Whether eigenvalues agree to `limit`, relative, beyond the rounding of K.
  bool are_equal(const ModeSet& a, const ModeSet& b, double limit) const {
    if (a.modes.size() != b.modes.size()) return false;
    for (std::size_t i = 0; i < a.modes.size(); ++i) {
      const double size = std::max(a.modes[i].natural_omega(), b.modes[i].natural_omega());
      if (size == 0) continue;
      const double rounding = std::numeric_limits<double>::epsilon() * std::pow(rate_ / size, 2);
      if (std::abs(a.modes[i].eigenvalue - b.modes[i].eigenvalue) > (limit + rounding) * size) return false;
    }
    return true;
  }

  /// T(σ)⁻¹ T(λ) x: real and imaginary part, relative to x. Empty if it is small.
  Matrix error_of(const Mode& mode) {
    const int n_s = pencil_.n_s();
    const Complex d = mode.eigenvalue - inverse_.shift();
    const Complex d2 = mode.eigenvalue * mode.eigenvalue - inverse_.shift() * inverse_.shift();
    Matrix x(n_v() + n_s, 2), b(n_v() + n_s, 2);
    x << parts_of(mode.theta), parts_of(mode.s);
    const auto theta = x.topRows(n_v());
    b.topRows(n_v()) = times(d2, pencil_.M * theta) + times(d, pencil_.C * theta);
    b.bottomRows(n_s) = times(d, x.bottomRows(n_s) - pencil_.R * theta);
    const bool is_real = is_undamped_ && x.col(1).norm() <= real_part * x.col(0).norm();
    const Eigen::Index n_parts = is_real ? 1 : 2;
    const Matrix e = x.leftCols(n_parts) + inverse_.solve(b.leftCols(n_parts));
    const auto size = [&](const Matrix& y) {
      const Matrix motion = y.topRows(n_v());
      return std::sqrt(std::max((motion.transpose() * (pencil_.M * motion)).trace(), 0.0));
    };
    const double limit = is_undamped_ ? undamped_error : usual_error;
    const double error =
        std::max(size(e) / std::max(size(x), least_size), e.bottomRows(n_s).norm() / x.norm());
    worst_error_ = std::max(worst_error_, error / limit);
    const bool is_small = error <= limit;
    return is_small ? Matrix(x.rows(), 0) : e;
  }

  /// Modes whose errors are small.
  ModeSet converged() {
    for (ModeSet set = reduced(Shapes::none);;) {
      check_size();
      bool is_grown = false;
      for (int k = 0; k < n_check_steps; ++k) is_grown = step();
      ModeSet next = reduced(Shapes::none);
      const bool is_settled = are_equal(set, next, is_undamped_ ? undamped_change : usual_change);
      set = std::move(next);
      if (is_grown && !is_settled) continue;
      set = reduced(Shapes::computed);
      worst_error_ = 0;
      Matrix errors(n_v() + pencil_.n_s(), 0);
      for (const Mode& mode : set.modes)
        if (mode.kind != ModeKind::rigid) append(errors, error_of(mode));
      if (errors.cols() == 0 || (!add(errors) && worst_error_ < nearly_small)) return set;
      if (last_.cols() == 0) refuse();
    }
  }
  void check_size() const {
    if (motions_.Q().cols() > most_columns_) refuse();
  }
  [[noreturn]] void refuse() const {
    throw NoConsistentState("the " + std::to_string(n_) + " slowest modes of system '" + name_ +
                            "' did not converge with " + std::to_string(motions_.Q().cols()) +
                            " trial motions; ask for another number with --modes");
  }

  /// With all internal states.
  ModeSet whole(ModeSet set) const {
    for (Mode& mode : set.modes) {
      const Eigen::VectorXcd s = mode.s;
      mode.s = Eigen::VectorXcd::Zero(n_s_all_);
      for (int i = 0; i < pencil_.n_s(); ++i) mode.s[pencil_.states[i]] = s[i];
    }
    set.n_zero += n_s_all_ - pencil_.n_s();
    return set;
  }

  std::string name_;
  int n_s_all_;
  RestPencil pencil_;
  RestPencil::Sparse unit_, no_rows_;
  std::size_t n_;
  double rate_;
  ShiftedPencil inverse_;
  Basis motions_, states_;
  Projected K_, C_;
  double longest_row_;
  bool is_undamped_;
  Eigen::Index most_columns_;
  Matrix last_;
  double worst_error_ = 0;  // relative to the limit
  std::mt19937 random_{1};  // the same in each call
  std::normal_distribution<double> normal_;
};

}  // namespace

ModeSet slowest_modes(const MechanicalSystem& system, const Motion& at, int n, SlowestWork& work) {
  if (!is_at_rest(system, at))
    throw InvalidInput("system '" + system.info().name + "' is not at rest: of more than " +
                       std::to_string(most_mode_states) +
                       " unknowns, modes are found about a state of rest; use --at-equilibrium");
  SlowestModes search(system, at, n);
  ModeSet set = search.find();
  set.n_degrees_of_freedom = search.n_degrees_of_freedom();
  set.is_all = set.is_stability_known = false;
  work = search.work();
  return set;
}

ModeSet slowest_modes(const MechanicalSystem& system, const Motion& at, int n) {
  SlowestWork work;
  return slowest_modes(system, at, n, work);
}

}  // namespace pleuel
