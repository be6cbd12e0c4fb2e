#include "pleuel/mechanics/constraint_sine.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "pleuel/linalg/simd.hpp"

namespace pleuel {
namespace {

constexpr double perturbation = 1e-6;
constexpr int followed = 3;        // vectors if there are more constraints than most_vectors
constexpr int most_vectors = 6;    // up to this number of constraints, all are used and σ is exact
constexpr double same_mode = 0.9;  // cosine
constexpr int more_iterations = 4;
// Larger σ come from powers of S⁻¹; nearer to singular configurations the saddle matrix decides.
constexpr double regular_sine = 1e-2;
// Squarings of S⁻¹. Eigenvalues that differ by 1 % are then apart by a factor of 1.01⁶⁴ = 1.9 and
// the Rayleigh quotient is between them.
constexpr int squarings = 6;

using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_vectors, most_vectors>;

/// Adds to column k of x a vector without symmetries and with entries in (−scale, scale):
/// fractional parts of multiples of irrational numbers.
void add_uneven(double scale, Eigen::Index k, Matrix& x) {
  constexpr double steps[followed] = {0.6180339887498949, 0.4142135623730951, 0.7320508075688772};
  double part = 0.5;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    part += steps[k];
    if (part >= 1) part -= 1;
    x(i, k) += scale * (2 * part - 1);
  }
}

void orthonormalise(Matrix& x) {
  for (Eigen::Index k = 0; k < x.cols(); ++k) {
    for (Eigen::Index i = 0; i < k; ++i) x.col(k) -= x.col(i).dot(x.col(k)) * x.col(i);
    x.col(k).normalize();
  }
}

}  // namespace

ConstraintSine::ConstraintSine(const MechanicalSystem& system)
    : system_(system),
      evaluator_(system.make_evaluator()),
      m_(evaluator_->matrices({})),
      saddle_(system, m_),
      tree_(TreeRank::find(m_.M, m_.G)) {
  const int n_v = system.info().n_v(), n_g = system.info().n_lambda();
  row_length_.setZero(n_g);
  row_sum_ = row_length_;
  marked_.assign(m_.G.value.size(), 0.0);
  diagonal_.setZero(n_v);
  is_exact_ = n_g <= most_vectors;
  if (is_exact_ && n_v + n_g <= SchurFactor::most_rows) small_ = std::make_unique<SchurFactor>(m_.M, m_.G);
  vectors_.setIdentity(n_g, is_exact_ ? n_g : followed);
  images_ = vectors_;
  if (!is_exact_) {
    vectors_.setZero();
    for (Eigen::Index k = 0; k < followed; ++k) add_uneven(1, k, vectors_);
    orthonormalise(vectors_);
  }
  top_.setZero(n_v);
  zero_v_ = product_ = top_;
  bottom_.setZero(n_g);
  first_ = bottom_;
  zero_g_ = bottom_;
}

bool ConstraintSine::factor(double t, ConstVec q) {
  evaluator_->configuration_matrices(t, q, m_);
  return !saddle_.factor({m_.M, m_.G, m_.G});
}

double ConstraintSine::tree_sine(double t, ConstVec q) {
  evaluator_->configuration_matrices(t, q, m_);
  scale();
  return tree_->smallest_sine(m_.G, view(std::as_const(diagonal_)), view(std::as_const(row_length_)));
}

void ConstraintSine::scale() {
  for (int j = 0; j < m_.M.cols; ++j)
    for (int k = m_.M.start[j]; k < m_.M.start[j + 1]; ++k)
      if (m_.M.row[k] == j) diagonal_[j] = m_.M.value[k];
  row_sum_.setZero();
  const FixedMatrix& G = m_.G;
  for (int j = 0; j < G.cols; ++j) {
    const double weight = diagonal_[j] > 0 ? 1 / diagonal_[j] : 1.0;
    for (int k = G.start[j]; k < G.start[j + 1]; ++k) row_sum_[G.row[k]] += weight * G.value[k] * G.value[k];
  }
  for (Eigen::Index i = 0; i < row_length_.size(); ++i)
    row_length_[i] = std::max(row_length_[i], std::sqrt(row_sum_[i]));
  for (double& x : row_length_)
    if (x == 0) x = 1;
}

/// Rayleigh–Ritz method for S⁻¹ on the span of the orthonormal vectors X with images Y = S⁻¹ X.
/// Returns 1/σ² of the largest value and replaces the vectors by the Ritz vectors' images.
/// Combinations on massless coordinates have only rounding errors as images: small eigenvalues of
/// S⁻¹.
double ConstraintSine::ritz() {
  const Eigen::Index n = vectors_.cols();
  Small T = vectors_.transpose() * images_;
  T = 0.5 * (T + Small(T.transpose()));
  // Uses Eigen's solver, not LAPACK's: its rounding determines which singular configurations a run
  // detects.
  const Eigen::SelfAdjointEigenSolver<Small> eigen(T);
  for (Eigen::Index k = 0; k < n; ++k) {  // eigenvalues ascend
    vectors_.col(k).setZero();
    for (Eigen::Index i = 0; i < n; ++i)
      vectors_.col(k) += eigen.eigenvectors()(i, n - 1 - k) * images_.col(i);
  }
  const double least = eigen.eigenvalues()[0];
  others_ = is_exact_ || !(least > 1) ? 1.0 : 1 / std::sqrt(least);
  return eigen.eigenvalues()[n - 1];
}

/// σ by the largest eigenvalue of S⁻¹ = −D⁻¹ y(D⁻¹), for the matrices of m_; 0 if it is small or
/// cannot be found. The direction is then the first vector.
double ConstraintSine::regular() {
  constexpr int width = padded(most_vectors);
  const int n = static_cast<int>(vectors_.cols());
  small_->fill_mass(m_.M);
  small_->fill_jacobian(m_.G);
  if (!small_->factor_mass() || !small_->factor_complement()) return 0;
  double inverse[most_vectors][width] = {}, power[most_vectors][width], product[most_vectors][width];
  for (int k = 0; k < n; ++k) {
    top_.setZero();
    bottom_.setZero();
    bottom_[k] = row_length_[k];
    small_->solve(top_.data(), bottom_.data());
    for (int i = 0; i < n; ++i) inverse[i][k] = -row_length_[i] * bottom_[i];
  }
  std::copy(&inverse[0][0], &inverse[0][0] + n * width, &power[0][0]);
  for (int pass = 0; pass < squarings; ++pass) {
    double trace = 0;
    for (int i = 0; i < n; ++i) trace += power[i][i];
    const double scale = 1 / trace;
    for (int i = 0; i < n; ++i) {
      Lanes left = {}, right = {};
      for (int k = 0; k < n; ++k) {
        left += power[i][k] * scale * lanes_at(power[k]);
        right += power[i][k] * scale * lanes_at(power[k] + lanes);
      }
      lanes_at(product[i]) = left;
      lanes_at(product[i] + lanes) = right;
    }
    std::swap(power, product);
  }
  // The column that is longest is nearest to the eigenvector.
  int longest = 0;
  for (int k = 1; k < n; ++k)
    if (power[k][k] > power[longest][longest]) longest = k;
  double square = 0, quotient = 0;
  for (int i = 0; i < n; ++i) square += power[i][longest] * power[i][longest];
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) quotient += power[i][longest] * inverse[i][k] * power[k][longest];
  const double largest = quotient / square;
  if (!(largest < 1 / (regular_sine * regular_sine))) return 0;  // also for NaN
  for (int i = 0; i < n; ++i) vectors_(i, 0) = power[i][longest] / std::sqrt(square);
  others_ = 1;
  return largest > 1 ? 1 / std::sqrt(largest) : 1.0;
}

double ConstraintSine::at(double t, ConstVec q, int iterations) {
  evaluator_->configuration_matrices(t, q, m_);
  scale();
  if (small_)
    if (const double sine = regular(); sine > 0) return sine;
  if (saddle_.factor({m_.M, m_.G, m_.G})) return 0;
  const double part = 1 / std::sqrt(static_cast<double>(vectors_.rows()));
  if (is_exact_) {
    vectors_.setIdentity();
  } else {
    for (Eigen::Index k = 0; k < followed; ++k)
      add_uneven(k + 1 < followed ? perturbation : part, k, vectors_);
  }
  return more(iterations);
}

double ConstraintSine::more(int iterations) {
  double largest = 0;
  int most = is_exact_ ? 1 : iterations;
  for (int pass = 0; pass < most; ++pass) {
    orthonormalise(vectors_);
    first_ = vectors_.col(0);
    for (int k = 0; k < vectors_.cols(); ++k) {
      top_.setZero();
      bottom_ = row_length_.cwiseProduct(vectors_.col(k));
      saddle_.solve(top_, bottom_);
      images_.col(k) = -row_length_.cwiseProduct(bottom_);
    }
    if (!images_.allFinite()) return 0;
    largest = ritz();
    const bool is_other =
        !is_exact_ && std::abs(first_.dot(vectors_.col(0))) < same_mode * vectors_.col(0).norm();
    if (is_other) most = std::max(most, more_iterations);
  }
  orthonormalise(vectors_);
  return largest > 1 ? 1 / std::sqrt(largest) : 1.0;
}

double ConstraintSine::change() {
  const FixedMatrix& G = m_.G;
  double most_in_column = 0;
  if (has_mark_) {
    row_sum_.setZero();
    for (int j = 0; j < G.cols; ++j) {
      const double weight = diagonal_[j] > 0 ? 1 / std::sqrt(diagonal_[j]) : 1.0;
      double sum = 0;
      for (int k = G.start[j]; k < G.start[j + 1]; ++k) {
        const double entry = std::abs(G.value[k] - marked_[k]) * weight / row_length_[G.row[k]];
        sum += entry;
        row_sum_[G.row[k]] += entry;
      }
      most_in_column = std::max(most_in_column, sum);
    }
  }
  std::copy(G.value.begin(), G.value.end(), marked_.begin());
  has_mark_ = true;
  return std::sqrt(most_in_column * row_sum_.maxCoeff());
}

double ConstraintSine::along(ConstVec x) const {
  double sum = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) sum += vectors_(i, 0) * x[i] / row_length_[i];
  return sum;
}

bool ConstraintSine::accelerations(const Motion& at, Vec a, Vec lambda) {
  if (!factor(at.t, at.q)) return false;
  const Motion still{at.t, at.q, at.v, view(std::as_const(zero_v_)), view(std::as_const(zero_g_)), at.s};
  evaluator_->rows(still, {.dynamics = a, .acceleration = lambda});  // −f and γ
  a = -a;
  lambda = -lambda;
  saddle_.solve(a, lambda);
  return a.allFinite();
}

double ConstraintSine::norm(ConstVec x) {
  product_.setZero();
  m_.M.multiply_add(1.0, x.data(), product_.data());
  return std::sqrt(std::max(0.0, product_.dot(x)));
}

void ConstraintSine::rates(const Motion& at, Vec qdot) {
  if (system_.info().has_identity_kinematics()) {
    qdot = at.v;
    return;
  }
  const Motion still{at.t, at.q, at.v, view(std::as_const(zero_v_)), view(std::as_const(zero_g_)), at.s};
  evaluator_->rows(still, {.kinematics = qdot});
}

void ConstraintSine::positions(double t, ConstVec q, Vec g) {
  evaluator_->rows({.t = t, .q = q}, {.position = g});
}

std::string names_of(const SystemInfo& info, ConstVec direction) {
  constexpr double share = 0.3;  // of the largest entry
  constexpr std::size_t most = 6;
  std::vector<int> order(direction.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return std::abs(direction[a]) > std::abs(direction[b]); });
  std::string text;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (std::abs(direction[order[k]]) < share * std::abs(direction[order[0]])) break;
    if (k == most) {
      text += " and others";
      break;
    }
    text += (k > 0 ? ", '" : "'") + info.constraints[order[k]] + "'";
  }
  return text;
}

}  // namespace pleuel
