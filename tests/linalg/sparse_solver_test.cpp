// Every solver of the catalogue against dense factors, on the kinds of matrices that bodies and
// constraints give.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "pleuel/base/error.hpp"
#include "pleuel/base/thread_pool.hpp"
#include "pleuel/linalg/block_analysis.hpp"
#include "pleuel/linalg/factor.hpp"
#include "pleuel/linalg/fill_reducing_order.hpp"
#include "pleuel/linalg/linear_solvers.hpp"
#include "pleuel/linalg/sparse_system.hpp"

namespace pleuel {
namespace sparse_solver_test {

template <class Scalar>
using DenseOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <class Scalar>
using ColumnOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

/// Two grids with two displacements a node, and a border of saddle rows.
struct Kind {
  std::string name;
  double skew = 0;          ///< gyroscopic part, relative to the diagonal
  double border_scale = 1;  ///< of alternate rows and columns of the border
  double diagonal = 6;      ///< of the block; below 4 it is indefinite
  int n_border = 9;
};
const Kind kinds[] = {{.name = "symmetric"},
                      {.name = "gyroscopic", .skew = 1e-3},
                      {.name = "badly scaled", .skew = 1e-4, .border_scale = 1e9},
                      {.name = "indefinite block", .skew = 1e-3, .diagonal = 2.13},
                      {.name = "strongly unsymmetric", .skew = 0.5},
                      {.name = "without border", .skew = 1e-4, .n_border = 0},
                      {.name = "large border", .skew = 1e-4, .n_border = 220}};

template <class Scalar>
struct Sample {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  FixedMatrix pattern;
  std::vector<int> border;
  std::vector<double> re, im;

  explicit Sample(const Kind& kind, int side = 7) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1, 1);
    const int n_grid = 2 * side * side, n = 2 * n_grid + kind.n_border;
    std::vector<std::pair<int, int>> places;
    const auto node = [&](int grid, int x, int y) { return grid * n_grid + 2 * (x * side + y); };
    for (int grid = 0; grid < 2; ++grid)
      for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y)
          for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
            if (x + dx < 0 || y + dy < 0 || x + dx >= side || y + dy >= side) continue;
            for (int a = 0; a < 2; ++a)
              for (int b = 0; b < 2; ++b)
                places.emplace_back(node(grid, x, y) + a, node(grid, x + dx, y + dy) + b);
          }
    for (int k = 0; k < kind.n_border; ++k) {
      const int row = 2 * n_grid + k;
      border.push_back(row);
      for (int i = 0; i < 2 * n_grid; ++i)
        if (k < 3 ? i < n_grid : i % 29 == k % 29) {
          places.emplace_back(i, row);
          places.emplace_back(row, i);
        }
      for (int l = 0; l < kind.n_border; ++l)
        if ((k + l) % 4 == 1) places.emplace_back(row, 2 * n_grid + l);
    }
    pattern = FixedMatrix(n, n, places);
    re.assign(pattern.n_entries(), 0.0);
    if (is_complex) im.assign(pattern.n_entries(), 0.0);
    const Complex w = is_complex ? Complex(0.6, 0.7) : Complex(1);
    const auto scale = [&](int i) { return i >= 2 * n_grid && i % 2 == 0 ? kind.border_scale : 1.0; };
    for (int j = 0; j < n; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
        const int i = pattern.row[k];
        Complex value = any(random) * scale(i) * scale(j);
        if (std::max(i, j) < 2 * n_grid) {
          value = i == j ? kind.diagonal * w : (i / 2 == j / 2 ? 0.4 : -0.9 * ((i + j) % 2 == 0)) * w;
          if (i != j) value += (i < j ? kind.skew : -kind.skew);
        }
        re[k] = value.real();
        if (is_complex) im[k] = value.imag();
      }
  }

  DenseOf<Scalar> dense() const {
    DenseOf<Scalar> A = DenseOf<Scalar>::Zero(pattern.rows, pattern.cols);
    for (int j = 0; j < pattern.cols; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
        if constexpr (is_complex)
          A(pattern.row[k], j) = {re[k], im[k]};
        else
          A(pattern.row[k], j) = re[k];
      }
    return A;
  }
  std::shared_ptr<SparseStructure> structure() const {
    if (border.empty()) return std::make_shared<SparseStructure>(pattern, SparseStructure::Block::whole);
    return std::make_shared<SparseStructure>(pattern, border);
  }
  /// max |b − A x| / (|A||x| + |b|) of all rows and right-hand sides.
  double backward_error(SparseFactor<Scalar>& factor, double tolerance) const {
    const int n = pattern.rows, n_columns = 3;
    DenseOf<Scalar> b = DenseOf<Scalar>::Random(n, n_columns);
    Matrix x_re = b.real(), x_im = Matrix::Zero(n, n_columns);
    if constexpr (is_complex) x_im = b.imag();
    factor.solve(x_re.data(), x_im.data(), n_columns, tolerance);
    DenseOf<Scalar> x = x_re.template cast<Scalar>();
    if constexpr (is_complex) x += Complex(0, 1) * x_im.template cast<Complex>();
    const DenseOf<Scalar> A = dense();
    const Matrix size = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
    return ((b - A * x).cwiseAbs().array() / size.array()).maxCoeff();
  }
};

template <class Scalar>
struct SparseSolvers : ::testing::Test {};
using Scalars = ::testing::Types<double, Complex>;
TYPED_TEST_SUITE(SparseSolvers, Scalars);

/// Calls test(solver) for each solver that is built and takes such matrices.
template <class Scalar, class Test>
void for_each_solver(Test test) {
  for (const SparseSolver& solver : sparse_solvers())
    if (solver.is_built() && !solver.traits.needs_definite &&
        (solver.traits.takes_complex || std::is_same_v<Scalar, double>))
      test(solver);
}

TYPED_TEST(SparseSolvers, GiveBackwardErrorsOfRoundingForEveryKindOfMatrix) {
  for (const Kind& kind : kinds)
    for_each_solver<TypeParam>([&](const SparseSolver& solver) {
      const Sample<TypeParam> sample(kind);
      const auto factor = solver.make<TypeParam>();
      factor->analyse(sample.structure());
      for (int repeat = 0; repeat < 2; ++repeat) {
        ASSERT_FALSE(factor->factor(sample.re.data(), sample.im.data())) << solver.name << ": " << kind.name;
        EXPECT_LE(sample.backward_error(*factor, 1e-14), 1e-11) << solver.name << ": " << kind.name;
      }
    });
}

TEST(DefiniteSolvers, GiveBackwardErrorsOfRoundingAndFindNegativePivots) {
  const auto is_tested = [](const SparseSolver& s) { return s.is_built() && s.traits.needs_definite; };
  if (std::ranges::none_of(sparse_solvers(), is_tested)) GTEST_SKIP() << "no such solver is built";
  for (const SparseSolver& solver : sparse_solvers()) {
    if (!is_tested(solver)) continue;
    const Sample<double> definite({.name = "definite", .n_border = 0});
    const Sample<double> indefinite({.name = "indefinite", .diagonal = -6, .n_border = 0});
    const auto factor = solver.make<double>();
    factor->analyse(definite.structure());
    for (int repeat = 0; repeat < 2; ++repeat) {
      EXPECT_TRUE(factor->factor(indefinite.re.data(), nullptr)) << solver.name;
      ASSERT_FALSE(factor->factor(definite.re.data(), nullptr)) << solver.name;
      EXPECT_LE(definite.backward_error(*factor, 0), 1e-14 * definite.pattern.rows) << solver.name;
      EXPECT_GT(factor->counts().entries, 0) << solver.name;
    }
  }
}

TYPED_TEST(SparseSolvers, FactorMatricesWithoutStructureUnlessTheySayOtherwise) {
  for_each_solver<TypeParam>([&](const SparseSolver& solver) {
    if (solver.traits.needs_block) return;
    const Sample<TypeParam> sample(kinds[4]);
    const auto factor = solver.make<TypeParam>();
    factor->analyse(std::make_shared<SparseStructure>(sample.pattern, SparseStructure::Block::none));
    ASSERT_FALSE(factor->factor(sample.re.data(), sample.im.data())) << solver.name;
    EXPECT_LE(sample.backward_error(*factor, 0), 1e-11) << solver.name;
  });
}

TYPED_TEST(SparseSolvers, NameAColumnOfZerosAndFactorTheNextMatrix) {
  for (const int column : {17, 200})
    for_each_solver<TypeParam>([&](const SparseSolver& solver) {
      Sample<TypeParam> sample(kinds[1]);
      const Sample<TypeParam> regular = sample;
      const FixedMatrix& p = sample.pattern;
      for (int k = p.start[column]; k < p.start[column + 1]; ++k) {
        sample.re[k] = 0;
        if (!sample.im.empty()) sample.im[k] = 0;
      }
      const auto factor = solver.make<TypeParam>();
      factor->analyse(sample.structure());
      const auto zero = factor->factor(sample.re.data(), sample.im.data());
      ASSERT_TRUE(zero) << solver.name;
      EXPECT_EQ(zero->column, column) << solver.name;
      ASSERT_FALSE(factor->factor(regular.re.data(), regular.im.data())) << solver.name;
      EXPECT_LE(regular.backward_error(*factor, 1e-14), 1e-11) << solver.name;
    });
}

// One refinement squares the contraction by the gyroscopic part; its estimate is no less than the
// true error.
TYPED_TEST(SparseSolvers, ReportTheirRefinement) {
  const Sample<TypeParam> sample(kinds[1]);
  const auto factor = sparse_solver("ldl").make<TypeParam>();
  factor->analyse(sample.structure());
  ASSERT_FALSE(factor->factor(sample.re.data(), sample.im.data()));
  const int n = sample.pattern.rows;
  std::vector<double> x(n, 1.0), y(n, 0.0);
  const SolveReport loose = factor->solve(x.data(), y.data(), 1, 1e-3);
  EXPECT_EQ(loose.iterations, 1);
  std::fill(x.begin(), x.end(), 1.0);
  std::fill(y.begin(), y.end(), 0.0);
  const SolveReport tight = factor->solve(x.data(), y.data(), 1, 1e-12);
  EXPECT_GT(tight.iterations, 1);
  EXPECT_EQ(factor->counts().replacements, 0);
}

// The unsymmetric part is a sixth of the symmetric one: refinement would converge slowly. GMRES
// takes its place, and no pivots are chosen.
TYPED_TEST(SparseSolvers, AccelerateSlowRefinement) {
  const Sample<TypeParam> sample(kinds[4]);
  const auto factor = sparse_solver("ldl").make<TypeParam>();
  factor->analyse(sample.structure());
  ASSERT_FALSE(factor->factor(sample.re.data(), sample.im.data()));
  for (const double tolerance : {1e-4, 1e-10}) {
    // |b − A x| is at most |A S⁻¹| times the residual of GMRES; here |A S⁻¹| < 10.
    EXPECT_LT(sample.backward_error(*factor, tolerance), 10 * tolerance);
    std::vector<double> x(sample.pattern.rows, 1.0), y(sample.pattern.rows, 0.0);
    const SolveReport report = factor->solve(x.data(), y.data(), 1, tolerance);
    EXPECT_GT(report.iterations, 2) << tolerance;
    EXPECT_LE(report.residual, tolerance);
  }
  EXPECT_EQ(factor->counts().replacements, 0);
}

// Large enough for subtrees, partial sums of the border and chunks of columns.
TYPED_TEST(SparseSolvers, GiveTheSameBitsOnAnyNumberOfThreads) {
  const Sample<TypeParam> sample(kinds[1], 72);
  const auto structure = sample.structure();
  EXPECT_GT(structure->block_analysis().subtrees.size(), 8u);
  const int n = sample.pattern.rows;
  const auto solved_on = [&](int n_threads) {
    ThreadPool pool(n_threads);
    const ThreadPoolScope scope(&pool);
    const auto factor = sparse_solver("ldl").make<TypeParam>();
    factor->analyse(structure);
    EXPECT_FALSE(factor->factor(sample.re.data(), sample.im.data()));
    Matrix x = Matrix::Ones(n, 2);
    factor->solve(x.data(), x.col(1).data(), 1, 1e-12);
    EXPECT_EQ(factor->counts().replacements, 0);
    return x;
  };
  const Matrix alone = solved_on(1);
  for (const int n_threads : {2, 4, 16}) EXPECT_EQ(solved_on(n_threads), alone) << n_threads << " threads";
}

/// A solution with the values of `sample`, all bits of it.
template <class Scalar>
std::vector<double> solution_of(const Sample<Scalar>& sample, SparseSystem<Scalar>& system) {
  std::copy(sample.re.begin(), sample.re.end(), system.re());
  std::copy(sample.im.begin(), sample.im.end(), system.im());
  const int n = sample.pattern.rows;
  if (system.factor()) return {};
  for (int i = 0; i < n; ++i) {
    system.b_re()[i] = std::cos(i);
    system.b_im()[i] = std::sin(i);
  }
  system.solve();
  std::vector<double> x(system.x_re(), system.x_re() + n);
  if (!std::is_same_v<Scalar, double>) x.insert(x.end(), system.x_im(), system.x_im() + n);
  return x;
}

TYPED_TEST(SparseSolvers, ForgetWhatTheyLearnedFromEarlierMatrices) {
  for (const Kind& kind : kinds)
    for_each_solver<TypeParam>([&](const SparseSolver& solver) {
      SCOPED_TRACE(solver.name + ", " + kind.name);
      const Sample<TypeParam> sample(kind);
      // The same pattern with other values, which lead to other pivots.
      Sample<TypeParam> other = sample;
      for (std::size_t k = 0; k < other.re.size(); ++k)
        other.re[k] *= k % 7 == 3 ? 1e-5 : 1 + 0.1 * static_cast<double>(k % 3);
      const auto structure = sample.structure();
      SparseSystem<TypeParam> fresh(structure, solver), used(structure, solver);
      const auto expected = solution_of(sample, fresh);
      for (int round = 0; round < 2; ++round) {
        (void)solution_of(other, used);
        (void)solution_of(sample, used);
        used.forget();
        EXPECT_TRUE(solution_of(sample, used) == expected);
        EXPECT_EQ(used.counts().pivot_choices, fresh.counts().pivot_choices);
        EXPECT_EQ(used.counts().entries, fresh.counts().entries);
      }
    });
}

TYPED_TEST(SparseSolvers, TakeTheSecondWayOnlyWhereTheBlockNeedsPivots) {
  for (const Kind& kind : {kinds[0], kinds[3]}) {
    const Sample<TypeParam> sample(kind);
    const auto factor = sparse_solver("ldl").make<TypeParam>();
    factor->analyse(sample.structure());
    ASSERT_FALSE(factor->factor(sample.re.data(), sample.im.data()));
    (void)sample.backward_error(*factor, 1e-12);
    EXPECT_TRUE(kind.diagonal < 4 || factor->counts().replacements == 0) << kind.name;
  }
}

TEST(SupernodalTree, HasTheSameFillAsEliminationOnTheDiagonal) {
  const Sample<double> sample(kinds[5]);
  const SupernodalTree tree(sample.pattern, minimum_degree_order(sample.pattern));
  const int n = tree.size();
  DenseOf<int> filled = DenseOf<int>::Zero(n, n);
  for (int j = 0; j < n; ++j)
    for (int k = sample.pattern.start[j]; k < sample.pattern.start[j + 1]; ++k)
      filled(tree.place[sample.pattern.row[k]], tree.place[j]) = 1;
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i)
      if (filled(i, j) != 0)
        for (int k = j + 1; k < n; ++k) filled(i, k) |= filled(j, k);
  // Supernodes may hold some zeros besides.
  for (int s = 0; s < tree.n_supernodes(); ++s)
    for (int j = tree.first[s]; j < tree.first[s + 1]; ++j)
      for (int i = tree.first[s + 1]; i < n; ++i) {
        const auto begin = tree.rows.begin() + tree.rows_start[s],
                   end = tree.rows.begin() + tree.rows_start[s + 1];
        EXPECT_TRUE(filled(i, j) == 0 || std::binary_search(begin, end, i)) << i << " " << j;
      }
}

TEST(LinearSolvers, AreRefusedWithTheRemedy) {
  EXPECT_THROW(LinearSolvers("no-such-solver"), InvalidInput);
  for (const SparseSolver& solver : sparse_solvers())
    if (!solver.is_built() || solver.traits.needs_definite) {
      EXPECT_THROW((void)LinearSolvers(solver.name), InvalidInput) << solver.name;
    } else {
      EXPECT_NO_THROW((void)LinearSolvers(solver.name)) << solver.name;
    }
}

TEST(LinearSolvers, TellWhetherFactorsMayBeUsedAtTheSameTime) {
  const Sample<double> sample(kinds[0]);
  for (const SparseSolver& solver : sparse_solvers()) {
    if (!solver.is_built() || solver.traits.needs_definite) continue;
    const FactorPlan plan(sample.pattern, sample.border, std::make_shared<LinearSolvers>(solver.name));
    ASSERT_EQ(plan.storage(), Storage::sparse);
    EXPECT_EQ(Factor<double>(plan).is_reentrant(), solver.name != "mumps") << solver.name;
  }
  EXPECT_TRUE(Factor<double>(FactorPlan(FixedMatrix(3, 3))).is_reentrant());
}

TEST(LinearSolvers, RecordTheLargestMatrix) {
  LinearSolvers solvers;
  const Sample<double> large(kinds[0]), small(kinds[0], 4);
  (void)solvers.choose(*large.structure());
  (void)solvers.choose(*small.structure());
  ASSERT_TRUE(solvers.largest());
  EXPECT_EQ(solvers.largest()->size, large.pattern.rows);
  EXPECT_EQ(solvers.largest()->n_border, 9);
  EXPECT_TRUE(solvers.remarks().empty());
}

}  // namespace sparse_solver_test
}  // namespace pleuel
