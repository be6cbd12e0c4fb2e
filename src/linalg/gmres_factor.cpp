#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/linalg/border_factor.hpp"
#include "pleuel/linalg/coarse_space.hpp"
#include "pleuel/linalg/gmres.hpp"
#include "pleuel/linalg/incomplete_ldl.hpp"
#include "pleuel/linalg/solver_factors.hpp"

namespace pleuel {
namespace {

constexpr int longest_cycle = 12;
constexpr int most_iterations = 200;
// Iterations beyond those with a new preconditioner from which on it is renewed.
constexpr int patience_of_preconditioner = 6;
// More iterations with a new preconditioner make it worth while to strengthen it.
constexpr int many_iterations = 8;
// A cycle reduces the residual by this part of what is missing: its norm is only related to that
// of the error.
constexpr double part_of_target = 0.3;
// A cycle that reduces the error less has reached rounding, if the residual has.
constexpr double slow_cycle = 0.5;
// Part of the right-hand side that must not remain.
constexpr double largest_residual = 0.1;
// A cycle aims at this part of the residual at least; beyond, its recurrence shows rounding of
// the basis, which is stored in single precision.
constexpr double smallest_target = 1e-6;
constexpr double rounding_units = 4;

/// An approximate inverse of the matrices of one structure.
template <class Scalar>
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  [[nodiscard]] virtual std::optional<ZeroPivot> renew(const double* re, const double* im) = 0;
  /// Values of a new matrix, for which the factors are kept.
  virtual void look_at(const double* /*re*/, const double* /*im*/) {}
  /// Makes P⁻¹ better and its application dearer, for the matrix of the last `renew`. Returns false
  /// if it cannot.
  virtual bool strengthen(const double* /*re*/, const double* /*im*/) { return false; }
  /// z = P⁻¹ r. They do not overlap.
  virtual void apply(const Scalar* r, Scalar* z) = 0;
  virtual long n_entries() const = 0;
};

template <class Scalar>
using Single = std::conditional_t<std::is_same_v<Scalar, double>, float, std::complex<float>>;

template <class Scalar>
Scalar number(const double* re, const double* im, int k) {
  (void)im;
  if constexpr (std::is_same_v<Scalar, double>)
    return re[k];
  else
    return {re[k], im[k]};
}

/// P = [B̃ F; C E] with an incomplete factorisation B̃ of the block. P is inverted with the Schur
/// complement E − C X of the border, X = B̃⁻¹F. X is stored in single precision, so that P⁻¹ takes
/// one solve with B̃. From `strengthen` on, B̃⁻¹ is followed by a correction in a CoarseSpace.
template <class Scalar>
class BorderedPreconditioner final : public Preconditioner<Scalar> {
 public:
  explicit BorderedPreconditioner(const SparseStructure& structure)
      : a_(structure.block_analysis()),
        block_(a_, {}),
        coarse_(a_),
        schur_(a_.schur_pattern),
        z_(a_.n_block()),
        corner_(a_.n_border()) {
    std::size_t n_rows = 0, n_columns = 0;
    for (const auto& part : a_.parts) {
      n_rows += part.rows.entries.size();
      n_columns += static_cast<std::size_t>(part.columns.n_lanes()) * part.n_rows();
    }
    rows_.resize(n_rows);
    columns_.resize(n_columns);
  }

  std::optional<ZeroPivot> renew(const double* re, const double* im) override {
    look_at(re, im);
    if (!block_.factor(re, im)) return ZeroPivot{a_.block_index.front(), 0.0};
    if (coarse_.is_used()) coarse_.factor(block_, re, im);
    return find_border(re, im);
  }

  bool strengthen(const double* re, const double* im) override {
    if (!coarse_.is_possible() || coarse_.is_used()) return false;
    coarse_.find(block_, re, im);
    return coarse_.is_used() && !find_border(re, im);
  }

  void look_at(const double* re, const double* im) override {
    re_ = re;
    im_ = im;
  }

  std::optional<ZeroPivot> find_border(const double* re, const double* im) {
    std::size_t k = 0;
    for (const auto& part : a_.parts)
      for (const auto& e : part.rows.entries) rows_[k++] = number<Scalar>(re, im, e.source);
    schur_.set_zero();
    for (const auto& e : a_.corner) schur_.add(e.row, e.column, number<Scalar>(re, im, e.source));
    for_parts([&](const auto& part, Single<Scalar>* columns, const Scalar* rows) {
      for (int lane = 0; lane < part.columns.n_lanes(); ++lane) {
        Scalar* const x = z_.data() + part.first_row;
        std::fill_n(x, part.n_rows(), Scalar(0));
        for (const auto& e : part.columns.entries)
          if (e.lane == lane) x[e.row] += number<Scalar>(re, im, e.source);
        coarse_.solve(block_, re, im, part, z_.data());
        for (std::size_t i = 0; i < part.rows.entries.size(); ++i) {
          const auto& e = part.rows.entries[i];
          schur_.add(part.rows.border[e.lane], part.columns.border[lane], -rows[i] * x[e.row]);
        }
        for (int i = 0; i < part.n_rows(); ++i) *columns++ = Single<Scalar>(x[i]);
      }
    });
    if (a_.n_border() == 0) return std::nullopt;
    auto zero = schur_.factor();
    if (zero) zero->column = a_.border_index[zero->column];
    return zero;
  }

  void apply(const Scalar* r, Scalar* z) override {
    const auto& order = a_.tree.order;
    const int n = a_.n_block(), m = a_.n_border();
    for (int k = 0; k < n; ++k) z_[k] = r[a_.block_index[order[k]]];
    for (const auto& part : a_.parts) coarse_.solve(block_, re_, im_, part, z_.data());
    if (m > 0) {
      for (int i = 0; i < m; ++i) corner_[i] = r[a_.border_index[i]];
      for_parts([&](const auto& part, const Single<Scalar>*, const Scalar* rows) {
        for (std::size_t i = 0; i < part.rows.entries.size(); ++i) {
          const auto& e = part.rows.entries[i];
          corner_[part.rows.border[e.lane]] -= rows[i] * z_[part.first_row + e.row];
        }
      });
      schur_.solve(corner_.data());
      for (int i = 0; i < m; ++i) z[a_.border_index[i]] = corner_[i];
      for_parts([&](const auto& part, const Single<Scalar>* columns, const Scalar*) {
        for (const int border : part.columns.border)
          for (int i = part.first_row; i < part.end_row; ++i) z_[i] -= Scalar(*columns++) * corner_[border];
      });
    }
    for (int k = 0; k < n; ++k) z[a_.block_index[order[k]]] = z_[k];
  }

  long n_entries() const override {
    return block_.n_numbers() + coarse_.n_numbers() +
           static_cast<long>(columns_.size() * sizeof(Single<Scalar>) / sizeof(Scalar));
  }

 private:
  /// work(part, columns of X, values of C).
  template <class Work>
  void for_parts(Work work) {
    Single<Scalar>* columns = columns_.data();
    const Scalar* rows = rows_.data();
    for (const auto& part : a_.parts) {
      work(part, columns, rows);
      columns += static_cast<std::ptrdiff_t>(part.columns.n_lanes()) * part.n_rows();
      rows += part.rows.entries.size();
    }
  }

  const BlockAnalysis& a_;
  IncompleteLdl<Scalar> block_;
  CoarseSpace<Scalar> coarse_;
  BorderFactor<Scalar> schur_;
  std::vector<Scalar> rows_;             // entries of C, part by part
  std::vector<Single<Scalar>> columns_;  // X, part by part, lane by lane
  std::vector<Scalar> z_, corner_;
  const double* re_ = nullptr;  // values of the matrix that is solved
  const double* im_ = nullptr;
};

/// The factors of an earlier matrix, for matrices without a block: they hardly fill.
template <class Scalar>
class EarlierFactors final : public Preconditioner<Scalar> {
 public:
  explicit EarlierFactors(std::shared_ptr<const SparseStructure> structure)
      : n_(structure->size()), lu_(make_klu_factor<Scalar>()), re_(n_), im_(n_) {
    lu_->analyse(std::move(structure));
  }
  std::optional<ZeroPivot> renew(const double* re, const double* im) override { return lu_->factor(re, im); }
  void apply(const Scalar* r, Scalar* z) override {
    for (int i = 0; i < n_; ++i) {
      re_[i] = std::real(r[i]);
      im_[i] = std::imag(r[i]);
    }
    lu_->solve(re_.data(), im_.data(), 1, 0);
    for (int i = 0; i < n_; ++i) {
      if constexpr (std::is_same_v<Scalar, double>)
        z[i] = re_[i];
      else
        z[i] = {re_[i], im_[i]};
    }
  }
  long n_entries() const override { return lu_->counts().entries; }

 private:
  int n_;
  std::unique_ptr<SparseFactor<Scalar>> lu_;
  std::vector<double> re_, im_;
};

template <class Scalar>
class GmresFactor final : public SparseFactor<Scalar> {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  using Krylov = Gmres<Scalar, Single<Scalar>>;

 public:
  void analyse(std::shared_ptr<const SparseStructure> structure) override {
    structure_ = std::move(structure);
    const int n = structure_->size();
    if (structure_->block() == SparseStructure::Block::none)
      preconditioner_ = std::make_unique<EarlierFactors<Scalar>>(structure_);
    else
      preconditioner_ = std::make_unique<BorderedPreconditioner<Scalar>>(*structure_);
    gmres_ = std::make_unique<Krylov>(n, longest_cycle);
    is_border_.assign(n, 0);
    for (const int i : structure_->border()) is_border_[i] = 1;
    for (auto* v : {&unscaled_, &right_, &x_, &r_, &d_}) v->assign(n, Scalar(0));
    row_scale_.assign(n, 1.0);
    column_scale_.assign(n, 1.0);
    has_preconditioner_ = false;
  }

  std::optional<ZeroPivot> factor(const double* re, const double* im) override {
    re_ = re;
    im_ = im;
    is_current_ = false;
    if (const int column = find_scales(); column >= 0) return ZeroPivot{column, 0.0};
    preconditioner_->look_at(re, im);
    return has_preconditioner_ ? std::nullopt : renew();
  }

  SolveReport solve(double* re, double* im, int n_columns, double tolerance) override {
    SolveReport report;
    const int n = structure_->size();
    for (int column = 0; column < n_columns; ++column) {
      const auto offset = static_cast<std::ptrdiff_t>(column) * n;
      for (int i = 0; i < n; ++i) right_[i] = number<Scalar>(re + offset, is_complex ? im + offset : im, i);
      solve_one(tolerance, report);
      for (int i = 0; i < n; ++i) {
        re[offset + i] = std::real(x_[i]);
        if (is_complex) im[offset + i] = std::imag(x_[i]);
      }
    }
    return report;
  }

  FactorCounts counts() const override {
    return {.entries = preconditioner_->n_entries() + gmres_->n_numbers(),
            .pivot_choices = n_renewals_,
            .replacements = 0};
  }

 private:
  std::optional<ZeroPivot> renew() {
    has_preconditioner_ = false;
    ++n_renewals_;
    if (auto zero = preconditioner_->renew(re_, im_)) return zero;
    has_preconditioner_ = is_current_ = true;
    usual_ = -1;
    smallest_ = 1;
    return std::nullopt;
  }

  /// Rows and columns of different units: largest entries of about 1. Returns a column of zeros, or
  /// −1.
  int find_scales() {
    int empty = -1;
    const FixedMatrix& a = structure_->pattern();
    const auto size = [&](int k) { return std::abs(number<Scalar>(re_, im_, k)); };
    std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
    for (int j = 0; j < a.cols; ++j) {
      double largest = 0;
      for (int k = a.start[j]; k < a.start[j + 1]; ++k) largest = std::max(largest, size(k));
      if (largest == 0) empty = j;
      column_scale_[j] = largest > 0 ? 1 / largest : 1;
      for (int k = a.start[j]; k < a.start[j + 1]; ++k)
        row_scale_[a.row[k]] = std::max(row_scale_[a.row[k]], size(k) * column_scale_[j]);
    }
    for (double& s : row_scale_) s = s > 0 ? 1 / s : 1;
    return empty;
  }
  /// The norm of rounding errors in D (b − A x).
  double rounding() {
    const FixedMatrix& a = structure_->pattern();
    for (int i = 0; i < a.rows; ++i) d_[i] = std::abs(right_[i]);
    for (int j = 0; j < a.cols; ++j)
      for (int k = a.start[j]; k < a.start[j + 1]; ++k)
        d_[a.row[k]] += std::abs(number<Scalar>(re_, im_, k)) * std::abs(x_[j]);
    double sum = 0;
    for (int i = 0; i < a.rows; ++i) sum += std::norm(d_[i] * row_scale_[i]);
    return rounding_units * std::numeric_limits<double>::epsilon() * std::sqrt(sum);
  }

  /// y = D A x, D = row_scale.
  void multiply(const Scalar* x, Scalar* y) const {
    const FixedMatrix& a = structure_->pattern();
    std::fill_n(y, a.rows, Scalar(0));
    for (int j = 0; j < a.cols; ++j)
      for (int k = a.start[j]; k < a.start[j + 1]; ++k) y[a.row[k]] += number<Scalar>(re_, im_, k) * x[j];
    for (int i = 0; i < a.rows; ++i) y[i] *= row_scale_[i];
  }
  /// z = P⁻¹ D⁻¹ r.
  void precondition(const Scalar* r, Scalar* z) {
    for (int i = 0; i < structure_->size(); ++i) unscaled_[i] = r[i] / row_scale_[i];
    preconditioner_->apply(unscaled_.data(), z);
  }

  /// Norms of the deformations and of all other unknowns, which have other units.
  struct Sizes {
    double block = 0, border = 0;
  };
  Sizes sizes(const std::vector<Scalar>& x) const {
    Sizes s;
    for (int i = 0; i < structure_->size(); ++i)
      (is_border_[i] ? s.border : s.block) += std::norm(x[i] / column_scale_[i]);
    return {std::sqrt(s.block), std::sqrt(s.border)};
  }
  /// The larger relative size of d compared with x.
  double ratio(const std::vector<Scalar>& d, const std::vector<Scalar>& x) const {
    const Sizes of_d = sizes(d), of_x = sizes(x);
    const auto part = [](double a, double b) { return a > 0 ? a / b : 0.0; };
    return std::max(part(of_d.block, of_x.block), part(of_d.border, of_x.border));
  }

  /// x = A⁻¹ b for b = right. r = D (b − A x). The error A⁻¹D⁻¹r of x is P⁻¹ (A P⁻¹)⁻¹ D⁻¹r: it is
  /// estimated by P⁻¹D⁻¹r, divided by the smallest singular value of A P⁻¹ that the Krylov spaces
  /// show. Without it, smooth errors that P sees hardly would pass.
  void solve_one(double tolerance, SolveReport& report) {
    const int n = structure_->size();
    const auto product = [&](const Scalar* x, Scalar* y) { multiply(x, y); };
    const auto inverse = [&](const Scalar* r, Scalar* z) { precondition(r, z); };
    const auto norm = [&](const std::vector<Scalar>& x) {
      double sum = 0;
      for (const Scalar& v : x) sum += std::norm(v);
      return std::sqrt(sum);
    };
    for (int i = 0; i < n; ++i) r_[i] = right_[i] * row_scale_[i];
    std::fill(x_.begin(), x_.end(), Scalar(0));
    double residual = norm(r_), error = residual > 0 ? 1 : 0;
    const double right = residual;
    int iterations = 0;
    bool may_renew = !is_current_, was_strengthened = false;
    while (error > tolerance && iterations < most_iterations) {
      if (may_renew && usual_ >= 0 && iterations > usual_ + patience_of_preconditioner) {
        may_renew = false;
        if (renew()) break;
      }
      if (is_current_ && iterations > many_iterations && preconditioner_->strengthen(re_, im_)) {
        was_strengthened = true;
        usual_ = -1;
        smallest_ = 1;
      }
      const auto cycle = gmres_->run(
          product, inverse, r_.data(),
          residual * std::clamp(part_of_target * tolerance / error, smallest_target, 0.5), d_.data());
      iterations += std::max(1, cycle.iterations);
      smallest_ = std::min(smallest_, cycle.smallest);
      for (int i = 0; i < n; ++i) x_[i] += d_[i];
      multiply(x_.data(), r_.data());
      for (int i = 0; i < n; ++i) r_[i] = right_[i] * row_scale_[i] - r_[i];
      residual = norm(r_);
      precondition(r_.data(), d_.data());
      const double last = error;
      error = std::isfinite(residual) ? ratio(d_, x_) / smallest_ : residual;
      if (!std::isfinite(error)) break;
      const double noise = rounding();
      if (error > tolerance && error > slow_cycle * last && residual <= noise) error = 0;
      // A singular matrix gives large solutions, compared with which every error is small.
      if (std::max(residual, noise) > largest_residual * right) error = std::max(error, 1.0);
      if (noise > right) break;
    }
    if (usual_ < 0 && !was_strengthened) usual_ = iterations;
    report.iterations += iterations;
    report.residual = std::max(report.residual, error);
    report.is_converged = report.is_converged && error <= tolerance;
    if (!report.is_converged)
      std::fill(x_.begin(), x_.end(), Scalar(std::numeric_limits<double>::quiet_NaN()));
  }

  std::shared_ptr<const SparseStructure> structure_;
  std::unique_ptr<Preconditioner<Scalar>> preconditioner_;
  std::unique_ptr<Krylov> gmres_;
  const double* re_ = nullptr;  // values of the matrix
  const double* im_ = nullptr;
  bool has_preconditioner_ = false;
  bool is_current_ = false;  // the preconditioner belongs to this matrix
  int usual_ = -1;           // iterations of the first solve with a new preconditioner
  double smallest_ = 1;      // singular value of A P⁻¹ that was seen with this preconditioner
  long n_renewals_ = 0;
  std::vector<char> is_border_;
  std::vector<double> row_scale_, column_scale_;
  std::vector<Scalar> unscaled_, right_, x_, r_, d_;
};

}  // namespace

template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_gmres_factor() {
  return std::make_unique<GmresFactor<Scalar>>();
}
template std::unique_ptr<SparseFactor<double>> make_gmres_factor();
template std::unique_ptr<SparseFactor<Complex>> make_gmres_factor();

}  // namespace pleuel
