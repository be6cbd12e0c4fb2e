#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/base/thread_pool.hpp"
#include "pleuel/linalg/block_ldl.hpp"
#include "pleuel/linalg/border_factor.hpp"
#include "pleuel/linalg/gmres.hpp"
#include "pleuel/linalg/solver_factors.hpp"

namespace pleuel {
namespace {

// Below this asymmetry, relative to the largest entry, a solution needs no refinement.
constexpr double symmetric_part = 1e-13;
// Above it, the symmetric part says little about the matrix.
constexpr double largest_asymmetry = 0.25;
// Above it, a column of zeros may hide behind its row.
constexpr double large_asymmetry = 0.02;
constexpr int most_refinements = 8;
// Slower refinement is accelerated by GMRES, of which this many cycles cost less than factors with
// pivots.
constexpr double slowest_refinement = 0.1;
constexpr int longest_acceleration = 20, most_accelerations = 2;
// Of the allowed residual: where a cycle ends, before its own rounding errors.
constexpr double cycle_target = 0.3;
// After a failure this number of matrices is factored the second way at once.
constexpr int second_way_patience = 16;
// Rows of a partial sum over the border's lanes, and columns of products with large matrices: sums
// have a fixed order, whatever the number of threads.
constexpr int rows_per_chunk = 4096, n_column_chunks = 4, least_chunked = 20000;

template <class Scalar>
using BlockLanes = Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// The factors of matrices of one structure.
template <class Scalar>
struct BorderedLdl {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  using Column = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
  using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  explicit BorderedLdl(std::shared_ptr<const SparseStructure> of)
      : structure(std::move(of)), a(structure->block_analysis()), block(a), schur(a.schur_pattern) {
    for (const auto& part : a.parts) {
      columns_start.push_back(n_columns);
      rows_start.push_back(n_rows);
      n_columns += static_cast<std::size_t>(part.n_rows()) * part.columns.n_lanes();
      n_rows += static_cast<std::size_t>(part.n_rows()) * part.rows.n_lanes();
    }
    X.resize(n_columns);
    Y.resize(n_rows);
    z.setZero(a.n_block());
    corner.setZero(a.n_border());
    for (auto* x : {&b_re, &b_im, &r_re, &r_im}) x->resize(structure->size());
  }

  std::shared_ptr<const SparseStructure> structure;
  const BlockAnalysis& a;
  BlockLdl<Scalar> block;
  BorderFactor<Scalar> schur;
  std::vector<std::size_t> columns_start, rows_start;  // of each part in X and Y
  std::size_t n_columns = 0, n_rows = 0;
  AlignedList<Scalar> X, Y;  // D⁻¹L⁻¹P F and L⁻¹P Cᵀ in lanes
  Column z, corner;
  AlignedList<Scalar> chunk_sums;
  Dense total;  // of sum_of_chunks
  std::vector<double> b_re, b_im, r_re, r_im;
  std::vector<double> column_sums;  // of find_residual
  const double* re = nullptr;       // the values of the matrix
  const double* im = nullptr;
  // of `accelerate`, which few matrices need
  std::optional<Gmres<Scalar>> krylov;
  std::vector<Scalar> y_part, y_sum, y_rest, deformation;
  bool is_slow = false;                      // refinement of the last matrix
  std::vector<int> block_number;             // of each row of the matrix, −1: border
  std::unique_ptr<SparseFactor<Scalar>> lu;  // the second way
  bool is_second_way = false, is_singular = false;
  int patience = 0;
  long n_second_ways = 0;

  Scalar value(int k) const {
    if constexpr (is_complex)
      return {re[k], im[k]};
    else
      return re[k];
  }

  void fill_lanes(const BlockAnalysis::Side& side, int n, Scalar* x) const {
    std::fill_n(x, static_cast<std::size_t>(n) * side.n_lanes(), Scalar(0));
    for (const auto& e : side.entries)
      x[static_cast<std::ptrdiff_t>(e.row) * side.n_lanes() + e.lane] += value(e.source);
  }

  /// X, Y and the Schur complement.
  std::optional<ZeroPivot> factor_border() {
    schur.set_zero();
    for (const auto& e : a.corner) schur.add(e.row, e.column, value(e.source));
    for (std::size_t p = 0; p < a.parts.size(); ++p) {
      const auto& part = a.parts[p];
      const int k = part.columns.n_lanes(), l = part.rows.n_lanes(), n = part.n_rows();
      Scalar* const x = X.data() + columns_start[p];
      Scalar* const y = Y.data() + rows_start[p];
      fill_lanes(part.columns, n, x);
      fill_lanes(part.rows, n, y);
      block.forward(part, k, x);
      block.forward(part, l, y);
      for_each_range(n, k, [&](int first, int end) {
        for (int i = first; i < end; ++i)
          Eigen::Map<Column>(x + static_cast<std::ptrdiff_t>(i) * k, k) *=
              block.inverse_pivots()[part.first_row + i];
      });
      if (k == 0 || l == 0) continue;
      const auto& product = sum_of_chunks(n, l, k, [&](int first, int rows, auto sum) {
        sum.noalias() = BlockLanes<Scalar>(y + static_cast<std::ptrdiff_t>(first) * l, rows, l).transpose() *
                        BlockLanes<Scalar>(x + static_cast<std::ptrdiff_t>(first) * k, rows, k);
      });
      for (int i = 0; i < l; ++i)
        for (int j = 0; j < k; ++j) schur.add(part.rows.border[i], part.columns.border[j], -product(i, j));
    }
    auto zero = schur.factor();
    if (zero) zero->column = a.border_index[zero->column];
    return zero;
  }

  /// Sum of l × k matrices over chunks of n rows, of fixed size and in fixed order.
  template <class Work>
  const Dense& sum_of_chunks(int n, int l, int k, Work work) {
    const int n_chunks = std::max(1, (n + rows_per_chunk - 1) / rows_per_chunk);
    const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(l) * k;
    if (static_cast<std::ptrdiff_t>(chunk_sums.size()) < n_chunks * size) chunk_sums.resize(n_chunks * size);
    const auto sum_at = [&](int chunk) { return Eigen::Map<Dense>(chunk_sums.data() + chunk * size, l, k); };
    for_each_part(n_chunks, 1.0 * n * l * k, [&](int chunk) {
      const int first = chunk * rows_per_chunk;
      work(first, std::min(rows_per_chunk, n - first), sum_at(chunk));
    });
    total = sum_at(0);
    for (int chunk = 1; chunk < n_chunks; ++chunk) total += sum_at(chunk);
    return total;
  }

  bool has_zero_column() const {
    const FixedMatrix& pattern = structure->pattern();
    for (const int j : a.block_index) {
      bool is_zero = true;
      for (int k = pattern.start[j]; is_zero && k < pattern.start[j + 1]; ++k)
        is_zero = value(k) == Scalar(0);
      if (is_zero) return true;
    }
    return false;
  }

  std::optional<ZeroPivot> factor_with_pivots() {
    is_second_way = true;
    ++n_second_ways;
    if (lu == nullptr) {
      lu = make_klu_factor<Scalar>();
      lu->analyse(structure);
    }
    return lu->factor(re, im);
  }

  /// Solves with the symmetrised matrix.
  void solve_direct(double* x_re, double* x_im) {
    const auto& order = a.tree.order;
    const int n = a.n_block(), m = a.n_border();
    const auto at = [&](int i) -> Scalar {
      if constexpr (is_complex)
        return {x_re[i], x_im[i]};
      else
        return x_re[i];
    };
    const auto put = [&](int i, Scalar x) {
      x_re[i] = std::real(x);
      if constexpr (is_complex) x_im[i] = std::imag(x);
    };
    for (int k = 0; k < n; ++k) z[k] = at(a.block_index[order[k]]);
    block.forward(z.data());
    block.divide(z.data());
    if (m > 0) {
      for (int i = 0; i < m; ++i) corner[i] = at(a.border_index[i]);
      for_parts([&](const auto& part, const auto&, const auto& y) {
        const auto& sum =
            sum_of_chunks(part.n_rows(), part.rows.n_lanes(), 1, [&](int first, int rows, auto out) {
              out.noalias() = y.middleRows(first, rows).transpose() * z.segment(part.first_row + first, rows);
            });
        for (int l = 0; l < part.rows.n_lanes(); ++l) corner[part.rows.border[l]] -= sum(l, 0);
      });
      schur.solve(corner.data());
      for_parts([&](const auto& part, const auto& x, const auto&) {
        Column reached(part.columns.n_lanes());
        for (int l = 0; l < part.columns.n_lanes(); ++l) reached[l] = corner[part.columns.border[l]];
        for_each_range(part.n_rows(), 2.0 * part.columns.n_lanes(), [&](int first, int end) {
          for (int i = first; i < end; ++i)
            z[part.first_row + i] -= x.row(i).transpose().cwiseProduct(reached).sum();
        });
      });
      for (int i = 0; i < m; ++i) put(a.border_index[i], corner[i]);
    }
    block.backward(z.data());
    for (int k = 0; k < n; ++k) put(a.block_index[order[k]], z[k]);
  }
  void forget() {
    schur.forget();
    if (lu != nullptr) lu->forget();
    is_second_way = is_singular = is_slow = false;
    patience = 0;
    n_second_ways = 0;
  }

  template <class Work>
  void for_parts(Work work) {
    for (std::size_t p = 0; p < a.parts.size(); ++p) {
      const auto& part = a.parts[p];
      work(part, BlockLanes<Scalar>(X.data() + columns_start[p], part.n_rows(), part.columns.n_lanes()),
           BlockLanes<Scalar>(Y.data() + rows_start[p], part.n_rows(), part.rows.n_lanes()));
    }
  }

  /// r = b − A x with the true matrix. Columns of large matrices are summed in chunks of fixed
  /// number.
  void find_residual(const double* x_re, const double* x_im) {
    r_re = b_re;
    r_im = b_im;
    const int n = structure->size();
    if (n < least_chunked) return subtract_columns(0, n, x_re, x_im, r_re.data(), r_im.data());
    column_sums.resize((is_complex ? 2 : 1) * static_cast<std::size_t>(n_column_chunks - 1) * n);
    const auto sums = [&](int chunk, int part) {
      return column_sums.data() + (static_cast<std::size_t>(is_complex ? 2 : 1) * (chunk - 1) + part) * n;
    };
    for_each_part(n_column_chunks, 2.0 * structure->pattern().n_entries(), [&](int chunk) {
      const auto begin = [&](int k) { return static_cast<int>(static_cast<long>(n) * k / n_column_chunks); };
      double* const re_sums = chunk == 0 ? r_re.data() : sums(chunk, 0);
      double* const im_sums = !is_complex ? nullptr : chunk == 0 ? r_im.data() : sums(chunk, 1);
      if (chunk > 0) std::fill_n(re_sums, (is_complex ? 2 : 1) * static_cast<std::size_t>(n), 0.0);
      subtract_columns(begin(chunk), begin(chunk + 1), x_re, x_im, re_sums, im_sums);
    });
    for_each_range(n, n_column_chunks, [&](int first, int end) {
      for (int chunk = 1; chunk < n_column_chunks; ++chunk)
        for (int i = first; i < end; ++i) {
          r_re[i] += sums(chunk, 0)[i];
          if (is_complex) r_im[i] += sums(chunk, 1)[i];
        }
    });
  }
  void subtract_columns(int first, int end, const double* x_re, const double* x_im, double* to_re,
                        double* to_im) const {
    const FixedMatrix& pattern = structure->pattern();
    for (int j = first; j < end; ++j) {
      const double u = x_re[j], v = is_complex ? x_im[j] : 0;
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
        const int i = pattern.row[k];
        if constexpr (is_complex) {
          to_re[i] -= re[k] * u - im[k] * v;
          to_im[i] -= re[k] * v + im[k] * u;
        } else {
          to_re[i] -= re[k] * u;
        }
      }
    }
  }

  /// Euclidean norm of the deformations, which have one unit.
  double size_in_block(const double* x_re, const double* x_im) const {
    double sum = 0;
    for (const int i : a.block_index) sum += x_re[i] * x_re[i] + (is_complex ? x_im[i] * x_im[i] : 0.0);
    return std::sqrt(sum);
  }

  /// One solution. Returns false if refinement does not converge.
  bool refine(double* x_re, double* x_im, double tolerance, SolveReport& report) {
    const int n = structure->size();
    std::copy_n(x_re, n, b_re.begin());
    if (is_complex) std::copy_n(x_im, n, b_im.begin());
    solve_direct(x_re, x_im);
    if (block.asymmetry() <= symmetric_part) return true;
    if (is_slow) return accelerate(x_re, x_im, tolerance, report);
    double last = size_in_block(x_re, x_im);
    const double size = last;
    for (int k = 1; k <= most_refinements; ++k) {
      find_residual(x_re, x_im);
      solve_direct(r_re.data(), r_im.data());
      const double change = size_in_block(r_re.data(), r_im.data());
      for (int i = 0; i < n; ++i) x_re[i] += r_re[i];
      if (is_complex)
        for (int i = 0; i < n; ++i) x_im[i] += r_im[i];
      report.iterations = std::max(report.iterations, k);
      const double rate = last > 0 ? change / last : 0;
      const double error = size > 0 ? rate * change / size : 0;
      report.residual = std::max(report.residual, error);
      if (error <= tolerance) return true;
      if (!std::isfinite(rate)) return false;
      if (rate > slowest_refinement) {
        is_slow = true;
        std::copy_n(b_re.begin(), n, x_re);
        if (is_complex) std::copy_n(b_im.begin(), n, x_im);
        solve_direct(x_re, x_im);
        return accelerate(x_re, x_im, tolerance, report);
      }
      last = change;
    }
    return false;
  }

  /// y = K u for the unsymmetric part K = (B − Bᵀ)/2 and the deformations u.
  void multiply_unsymmetric(const Scalar* u, Scalar* y) const {
    const FixedMatrix& pattern = structure->pattern();
    std::fill_n(y, a.n_block(), Scalar(0));
    for (int j = 0; j < a.n_block(); ++j) {
      const int column = a.block_index[j];
      for (int k = pattern.start[column]; k < pattern.start[column + 1]; ++k) {
        const int i = block_number[pattern.row[k]];
        if (i < 0) continue;
        const Scalar half = 0.5 * value(k);
        y[i] += half * u[j];
        y[j] -= half * u[i];
      }
    }
  }

  /// From S⁻¹b to the solution x = S⁻¹(b − E y): A differs from S by K in the rows and columns E of
  /// the deformations, so y = K Eᵀx and
  ///
  ///     (I + K EᵀS⁻¹E) y = K EᵀS⁻¹b,
  ///
  /// which GMRES solves. Gyroscopic terms make the eigenvalues of K EᵀS⁻¹E nearly imaginary, so
  /// that it converges where refinement does not. Returns false if a residual K Eᵀx − y is left.
  bool accelerate(double* x_re, double* x_im, double tolerance, SolveReport& report) {
    const int n = structure->size(), n_block = a.n_block();
    if (!krylov) {
      krylov.emplace(n_block, longest_acceleration);
      for (auto* list : {&y_part, &y_sum, &y_rest, &deformation}) list->resize(n_block);
      block_number.assign(n, -1);
      for (int k = 0; k < n_block; ++k) block_number[a.block_index[k]] = k;
    }
    const auto take = [&](const double* of_re, const double* of_im, Scalar* out) {
      for (int k = 0; k < n_block; ++k) {
        const int i = a.block_index[k];
        if constexpr (is_complex)
          out[k] = {of_re[i], of_im[i]};
        else
          out[k] = of_re[i];
      }
    };
    const auto precondition = [&](const Scalar* y, Scalar* u) {
      std::copy_n(y, n_block, y_part.begin());
      std::fill(r_re.begin(), r_re.end(), 0.0);
      std::fill(r_im.begin(), r_im.end(), 0.0);
      for (int k = 0; k < n_block; ++k) {
        r_re[a.block_index[k]] = std::real(y[k]);
        if constexpr (is_complex) r_im[a.block_index[k]] = y[k].imag();
      }
      solve_direct(r_re.data(), r_im.data());
      take(r_re.data(), r_im.data(), u);
    };
    const auto product = [&](const Scalar* u, Scalar* y) {
      multiply_unsymmetric(u, y);
      for (int k = 0; k < n_block; ++k) y[k] += y_part[k];
    };
    std::fill(y_sum.begin(), y_sum.end(), Scalar(0));
    double whole = 0;
    for (int cycle = 0;; ++cycle) {
      take(x_re, x_im, deformation.data());
      multiply_unsymmetric(deformation.data(), y_rest.data());
      double rest = 0;
      for (int k = 0; k < n_block; ++k) {
        y_rest[k] -= y_sum[k];
        rest += std::norm(y_rest[k]);
      }
      rest = std::sqrt(rest);
      if (cycle == 0) whole = rest;
      if (cycle > 0) report.residual = std::max(report.residual, rest / whole);
      if (rest <= tolerance * whole) return true;
      if (cycle == most_accelerations || !std::isfinite(rest)) return false;
      const auto done = krylov->run(product, precondition, y_rest.data(), cycle_target * tolerance * whole,
                                    deformation.data());
      report.iterations = std::max(report.iterations, done.iterations);
      // The last vector that was preconditioned is the solution, and r is S⁻¹E of it.
      for (int k = 0; k < n_block; ++k) y_sum[k] += y_part[k];
      for (int i = 0; i < n; ++i) x_re[i] -= r_re[i];
      if (is_complex)
        for (int i = 0; i < n; ++i) x_im[i] -= r_im[i];
    }
  }
};

template <class Scalar>
class LdlFactor final : public SparseFactor<Scalar> {
  using Factors = BorderedLdl<Scalar>;

 public:
  void analyse(std::shared_ptr<const SparseStructure> structure) override {
    factors_ = std::make_unique<Factors>(std::move(structure));
  }

  std::optional<ZeroPivot> factor(const double* re, const double* im) override {
    const ThreadPoolScope scope(pool());
    Factors& m = *factors_;
    m.re = re;
    m.im = im;
    m.is_second_way = m.is_singular = m.is_slow = false;
    if (m.patience > 0) {
      --m.patience;
      return m.factor_with_pivots();
    }
    if (m.block.factor(re, im) && m.block.asymmetry() <= largest_asymmetry &&
        (m.block.asymmetry() <= large_asymmetry || !m.has_zero_column()))
      return m.factor_border();
    m.patience = second_way_patience;
    return m.factor_with_pivots();
  }

  SolveReport solve(double* re, double* im, int n_columns, double tolerance) override {
    const ThreadPoolScope scope(pool());
    Factors& m = *factors_;
    SolveReport report;
    for (int column = 0; column < n_columns; ++column) {
      const auto offset = static_cast<std::ptrdiff_t>(column) * m.structure->size();
      double* const x = re + offset;
      double* const y = Factors::is_complex ? im + offset : im;
      if (!m.is_second_way && m.refine(x, y, tolerance, report)) continue;
      if (!m.is_second_way) {
        m.patience = second_way_patience;
        std::copy(m.b_re.begin(), m.b_re.end(), x);
        if (Factors::is_complex) std::copy(m.b_im.begin(), m.b_im.end(), y);
        m.is_singular = m.factor_with_pivots().has_value();
      }
      if (m.is_singular) {
        // Only the symmetric part is regular. The caller finds that the solution is not finite.
        std::fill_n(x, m.structure->size(), std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      m.lu->solve(x, y, 1, tolerance);
    }
    if (m.is_second_way) report.residual = 0;
    return report;
  }

  FactorCounts counts() const override {
    const Factors& m = *factors_;
    FactorCounts counts{.entries = static_cast<long>(m.a.panel_start.back() + m.X.size() + m.Y.size()),
                        .pivot_choices = 0,
                        .replacements = m.n_second_ways};
    if (m.is_second_way) counts.entries = m.lu->counts().entries;
    if (m.lu != nullptr) counts.pivot_choices = m.lu->counts().pivot_choices;
    return counts;
  }

  bool forget() override {
    factors_->forget();
    return true;
  }

 private:
  /// Complex shifts are factored at the same time, so threads inside one of them gain little, and
  /// sums of complex products in packs would depend on how they are divided.
  static ThreadPool* pool() { return Factors::is_complex ? nullptr : thread_pool(); }

  std::unique_ptr<Factors> factors_;
};

}  // namespace

template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_ldl_factor() {
  return std::make_unique<LdlFactor<Scalar>>();
}
template std::unique_ptr<SparseFactor<double>> make_ldl_factor();
template std::unique_ptr<SparseFactor<Complex>> make_ldl_factor();

}  // namespace pleuel
