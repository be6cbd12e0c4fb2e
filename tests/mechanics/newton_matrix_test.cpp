// The elimination to the saddle matrix against the whole matrix α E − β J, for every system and
// formulation.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <thread>

#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/mechanics/formulation/null_space_plan.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/problem/problem_catalogue.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace newton_matrix_test {

const double difference_step = std::cbrt(std::numeric_limits<double>::epsilon());

/// E = −∂residual/∂ẏ and J = ∂residual/∂y by central differences, by nothing that the code under
/// test knows.
struct Pencil {
  Matrix E, J;
  /// of an entry of J: rounding ε|r|/d and truncation d²|r'''|, both of size d² = ε^⅔
  double error;
};

Pencil pencil_of(MechanicalDae& dae, double t, const Vector& y, const Vector& ydot) {
  const int n = dae.info().n_unknowns(), n_rows = dae.info().n_rows();
  Pencil p{Matrix(n_rows, n), Matrix(n_rows, n), 0};
  Vector high(n_rows), low(n_rows), x = y, xdot = ydot;
  for (int j = 0; j < n; ++j) {
    x[j] = y[j] + difference_step;
    dae.residual(t, x, ydot, high);
    x[j] = y[j] - difference_step;
    dae.residual(t, x, ydot, low);
    x[j] = y[j];
    p.J.col(j) = (high - low) / (2 * difference_step);
    xdot[j] = ydot[j] + 0.5;
    dae.residual(t, y, xdot, high);
    xdot[j] = ydot[j] - 0.5;
    dae.residual(t, y, xdot, low);
    xdot[j] = ydot[j];
    p.E.col(j) = low - high;
  }
  p.error = 1e2 * difference_step * difference_step * (1 + p.J.cwiseAbs().maxCoeff());
  return p;
}

/// A point off the solution, so that every term shows, but with η = 0, where ∂(g_qᵀη)/∂q vanishes.
Vector sample_y(const MechanicalDae& dae, const Kind& k) {
  const SystemInfo& info = k.system->info();
  Vector q = k.q, v = k.v, a(info.n_v()), lambda(info.n_lambda());
  for (int i = 0; i < q.size(); ++i) q[i] += 0.03 * std::sin(3.0 + 2 * i);
  for (int i = 0; i < v.size(); ++i) v[i] += 0.3 * std::cos(1.0 + i);
  for (int i = 0; i < a.size(); ++i) a[i] = std::sin(0.5 + 3 * i);
  for (int i = 0; i < lambda.size(); ++i) lambda[i] = std::cos(2.0 + i);
  return dae.assemble(q, v, a, lambda, k.s);
}

Vector sample_rhs(int n, double phase) {
  Vector rhs(n);
  for (int i = 0; i < n; ++i) rhs[i] = std::sin(phase + 1.7 * i);
  return rhs;
}

/// Anything; but q̇ = H v and v̇ = a where rows are projected: there the derivatives of P, which J
/// leaves out, multiply zero.
Vector sample_ydot(EquationsOfMotion& dae, double t, const Vector& y) {
  return dae.rows().is_projected() ? dae.derivative(t, y) : sample_rhs(dae.info().n_unknowns(), 0.4);
}

/// An orthonormal basis, in columns, of the null space of A, which has full row rank.
Matrix null_space(const Matrix& A) { return PivotedQr(A.transpose(), 0).Q().rightCols(A.cols() - A.rows()); }

/// What an increment has to fulfil: L (A x − rhs) = 0. L is the identity, but where rows outnumber
/// unknowns it leaves open what lies in the range of g_qᵀ (rows of q) and of Gᵀ (rows of v). g_q
/// and G are taken from the differences of the rows g and G v + g_t.
Matrix wanted_combinations(const EquationsOfMotion& dae, const Matrix& J) {
  const RowLayout& l = dae.layout();
  if (!dae.info().is_overdetermined()) return Matrix::Identity(l.n_rows, l.n_rows);
  const Matrix N_q = null_space(J.block(l.constraint.back(), l.q, l.n_g, l.n_q));
  const Matrix N_v = dae.rows().relaxes_v() ? null_space(J.block(l.constraint[1], l.v, l.n_g, l.n_v))
                                            : Matrix(Matrix::Identity(l.n_v, l.n_v));
  const int n_kept = l.n_rows - l.a;
  Matrix L = Matrix::Zero(N_q.cols() + N_v.cols() + n_kept, l.n_rows);
  L.block(0, l.q, N_q.cols(), l.n_q) = N_q.transpose();
  L.block(N_q.cols(), l.v, N_v.cols(), l.n_v) = N_v.transpose();
  L.bottomRightCorner(n_kept, n_kept).setIdentity();
  return L;
}

/// Each row's residual against the size of its terms: what rounding and the differences' error, of
/// A and of L, can make.
template <class Mat, class Vec>
void expect_solves(const Matrix& L, const Mat& A, const Vec& x, const Vec& rhs, double entry_error,
                   const std::string& what) {
  const Vec difference = A * x - rhs;
  const Eigen::VectorXd size = L.cwiseAbs() * (A.cwiseAbs() * x.cwiseAbs() + rhs.cwiseAbs());
  const double sums = x.cwiseAbs().sum() + difference.cwiseAbs().sum();
  const Eigen::VectorXd residual = (L.cast<typename Mat::Scalar>() * difference).cwiseAbs();
  const double largest_size = size.maxCoeff();
  for (Eigen::Index i = 0; i < residual.size(); ++i)
    EXPECT_LE(residual[i], entry_error * sums + 1e-12 * (size[i] + 1e-2 * largest_size))
        << what << ", row " << i;
}

/// `rate` multiplies the shifts. Multipliers that are solved apart need |v|/α < 1.
void expect_elimination_is_right(const Kind& k, const Formulation& f, double rate = 1) {
  const auto dae = f.make_motion(k.system, OptionValues(f.options, {}));
  const int n = dae->info().n_unknowns(), n_rows = dae->info().n_rows();
  const double t = 0.23;
  const Vector y = sample_y(*dae, k), ydot = sample_ydot(*dae, t, y);
  const Pencil p = pencil_of(*dae, t, y, ydot);
  const Matrix L = wanted_combinations(*dae, p.J);
  ASSERT_EQ(L.rows(), n) << "as many conditions as unknowns";
  const auto newton = dae->newton_matrix({.real = 2, .complex = 2});
  newton->allow_error(1e-14);  // where multipliers are solved apart
  newton->linearize(t, y, ydot);
  const double alphas[] = {rate * 30.0, rate * 1.5}, betas[] = {1.0, 0.7};
  const Complex calphas[] = {rate * Complex(20.0, 30.0), rate * Complex(1.5, -2.0)},
                cbetas[] = {{1.0, 0.0}, {0.8, 0.5}};
  // All four are factored before the first is used: they must not share what they keep.
  for (int i = 0; i < 2; ++i) {
    ASSERT_FALSE(newton->factor_real(i, alphas[i], betas[i]).has_value()) << f.name;
    ASSERT_FALSE(newton->factor_complex(i, calphas[i], cbetas[i]).has_value()) << f.name;
  }
  const Vector re = sample_rhs(n_rows, 0.1), im = sample_rhs(n_rows, 2.2);
  for (int i = 0; i < 2; ++i) {
    const std::string what = k.name + ", " + f.name + ", shift " + std::to_string(i);
    Vector x(n), x_im(n);
    newton->solve_real(i, re, x);
    expect_solves<Matrix, Vector>(L, alphas[i] * p.E - betas[i] * p.J, x, re, p.error, what);
    newton->solve_complex(i, re, im, x, x_im);
    const Eigen::MatrixXcd A = calphas[i] * p.E.cast<Complex>() - cbetas[i] * p.J.cast<Complex>();
    const Eigen::VectorXcd z = x.cast<Complex>() + Complex(0, 1) * x_im.cast<Complex>();
    const Eigen::VectorXcd rhs = re.cast<Complex>() + Complex(0, 1) * im.cast<Complex>();
    expect_solves<Eigen::MatrixXcd, Eigen::VectorXcd>(L, A, z, rhs, 2 * p.error, what + ", complex");
  }
}

/// The residual is linear in ẏ, so that its differences give E up to rounding.
void expect_multiplies_by_E(const Kind& k, const Formulation& f) {
  const auto dae = f.make(k.system, OptionValues(f.options, {}));
  const Vector y = sample_y(*dae, k), x = sample_rhs(dae->info().n_unknowns(), 0.8);
  const Vector none = Vector::Zero(y.size());
  Vector at_x(dae->info().n_rows()), at_none(at_x.size()), product(at_x.size());
  const auto newton = dae->newton_matrix({});
  newton->linearize(0.23, y, none);
  newton->multiply_E(x, product);
  dae->residual(0.23, y, x, at_x);
  dae->residual(0.23, y, none, at_none);
  const double rounding = 1e-14 * (1 + at_none.cwiseAbs().maxCoeff()) * static_cast<double>(y.size());
  EXPECT_LE((product - (at_none - at_x)).cwiseAbs().maxCoeff(), rounding) << k.name << ", " << f.name;
}

/// Factors and solves with every shift: one after the other, or each on a thread of its own.
Matrix solved(NewtonMatrix& newton, const Vector& rhs, int n, bool is_threaded) {
  Matrix x(n, 6);
  const auto work = [&](int k) {
    if (k < 2) {
      ASSERT_FALSE(newton.factor_real(k, 30.0 + 7 * k, 1.0));
      newton.solve_real(k, rhs, column(x, k));
    } else {
      ASSERT_FALSE(newton.factor_complex(k - 2, {20.0, 9.0 * k}, 1.0));
      newton.solve_complex(k - 2, rhs, rhs, column(x, 2 * k - 2), column(x, 2 * k - 1));
    }
  };
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k) {
    if (is_threaded)
      threads.emplace_back(work, k);
    else
      work(k);
  }
  for (std::thread& thread : threads) thread.join();
  return x;
}

void expect_shifts_are_apart(const Kind& k, const Formulation& f) {
  const auto dae = f.make(k.system, OptionValues(f.options, {}));
  const Vector y = sample_y(*dae, k), ydot = dae->derivative(0.23, y);
  const Vector rhs = sample_rhs(dae->info().n_rows(), 1.3);
  const auto newton = dae->newton_matrix({.real = 2, .complex = 2});
  newton->linearize(0.23, y, ydot);
  const int n = dae->info().n_unknowns();
  const Matrix alone = solved(*newton, rhs, n, false);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(solved(*newton, rhs, n, true), alone) << k.name << ", " << f.name;
}

/// Bodies with quaternions, in a mechanism that qs takes.
Kind governor() {
  const Problem problem = model_problem(std::string(PLEUEL_SOURCE_DIR) + "/models/flyball.json");
  const Case c = problem.build(OptionValues(problem.options, {}));
  EXPECT_TRUE(c.system->info().has_statics && !c.system->info().has_identity_kinematics());
  return {"governor", c.system, c.q0, c.v0, c.s0, 1};
}

/// Those that take the system: qs needs one that has statics.
std::vector<Formulation> formulations_of(const Kind& k) {
  return k.system->info().has_statics ? formulation_catalogue() : motion_formulations();
}

struct Elimination : ::testing::TestWithParam<int> {};

TEST_P(Elimination, SolvesWithTheWholeMatrixForRealAndComplexShifts) {
  const Kind k = all_kinds()[GetParam()];
  for (const Formulation& f : motion_formulations()) expect_elimination_is_right(k, f);
}

TEST_P(Elimination, MultipliesByE) {
  const Kind k = all_kinds()[GetParam()];
  for (const Formulation& f : formulations_of(k)) expect_multiplies_by_E(k, f);
}

TEST_P(Elimination, FactorsAndSolvesDifferentShiftsOnDifferentThreads) {
  const Kind k = all_kinds()[GetParam()];
  for (const Formulation& f : formulations_of(k)) expect_shifts_are_apart(k, f);
}

/// Blocks of n_λ columns beside the n_v of δa: δλ, and a range multiplier for each block of relaxed
/// rows.
int multiplier_blocks(const std::string& formulation) {
  static const std::map<std::string, int> blocks = {{"ori2", 1},      {"rcd1", 1}, {"rcd0", 1},
                                                    {"baumgarte", 1}, {"ggl1", 2}, {"psi1", 2},
                                                    {"ovd1", 2},      {"psi0", 3}, {"ovd0", 3}};
  return blocks.at(formulation);
}

TEST_P(Elimination, LeavesCoordinatesVelocitiesAndStatesOutOfTheFactor) {
  const Kind k = all_kinds()[GetParam()];
  const SystemInfo& info = k.system->info();
  for (const Formulation& f : motion_formulations()) {
    const auto dae = f.make_motion(k.system, OptionValues(f.options, {}));
    const int n_saddle = info.n_v() + multiplier_blocks(f.name) * info.n_lambda();
    const bool has_null_space = NullSpacePlan::suits(info, dae->rows());
    EXPECT_EQ(dae->newton_matrix({})->factored_size(),
              has_null_space ? info.n_v() - info.n_lambda() : n_saddle)
        << f.name;
  }
}

INSTANTIATE_TEST_SUITE_P(NewtonMatrix, Elimination, ::testing::Range(0, n_kinds), [](const auto& suite) {
  std::string name = all_kinds()[suite.param].name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

TEST(NewtonMatrix, SolvesWithTheWholeMatrixOfAChainOfFiftyConstraints) {
  const Kind k = chain(25, 1);
  for (const Formulation& f : motion_formulations()) {
    const auto dae = f.make_motion(k.system, OptionValues(f.options, {}));
    // P is square, so that rows outnumber unknowns.
    const int surplus = dae->info().n_rows() - dae->info().n_unknowns();
    const bool keeps_count = f.name == "ggl1" || multiplier_blocks(f.name) == 1;
    EXPECT_EQ(surplus, keeps_count ? 0 : (multiplier_blocks(f.name) - 1) * k.system->info().n_lambda())
        << f.name;
    constexpr double rate = 40;
    expect_elimination_is_right(k, f, rate);
  }
}

TEST(NewtonMatrix, OfALargeChainFactorsShiftsOnDifferentThreads) {
  for (const Kind& k : {chain(25, 1), governor()})
    for (const Formulation& f : formulations_of(k)) expect_shifts_are_apart(k, f);
}

TEST(NewtonMatrix, OfQuaternionsInEquilibriumMultipliesByE) {
  const Kind k = governor();
  for (const Formulation& f : formulations_of(k)) expect_multiplies_by_E(k, f);
}

/// The residual is a function of its arguments, and what one matrix solves is its own affair.
TEST(NewtonMatrix, TwoOfOneDaeDoNotInfluenceEachOtherNorTheResidual) {
  for (const Kind& k : {kind("bare pendulum"), kind("ball joint"), kind("chain of 3"), governor()}) {
    const std::string& name = k.name;
    for (const Formulation& f : formulations_of(k)) {
      const auto dae = f.make(k.system, OptionValues(f.options, {}));
      const Vector y = sample_y(*dae, k), ydot = sample_rhs(dae->info().n_unknowns(), 0.4);
      Vector elsewhere = y, rows(dae->info().n_rows()), x(y.size()), again(y.size());
      for (Eigen::Index i = 0; i < y.size(); ++i)
        elsewhere[i] += 0.7 * std::sin(5.0 * static_cast<double>(i));
      const Vector rhs = sample_rhs(dae->info().n_rows(), 1.1);
      const auto one = dae->newton_matrix({}), two = dae->newton_matrix({});
      one->linearize(0.1, y, ydot);
      ASSERT_FALSE(one->factor_real(0, 40.0, 1.0));
      dae->residual(0.1, y, ydot, rows);
      const Vector before = rows;
      one->solve_real(0, rhs, x);
      two->linearize(0.6, elsewhere, ydot);
      ASSERT_FALSE(two->factor_real(0, 7.0, 1.0));
      two->solve_real(0, rhs, again);
      dae->residual(0.1, y, ydot, rows);
      EXPECT_EQ(rows, before) << name << ' ' << f.name;
      one->solve_real(0, rhs, again);
      EXPECT_EQ(again, x) << name << ' ' << f.name;
    }
  }
}

int factored_size(const std::string& problem, const std::string& formulation) {
  for (const Problem& p : problem_catalogue())
    if (p.name == problem)
      for (const Formulation& f : motion_formulations())
        if (f.name == formulation) {
          const Case made = p.build(OptionValues(p.options, {}));
          return f.make(made.system, OptionValues(f.options, {}))->newton_matrix({})->factored_size();
        }
  return -1;
}

TEST(FactoredSize, IsThatOfTheSaddleMatrixOnThePublishedProblems) {
  EXPECT_EQ(factored_size("slider-crank", "rcd1"), 10);
  EXPECT_EQ(factored_size("slider-crank", "ggl1"), 13);
  for (const char* formulation : {"ori2", "rcd0", "rcd1"})
    EXPECT_EQ(factored_size("andrews", formulation), 13);
}

TEST(FactoredSize, IsTheNumberOfDegreesOfFreedomWhereConstraintsAreEliminated) {
  for (const char* formulation : {"ggl1", "psi1", "ovd1", "psi0", "ovd0"})
    EXPECT_EQ(factored_size("andrews", formulation), 1) << formulation;
}

/// Its constraints depend on the norm of the quaternion: ball joints whose arm grows with |p|².
struct GrowingArm : BallJointBody {
  SystemInfo info() const {
    SystemInfo info = BallJointBody::info();
    info.add_constraint("rod", "N");
    info.add_constraint("plane", "N");
    return info;
  }
  void constraint(const auto& x, auto&& g) const {
    const auto A = rotation(x);
    const auto n = x.q[3] * x.q[3] + x.q[4] * x.q[4] + x.q[5] * x.q[5] + x.q[6] * x.q[6];
    for (int i = 0; i < 3; ++i) g[i] = x.q[i] + n * (A(i, 0) * c[0] + A(i, 1) * c[1] + A(i, 2) * c[2]);
    g[3] = n * A(2, 0) + A(0, 1) - 0.1;
    g[4] = A(1, 2) - 0.2 * x.q[0];
  }
};

TEST(NewtonMatrix, IsRightIfConstraintsDependOnTheNormOfAQuaternion) {
  Kind k = kind("ball joint");
  k.system = make_system(GrowingArm{});
  const int n_v = k.system->info().n_v(), n_g = k.system->info().n_lambda();
  for (const Formulation& f : motion_formulations()) {
    if (multiplier_blocks(f.name) != 3) continue;
    const auto dae = f.make_motion(k.system, OptionValues(f.options, {}));
    EXPECT_TRUE(NullSpacePlan::suits(k.system->info(), dae->rows())) << "by its size alone";
    expect_elimination_is_right(k, f);
    const auto newton = dae->newton_matrix({});
    const Vector y = sample_y(*dae, k);
    newton->linearize(0.23, y, sample_ydot(*dae, 0.23, y));
    EXPECT_EQ(newton->factored_size(), n_v + 3 * n_g) << "no null space";
  }
}

TEST(NewtonMatrix, GivesTheSameIncrementInRealAndComplexArithmeticDenseAndSparse) {
  // Four links are factored densely, sixteen sparsely; of twenty-five the projections are sparse
  // too.
  for (int n : {4, 16, 25}) {
    const Kind k = chain(n, 1);
    for (const Formulation& f : motion_formulations()) {
      const auto dae = f.make_motion(k.system, OptionValues(f.options, {}));
      const int size = dae->info().n_unknowns(), n_rows = dae->info().n_rows();
      const Vector y = sample_y(*dae, k), ydot = Vector::Zero(size);
      const Vector rhs = sample_rhs(n_rows, 0.3), no_rhs = Vector::Zero(n_rows);
      const auto newton = dae->newton_matrix({.real = 1, .complex = 1});
      newton->linearize(0, y, ydot);
      ASSERT_FALSE(newton->factor_real(0, 40.0, 1.0).has_value());
      ASSERT_FALSE(newton->factor_complex(0, {40.0, 0.0}, 1.0).has_value());
      Vector x(size), x_re(size), x_im(size);
      newton->solve_real(0, rhs, x);
      newton->solve_complex(0, rhs, no_rhs, x_re, x_im);
      EXPECT_LE((x - x_re).norm(), 1e-10 * x.norm()) << n << " links, " << f.name;
      EXPECT_LE(x_im.norm(), 1e-10 * x.norm()) << n << " links, " << f.name;
    }
  }
}

TEST(NewtonMatrix, StaysRightForStepsAsSmallAsRoundingAllows) {
  // α = 1/h up to 1e8: the scaled rows keep their size, so no digit is lost to α² beside 1.
  const Kind k = kind("bare pendulum");
  for (const Formulation& f : motion_formulations()) {
    const auto dae = f.make_motion(k.system, OptionValues(f.options, {}));
    const int n = dae->info().n_unknowns();
    const Vector y = sample_y(*dae, k), ydot = dae->derivative(0, y);
    const Pencil p = pencil_of(*dae, 0, y, ydot);
    const auto newton = dae->newton_matrix({});
    newton->linearize(0, y, ydot);
    for (double alpha : {1e4, 1e6, 1e8}) {
      ASSERT_FALSE(newton->factor_real(0, alpha, 1.0).has_value()) << f.name;
      // A right-hand side that an increment of a of size one makes.
      Vector wanted = Vector::Zero(n);
      wanted.segment(4, 2) << 1.0, -0.5;
      wanted.segment(2, 2) = wanted.segment(4, 2) / alpha;
      wanted.segment(0, 2) = wanted.segment(2, 2) / alpha;
      wanted[6] = 0.3;
      const Vector rhs = (alpha * p.E - p.J) * wanted;
      Vector x(n);
      newton->solve_real(0, rhs, x);
      // Where g stands as a row, δa follows from α² g_q δq, so an error p.error in g_q counts in
      // full.
      EXPECT_LE((x - wanted).segment(4, 3).norm(), 1e3 * p.error) << f.name << ", α = " << alpha;
    }
  }
}

}  // namespace newton_matrix_test
}  // namespace pleuel::testing
