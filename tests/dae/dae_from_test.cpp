#include "pleuel/dae/dae_from.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/dae/consistent_start.hpp"

namespace pleuel {
namespace dae_from_test {

/// (2 + y₂) ẏ₁ = −y₁ y₂,   0 = y₂² − 1 − t y₁.
struct SmallEquations {
  DaeInfo info() const {
    DaeInfo info;
    info.name = "small";
    info.unknowns = {{.name = "y1", .unit = ""}, {.name = "y2", .unit = "", .is_differential = false}};
    info.rows = {"rate", "root"};
    info.has_constant_E = false;
    return info;
  }
  void residual(const auto& x, auto* rows) const {
    rows[0] = -x.y[0] * x.y[1] - (2.0 + x.y[1]) * x.ydot[0];
    rows[1] = x.y[1] * x.y[1] - 1.0 - x.t * x.y[0];
  }
};

/// Heat conduction on a line of n points: ẏᵢ = yᵢ₋₁ − 2yᵢ + yᵢ₊₁.
struct LineEquations {
  int n = 200;
  DaeInfo info() const {
    DaeInfo info;
    info.name = "line";
    for (int i = 0; i < n; ++i) {
      info.unknowns.push_back({.name = "y" + std::to_string(i), .unit = ""});
      info.rows.push_back("rate " + std::to_string(i));
    }
    return info;
  }
  void residual(const auto& x, auto* rows) const {
    for (int i = 0; i < n; ++i) {
      rows[i] = -2.0 * x.y[i] - x.ydot[i];
      if (i > 0) rows[i] += x.y[i - 1];
      if (i + 1 < n) rows[i] += x.y[i + 1];
    }
  }
};

TEST(DaeFrom, SolvesWithTheExactMatrixForRealAndComplexShifts) {
  const auto dae = make_dae(SmallEquations{});
  const Vector y{{0.7, 1.3}}, ydot{{-0.4, 0.2}}, b{{1, 2}}, c{{-3, 0.5}};
  const double t = 0.9;
  Eigen::Matrix2d E, J;
  E << 2 + y[1], 0, 0, 0;
  J << -y[1], -y[0] - ydot[0], -t, 2 * y[1];
  const auto matrix = dae->newton_matrix({.real = 1, .complex = 1});
  matrix->linearize(t, y, ydot);
  ASSERT_FALSE(matrix->factor_real(0, 3, 0.5));
  Vector x(2), im(2);
  matrix->solve_real(0, b, x);
  EXPECT_LT(((3 * E - 0.5 * J) * x - b).norm(), 1e-14);
  const Complex alpha(2, 1), beta(1, -0.3);
  ASSERT_FALSE(matrix->factor_complex(0, alpha, beta));
  matrix->solve_complex(0, b, c, x, im);
  const Eigen::Vector2cd z = x + Complex(0, 1) * im, rhs = b + Complex(0, 1) * c;
  EXPECT_LT(((alpha * E - beta * J) * z - rhs).norm(), 1e-14);
}

TEST(DaeFrom, ALongLineIsFactoredSparselyAndSolvedExactly) {
  const auto dae = make_dae(LineEquations{});
  const int n = dae->info().n_unknowns();
  const auto matrix = dae->newton_matrix({.real = 1, .complex = 0});
  const Vector y = Vector::LinSpaced(n, 0, 1), b = Vector::Ones(n);
  Vector x(n), rows(n);
  matrix->linearize(0, y, y);
  ASSERT_FALSE(matrix->factor_real(0, 1, 1));
  matrix->solve_real(0, b, x);
  dae->residual(0, x, x, rows);  // J x − E x
  EXPECT_LT((rows + b).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(DaeFrom, AnUnknownThatNoRowDeterminesIsNamed) {
  const auto dae = make_dae(SmallEquations{});
  const Vector y{{0.7, 0.0}}, ydot = Vector::Zero(2);  // ∂c/∂y₂ = 2 y₂ = 0, and t = 0
  const auto matrix = dae->newton_matrix({.real = 1, .complex = 0});
  matrix->linearize(0, y, ydot);
  const auto singular = matrix->factor_real(0, 1, 1);
  ASSERT_TRUE(singular);
  EXPECT_EQ(singular->unknown, 1);
}

struct OneRowTooMany : SmallEquations {
  DaeInfo info() const {
    DaeInfo info = SmallEquations::info();
    info.rows.push_back("one more");
    return info;
  }
};

TEST(DaeFrom, MoreRowsThanUnknownsAreRefused) { EXPECT_THROW(make_dae(OneRowTooMany{}), InvalidInput); }

TEST(ConsistentStart, SolvesTheAlgebraicRowsAndFindsTheDerivatives) {
  const auto dae = make_dae(SmallEquations{});
  const double t = 2;
  const Vector y0{{1.5, 1.7}};  // y₂ = 2 is consistent
  const ConsistentStart start = consistent_start(*dae, t, y0, 10);
  ASSERT_EQ(start.fault, "");
  EXPECT_EQ(start.y[0], 1.5) << "a differential unknown keeps its value";
  EXPECT_NEAR(start.y[1], 2, 1e-15);
  EXPECT_NEAR(start.moved, 0.3, 1e-14);
  const double rate = -1.5 * 2 / 4;
  EXPECT_NEAR(start.ydot[0], rate, 1e-14);
  // 2 y₂ ẏ₂ = y₁ + t ẏ₁; half the digits by the difference quotient.
  EXPECT_NEAR(start.ydot[1], (1.5 + t * rate) / 4, 1e-7);
}

TEST(ConsistentStart, SaysInWhichUnknownThereIsNoneAndHowNewtonsMethodFailed) {
  const auto dae = make_dae(SmallEquations{});
  const Vector y0{{-3, 0.5}};  // y₂² = 1 − 3 · 1
  const ConsistentStart start = consistent_start(*dae, 1, y0, 1);
  for (const char* part : {"'y2'", "has not converged after 50 iterations: its relative increment is "})
    EXPECT_NE(start.fault.find(part), std::string::npos) << start.fault;
}

/// 0 = (10⁴ + y₂) − 10⁴ − 1/3 has rounding errors of 10⁴ ε, and is never zero.
struct RoundedEquations : SmallEquations {
  void residual(const auto& x, auto* rows) const {
    SmallEquations::residual(x, rows);
    rows[1] = (1e4 + x.y[1]) - 1e4 - 1.0 / 3;
  }
};

TEST(ConsistentStart, IsFoundUpToRoundingOfTheEquations) {
  const auto dae = make_dae(RoundedEquations{});
  const Vector y0{{1, 0}};
  const ConsistentStart start = consistent_start(*dae, 0, y0, 1);
  EXPECT_EQ(start.fault, "");
  EXPECT_NEAR(start.y[1], 1.0 / 3, 1e4 * std::numeric_limits<double>::epsilon());
}

}  // namespace dae_from_test
}  // namespace pleuel
