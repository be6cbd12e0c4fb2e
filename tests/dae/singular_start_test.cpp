// Consistent derivatives of plain DAEs whose E is singular in ways that their unknowns do not say.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/dae/consistent_start.hpp"
#include "pleuel/dae/dae_from.hpp"

namespace pleuel {
namespace singular_start_test {

DaeInfo info_of(const char* name, int n) {
  DaeInfo info;
  info.name = name;
  for (int i = 1; i <= n; ++i) {
    info.unknowns.push_back({.name = "y" + std::to_string(i), .unit = ""});
    info.rows.push_back("row " + std::to_string(i));
  }
  return info;
}

/// ẏ₁ = −y₁, 0 = y₂ − y₁² − sin t, where nothing marks y₂ as algebraic.
struct UnmarkedAlgebraic {
  DaeInfo info() const { return info_of("unmarked", 2); }
  void residual(const auto& x, auto* rows) const {
    rows[0] = -x.y[0] - x.ydot[0];
    rows[1] = x.y[1] - x.y[0] * x.y[0] - std::sin(x.t);
  }
};

TEST(SingularStart, AnUnknownWithoutADerivativeCountsAsAlgebraicWhateverIsSaidOfIt) {
  const auto dae = make_dae(UnmarkedAlgebraic{});
  EXPECT_TRUE(dae->info().unknowns[0].is_differential);
  EXPECT_FALSE(dae->info().unknowns[1].is_differential);
  const Vector y0{{2.0, 0.0}};
  const ConsistentStart start = consistent_start(*dae, 0, y0, 1);
  ASSERT_EQ(start.fault, "");
  EXPECT_NEAR(start.y[1], 4, 1e-14);
  EXPECT_NEAR(start.ydot[0], -2, 1e-14);
  EXPECT_NEAR(start.ydot[1], 2 * 2 * -2 + 1, 1e-6);
}

/// The same with the algebraic row first: rows do not stand at their unknowns.
struct ExchangedRows {
  DaeInfo info() const { return info_of("exchanged", 2); }
  void residual(const auto& x, auto* rows) const {
    rows[0] = x.y[1] - x.y[0] * x.y[0] - std::sin(x.t);
    rows[1] = -x.y[0] - x.ydot[0];
  }
};

TEST(SingularStart, RowsNeedNotStandAtTheirUnknowns) {
  const auto dae = make_dae(ExchangedRows{});
  const Vector y0{{2.0, 0.0}};
  const ConsistentStart start = consistent_start(*dae, 0, y0, 1);
  ASSERT_EQ(start.fault, "");
  EXPECT_NEAR(start.y[0], 2, 1e-14) << "a differential unknown keeps its value";
  EXPECT_NEAR(start.y[1], 4, 1e-13);
  EXPECT_NEAR(start.ydot[0], -2, 1e-12);
  EXPECT_NEAR(start.ydot[1], 2 * 2 * -2 + 1, 1e-6);
}

/// A capacitor between two nodes: E has rank one and no empty row. c (u̇₁ − u̇₂) = i(t) − u₁/r, −c
/// (u̇₁ − u̇₂) = −u₂/r.
struct FloatingCapacitor {
  double c = 2, r = 5;
  DaeInfo info() const { return info_of("capacitor", 2); }
  void residual(const auto& x, auto* rows) const {
    const auto through = c * (x.ydot[0] - x.ydot[1]);
    rows[0] = std::cos(x.t) - x.y[0] / r - through;
    rows[1] = through - x.y[1] / r;
  }
};

TEST(SingularStart, AnEOfDeficientRankWithoutEmptyRowsIsSplit) {
  const auto dae = make_dae(FloatingCapacitor{});
  const Vector y0{{1.0, 0.5}};
  const ConsistentStart start = consistent_start(*dae, 0, y0, 1);
  ASSERT_EQ(start.fault, "");
  // Charge is kept: u₁ − u₂ = 0.5; the sum of the rows is algebraic: u₁ + u₂ = r cos t.
  EXPECT_NEAR(start.y[0] - start.y[1], 0.5, 1e-13);
  EXPECT_NEAR(start.y[0] + start.y[1], 5, 1e-13);
  // c (u̇₁ − u̇₂) = u₂/r, u̇₁ + u̇₂ = −r sin t = 0.
  const double difference = start.y[1] / 5 / 2;
  EXPECT_NEAR(start.ydot[0], difference / 2, 1e-6);
  EXPECT_NEAR(start.ydot[1], -difference / 2, 1e-6);
  Vector rows(2);
  dae->residual(0, start.y, start.ydot, rows);
  EXPECT_LT(rows.cwiseAbs().maxCoeff(), 1e-12);
}

/// Index 2: 0 = y₁ − sin t determines y₁, which is differential; y₂ follows from its derivative
/// only.
struct IndexTwo {
  DaeInfo info() const { return info_of("index two", 2); }
  void residual(const auto& x, auto* rows) const {
    rows[0] = x.y[1] - x.ydot[0];
    rows[1] = x.y[0] - std::sin(x.t);
  }
};

TEST(SingularStart, AnIndexAboveOneIsNamedAsTheCause) {
  const auto dae = make_dae(IndexTwo{});
  const Vector y0{{0.0, 1.0}};
  const ConsistentStart start = consistent_start(*dae, 0, y0, 1);
  EXPECT_NE(start.fault.find("'y2'"), std::string::npos) << start.fault;
}

}  // namespace singular_start_test
}  // namespace pleuel
