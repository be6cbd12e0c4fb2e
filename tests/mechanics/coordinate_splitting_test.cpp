// The two ways of removing the range of the constraints' gradients: by a splitting, and by a sparse
// factorisation.
#include "pleuel/mechanics/coordinate_splitting.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "pleuel/mechanics/formulation/psi0.hpp"
#include "pleuel/mechanics/formulation/psi1.hpp"
#include "pleuel/mechanics/range_projection.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace coordinate_splitting_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// All entries belong to the pattern, zeros too.
FixedMatrix fixed(const Matrix& A) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) entries.emplace_back(i, j);
  FixedMatrix result(static_cast<int>(A.rows()), static_cast<int>(A.cols()), entries);
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) result.value[result.slot(i, j)] = A(i, j);
  return result;
}

Matrix matrix_of(const CoordinateSplitting& splitting, int n) {
  Matrix P(splitting.independent().size(), n);
  Vector px(P.rows());
  for (int j = 0; j < n; ++j) {
    const Vector unit = Vector::Unit(n, j);
    splitting.project(unit.data(), px.data());
    P.col(j) = px;
  }
  return P;
}

/// g_q and G of a kind of system, off its start.
MotionMatrices gradients(const Kind& k) {
  const auto evaluator = k.system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  Vector q = k.q;
  for (int i = 0; i < q.size(); ++i) q[i] += 0.1 * std::sin(3.0 + 2 * i);
  evaluator->configuration_matrices(0.2, q, m);
  return m;
}

TEST(CoordinateSplitting, AnnihilatesTheGradientsOfEveryKindOfSystemAndHasFullRank) {
  for (const Kind& k : all_kinds()) {
    if (k.system->info().n_lambda() == 0) continue;
    const MotionMatrices m = gradients(k);
    for (const FixedMatrix* A : {&m.g_q, &m.G}) {
      CoordinateSplitting splitting(A->rows, A->cols);
      EXPECT_TRUE(splitting.renew(*A));
      const Matrix P = matrix_of(splitting, A->cols), dense = A->dense();
      ASSERT_EQ(P.rows(), A->cols - A->rows) << k.name;
      // Entries of (A_Y)⁻¹A_X carry rounding errors of size ε times the condition of A_Y, at most
      // some hundred here.
      EXPECT_LE((P * dense.transpose()).cwiseAbs().maxCoeff(), 1e3 * epsilon * P.norm() * dense.norm())
          << k.name;
      // P is the identity on the independent columns, so its rank cannot be less.
      for (Eigen::Index i = 0; i < P.rows(); ++i)
        for (Eigen::Index j = 0; j < P.rows(); ++j)
          EXPECT_EQ(P(i, splitting.independent()[j]), i == j ? 1.0 : 0.0);
    }
  }
}

TEST(CoordinateSplitting, OnThePendulumIsTheSelectorOfThePaperUpToScaling) {
  for (const double angle : {0.1, 0.6, 0.9, 2.0, 3.5, 5.9}) {
    const double x = std::cos(angle), y = std::sin(angle);
    CoordinateSplitting splitting(1, 2);
    splitting.renew(fixed(Matrix{{2 * x, 2 * y}}));
    const Matrix P = matrix_of(splitting, 2);
    // (y, −x), divided by the larger of its entries.
    EXPECT_NEAR(P(0, 0) * -x - P(0, 1) * y, 0, 4 * epsilon) << angle;
    EXPECT_EQ(P.cwiseAbs().maxCoeff(), 1.0) << angle;
  }
}

TEST(CoordinateSplitting, LiftsToAVectorThatItProjectsBack) {
  const MotionMatrices m = gradients(chain(3, 1));
  CoordinateSplitting splitting(m.g_q.rows, m.g_q.cols);
  splitting.renew(m.g_q);
  const Vector px{{0.3, -1.7, 2.9}};
  Vector lifted(m.g_q.cols), again(3);
  splitting.lift(px.data(), lifted.data());
  splitting.project(lifted.data(), again.data());
  EXPECT_EQ(again, px);
}

TEST(CoordinateSplitting, IsKeptWhileItServesAndRenewedWhenItGoesBad) {
  const auto at = [](double angle) { return fixed(Matrix{{2 * std::cos(angle), 2 * std::sin(angle)}}); };
  CoordinateSplitting splitting(1, 2);
  ASSERT_TRUE(splitting.renew(at(1.5)));
  ASSERT_EQ(splitting.dependent(), std::vector<int>{1});
  // (A_Y)⁻¹A_X = cot(angle): below 45° the choice would be the other, but an entry of 1.19 or 1.83
  // still serves.
  EXPECT_FALSE(splitting.renew(at(0.7)));
  EXPECT_FALSE(splitting.renew(at(0.5)));
  EXPECT_EQ(splitting.dependent(), std::vector<int>{1});
  // 10.03 does not.
  EXPECT_TRUE(splitting.renew(at(0.0994)));
  EXPECT_EQ(splitting.dependent(), std::vector<int>{0});
  EXPECT_EQ(splitting.independent(), std::vector<int>{1});
  EXPECT_FALSE(splitting.renew(at(0.0)));
}

TEST(CoordinateSplitting, IsUpdatedWithoutAnotherChoice) {
  CoordinateSplitting splitting(1, 2);
  splitting.renew(fixed(Matrix{{0.2, 1.0}}));
  splitting.update(fixed(Matrix{{20.0, 1.0}}));
  EXPECT_EQ(splitting.dependent(), std::vector<int>{1});
  EXPECT_LE((matrix_of(splitting, 2) - Matrix{{1.0, -20.0}}).norm(), 20 * epsilon);
}

TEST(CoordinateSplitting, IsRenewedWhenItsDependentColumnsHaveBecomeSingular) {
  // Two constraints on four columns. Whichever two columns become equal or zero, (A_Y)⁻¹ has
  // infinite or NaN entries, in different places.
  const Matrix good{{5.0, 0.0, 0.3, 0.1}, {0.0, 4.0, -0.2, 0.4}};
  const std::vector<Matrix> bad = {
      Matrix{{0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}}, Matrix{{1.0, 1.0, 1.0, 0.0}, {1.0, 1.0, 0.0, 0.0}},
      Matrix{{0.0, 0.0, 0.0, 1.0}, {0.0, 1.0, 0.0, 0.0}}, Matrix{{0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}};
  for (std::size_t i = 0; i < bad.size(); ++i) {
    CoordinateSplitting splitting(2, 4);
    splitting.renew(fixed(good));
    ASSERT_EQ(splitting.dependent(), (std::vector<int>{0, 1}));
    EXPECT_TRUE(splitting.renew(fixed(bad[i]))) << "case " << i;
    const Matrix P = matrix_of(splitting, 4);
    EXPECT_TRUE(P.allFinite()) << "case " << i;
    EXPECT_LE((P * bad[i].transpose()).cwiseAbs().maxCoeff(), 10 * epsilon) << "case " << i;
  }
}

/// Vectors with all frequencies.
Vector sample(int n) {
  Vector x(n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(0.4 + 1.7 * i);
  return x;
}

TEST(RangeProjection, LeavesWhatIsOrthogonalToTheGradientsAndRemovesTheRestDenseAndSparse) {
  for (const int links : {3, 40}) {
    const FixedMatrix A = gradients(chain(links, 1)).g_q;
    RangeProjection projection(A);
    projection.update(A);
    const Matrix dense = A.dense();
    // A Aᵀ is factored, so errors are those of its condition, which grows with the square of the
    // number of links.
    const double precision = 100 * epsilon * links * links;
    Vector x = sample(A.cols);
    const Vector before = x;
    projection.project(x.data());
    EXPECT_LE((dense * x).norm(), precision * before.norm()) << links;
    // What was removed is in the range: orthogonal to what was left.
    EXPECT_LE(std::abs((before - x).dot(x)), precision * before.squaredNorm()) << links;
    EXPECT_GT(x.norm(), 0.1 * before.norm()) << links;
    const Vector once = x;
    projection.project(x.data());
    EXPECT_LE((x - once).norm(), precision * once.norm()) << links;
    Vector range = dense.transpose() * sample(A.rows);
    const double size = range.norm();
    projection.project(range.data());
    EXPECT_LE(range.norm(), precision * size) << links;
  }
}

TEST(RangeProjection, VanishesExactlyWhereTheSplittingDoes) {
  const FixedMatrix A = gradients(chain(5, 1)).g_q;
  RangeProjection projection(A);
  projection.update(A);
  CoordinateSplitting splitting(A.rows, A.cols);
  splitting.renew(A);
  Vector x = sample(A.cols), Px(A.cols - A.rows), P_projected(A.cols - A.rows);
  splitting.project(x.data(), Px.data());
  projection.project(x.data());
  splitting.project(x.data(), P_projected.data());
  // P x = P (x − Aᵀη).
  EXPECT_LE((Px - P_projected).norm(), 1e-12 * Px.norm());
}

TEST(RangeProjection, FollowsNewValuesOfTheGradients) {
  RangeProjection projection(fixed(Matrix{{1.0, 0.0}}));
  for (const double angle : {0.3, 1.2, 2.5}) {
    projection.update(fixed(Matrix{{std::cos(angle), std::sin(angle)}}));
    Vector x{{1.0, 0.0}};
    projection.project(x.data());
    const double along = -std::sin(angle);
    EXPECT_LE((x - Vector{{along * -std::sin(angle), along * std::cos(angle)}}).norm(), 4 * epsilon) << angle;
  }
}

TEST(RangeProjection, GivesNotANumberWhereTheGradientsLoseTheirRank) {
  const FixedMatrix A = fixed(Matrix{{1.0, 2.0, 0.0}, {1.0, 2.0, 0.0}});
  RangeProjection projection(A);
  projection.update(A);
  Vector x{{1.0, 1.0, 1.0}};
  projection.project(x.data());
  EXPECT_FALSE(x.allFinite());
}

TEST(ProjectedRows, DoNotFeelRatesInTheRangeOfTheGradientsAtTheirOwnPlace) {
  std::vector<Kind> kinds = all_kinds();
  kinds.push_back(chain(25, 1));  // too large for a splitting
  for (const Kind& k : kinds)
    for (const Formulation& f : {psi1(), psi0()}) {
      const auto dae = f.make_motion(k.system, OptionValues(f.options, {}));
      const RowLayout& l = dae->layout();
      if (l.n_g == 0) continue;
      const auto newton = dae->newton_matrix({});
      Vector y = sample(l.n_unknowns), ydot = sample(l.n_unknowns);
      y.head(l.n_q) = k.q;
      newton->linearize(0, y, ydot);
      // A place as far from the linearised one as stages may be.
      y.head(l.n_q) += 0.02 * sample(l.n_q);
      const auto evaluator = k.system->make_evaluator();
      MotionMatrices m = evaluator->matrices({});
      evaluator->configuration_matrices(0.3, part(view(std::as_const(y)), 0, l.n_q), m);
      Vector before(l.n_rows), after(l.n_rows);
      dae->residual(0.3, y, ydot, before);
      ydot.segment(l.q, l.n_q) += m.g_q.dense().transpose() * sample(l.n_g);
      if (dae->rows().relaxes_v()) ydot.segment(l.v, l.n_v) += m.G.dense().transpose() * sample(l.n_g);
      dae->residual(0.3, y, ydot, after);
      EXPECT_LE((after - before).norm(), 1e-11 * before.norm()) << k.name << ", " << f.name;
      if (dae->rows().relaxes_v()) continue;
      // In psi1 nothing of v̇ − a may be lost.
      ydot.segment(l.v, l.n_v) += m.G.dense().transpose() * sample(l.n_g);
      dae->residual(0.3, y, ydot, after);
      EXPECT_GT((after - before).norm(), 1e-3) << k.name << ", " << f.name;
    }
}

}  // namespace coordinate_splitting_test
}  // namespace pleuel::testing
