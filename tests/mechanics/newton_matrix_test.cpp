// The elimination to the saddle matrix against the whole matrix α E − β J, for every system and formulation.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pleuel/mechanics/formulation/catalogue.hpp"
#include "pleuel/problem/catalogue.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace {

const double difference_step = std::cbrt(std::numeric_limits<double>::epsilon());

/// E = −∂residual/∂ẏ and J = ∂residual/∂y by central differences, by nothing that the code under test knows.
struct Pencil {
  Matrix E, J;
  double error;  ///< of an entry of J: rounding ε|r|/d and truncation d²|r'''|, both of size d² = ε^⅔
};

Pencil pencil_of(MechanicalDae& dae, double t, const Vector& y, const Vector& ydot) {
  const int n = dae.info().n_unknowns();
  Pencil p{Matrix(n, n), Matrix(n, n), 0};
  Vector high(n), low(n), x = y, xdot = ydot;
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

/// Each row's residual against the size of its terms: what rounding and the differences' error can make.
template <class Mat, class Vec>
void expect_solves(const Mat& A, const Vec& x, const Vec& rhs, double entry_error, const std::string& what) {
  const Eigen::VectorXd size = A.cwiseAbs() * x.cwiseAbs() + rhs.cwiseAbs();
  const double sum_x = x.cwiseAbs().sum();
  const Eigen::VectorXd residual = (A * x - rhs).cwiseAbs();
  const double largest_size = size.maxCoeff();
  for (Eigen::Index i = 0; i < residual.size(); ++i)
    EXPECT_LE(residual[i], entry_error * sum_x + 1e-12 * (size[i] + 1e-2 * largest_size))
        << what << ", row " << i;
}

struct Elimination : ::testing::TestWithParam<int> {};

TEST_P(Elimination, SolvesWithTheWholeMatrixForRealAndComplexShifts) {
  const Kind k = all_kinds()[GetParam()];
  for (const Formulation& f : formulation_catalogue()) {
    const auto dae = f.make(k.system, OptionValues(f.options, {}));
    const int n = dae->info().n_unknowns();
    const Vector y = sample_y(*dae, k), ydot = sample_rhs(n, 0.4);
    const double t = 0.23;
    const Pencil p = pencil_of(*dae, t, y, ydot);
    const auto newton = dae->newton_matrix({.real = 2, .complex = 2});
    newton->linearize(t, y, ydot);
    const double alphas[] = {30.0, 1.5}, betas[] = {1.0, 0.7};
    const Complex calphas[] = {{20.0, 30.0}, {1.5, -2.0}}, cbetas[] = {{1.0, 0.0}, {0.8, 0.5}};
    // All four are factored before the first is used: they must not share what they keep.
    for (int i = 0; i < 2; ++i) {
      ASSERT_FALSE(newton->factor_real(i, alphas[i], betas[i]).has_value()) << f.name;
      ASSERT_FALSE(newton->factor_complex(i, calphas[i], cbetas[i]).has_value()) << f.name;
    }
    const Vector re = sample_rhs(n, 0.1), im = sample_rhs(n, 2.2);
    for (int i = 0; i < 2; ++i) {
      const std::string what = k.name + ", " + f.name + ", shift " + std::to_string(i);
      Vector x(n), x_im(n);
      newton->solve_real(i, re, x);
      expect_solves<Matrix, Vector>(alphas[i] * p.E - betas[i] * p.J, x, re, p.error, what);
      newton->solve_complex(i, re, im, x, x_im);
      const Eigen::MatrixXcd A = calphas[i] * p.E.cast<Complex>() - cbetas[i] * p.J.cast<Complex>();
      const Eigen::VectorXcd z = x.cast<Complex>() + Complex(0, 1) * x_im.cast<Complex>();
      const Eigen::VectorXcd rhs = re.cast<Complex>() + Complex(0, 1) * im.cast<Complex>();
      expect_solves<Eigen::MatrixXcd, Eigen::VectorXcd>(A, z, rhs, 2 * p.error, what + ", complex");
    }
  }
}

TEST_P(Elimination, LeavesCoordinatesVelocitiesAndStatesOutOfTheFactor) {
  const Kind k = all_kinds()[GetParam()];
  const SystemInfo& info = k.system->info();
  for (const Formulation& f : formulation_catalogue()) {
    const auto dae = f.make(k.system, OptionValues(f.options, {}));
    const int blocks = f.name == "ggl1" ? 2 : 1;
    EXPECT_EQ(dae->newton_matrix({})->factored_size(), info.n_v() + blocks * info.n_lambda()) << f.name;
  }
}

INSTANTIATE_TEST_SUITE_P(NewtonMatrix, Elimination, ::testing::Range(0, n_kinds), [](const auto& suite) {
  std::string name = all_kinds()[suite.param].name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

int factored_size(const std::string& problem, const std::string& formulation) {
  for (const Problem& p : problem_catalogue())
    if (p.name == problem)
      for (const Formulation& f : formulation_catalogue())
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
  EXPECT_EQ(factored_size("andrews", "ggl1"), 19);
}

TEST(NewtonMatrix, GivesTheSameIncrementInRealAndComplexArithmeticDenseAndSparse) {
  // Four links are factored densely, sixteen sparsely.
  for (int n : {4, 16}) {
    const Kind k = chain(n, 1);
    for (const Formulation& f : formulation_catalogue()) {
      const auto dae = f.make(k.system, OptionValues(f.options, {}));
      const int size = dae->info().n_unknowns();
      const Vector y = sample_y(*dae, k), ydot = Vector::Zero(size), rhs = sample_rhs(size, 0.3);
      const auto newton = dae->newton_matrix({.real = 1, .complex = 1});
      newton->linearize(0, y, ydot);
      ASSERT_FALSE(newton->factor_real(0, 40.0, 1.0).has_value());
      ASSERT_FALSE(newton->factor_complex(0, {40.0, 0.0}, 1.0).has_value());
      Vector x(size), x_re(size), x_im(size);
      newton->solve_real(0, rhs, x);
      newton->solve_complex(0, rhs, ydot, x_re, x_im);
      EXPECT_LE((x - x_re).norm(), 1e-10 * x.norm()) << n << " links, " << f.name;
      EXPECT_LE(x_im.norm(), 1e-10 * x.norm()) << n << " links, " << f.name;
    }
  }
}

TEST(NewtonMatrix, StaysRightForStepsAsSmallAsRoundingAllows) {
  // α = 1/h up to 1e8: the scaled rows keep their size, so no digit is lost to α² beside 1.
  const Kind k = kind("bare pendulum");
  for (const Formulation& f : formulation_catalogue()) {
    const auto dae = f.make(k.system, OptionValues(f.options, {}));
    const int n = dae->info().n_unknowns();
    const Vector y = sample_y(*dae, k), ydot = Vector::Zero(n);
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
      // Where g stands as a row, δa follows from α² g_q δq, so an error p.error in g_q counts in full.
      EXPECT_LE((x - wanted).segment(4, 3).norm(), 1e3 * p.error) << f.name << ", α = " << alpha;
    }
  }
}

}  // namespace
}  // namespace pleuel::testing
