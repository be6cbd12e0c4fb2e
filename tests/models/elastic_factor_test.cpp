// The saddle matrices of a finite-element rod under every formulation: their factors stay as sparse
// as the rod's own.
#include <gtest/gtest.h>

#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/linalg/sparse_system.hpp"
#include "pleuel/mechanics/elastic_system.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/mechanics/formulation/saddle_plan.hpp"
#include "pleuel/mechanics/selected_constraints.hpp"

namespace pleuel::testing {
namespace elastic_factor_test {

struct Factored {
  int n_border = 0;
  long n_entries = 0;
  double backward_error = 0;  ///< max |b − A x| / (|A||x| + |b|)
};

/// A₀ + w A₁ + w² A₂ at the start of the case, factored; its right-hand side is that of
/// accelerations of 1 and multipliers that balance the masses of nodes, some 1e-4 kg.
template <class Scalar>
Factored factored(const Case& c, const Formulation& f, Scalar w) {
  constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  constexpr double multiplier = 1e-4;
  const auto dae = f.make_motion(c.system, OptionValues(f.options, {}));
  const InitialState x = dae->consistent_start(0, c.q0, c.v0, c.s0);
  const Vector y = dae->assemble(x.q, x.v, x.a, x.lambda, x.s);
  ReducedRows rows(c.system->info(), dae->rows(), dae->evaluator());
  SaddlePlan plan(rows, *c.system);
  rows.linearize(dae->evaluator(), dae->motion(0, y));
  plan.combine(rows);
  SparseSystem<Scalar> lu(plan.pattern, plan.last);
  const auto value = [&](int k) -> Scalar { return plan.A[0][k] + w * plan.A[1][k] + w * w * plan.A[2][k]; };
  const int n = plan.size();
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1> b = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>::Zero(n), r;
  for (int j = 0; j < n; ++j)
    for (int k = plan.pattern.start[j]; k < plan.pattern.start[j + 1]; ++k) {
      const Scalar a = value(k);
      lu.re()[k] = std::real(a);
      if constexpr (is_complex) lu.im()[k] = std::imag(a);
      b[plan.pattern.row[k]] += j < c.system->info().n_v() ? a : multiplier * a;
    }
  Factored result{.n_border = static_cast<int>(plan.last.size())};
  if (lu.factor()) return {.backward_error = std::nan("")};
  result.n_entries = lu.counts().entries;
  for (int i = 0; i < n; ++i) {
    lu.b_re()[i] = std::real(b[i]);
    if constexpr (is_complex) lu.b_im()[i] = std::imag(b[i]);
  }
  lu.solve();
  r = b;
  Vector size = b.cwiseAbs();
  for (int j = 0; j < n; ++j)
    for (int k = plan.pattern.start[j]; k < plan.pattern.start[j + 1]; ++k) {
      Scalar x_j;
      if constexpr (is_complex)
        x_j = {lu.x_re()[j], lu.x_im()[j]};
      else
        x_j = lu.x_re()[j];
      const Scalar term = value(k) * x_j;
      r[plan.pattern.row[k]] -= term;
      size[plan.pattern.row[k]] += std::abs(term);
    }
  for (int i = 0; i < n; ++i)
    if (size[i] > 0) result.backward_error = std::max(result.backward_error, std::abs(r[i]) / size[i]);
  return result;
}

// rcd1 has 30 rows of border, the largest 60. A row or column of the border has at most one entry
// with each deformation.
TEST(ElasticFactor, OfEveryFormulationIsAsSparseAsTheRodItself) {
  const Case c = checked_case(all().problem(model_path("fe-slider-crank")), {{"cells", "28"}, {"rows", "2"}});
  const int n_f = 567;
  ASSERT_EQ(deformations_of(*c.system).size(), 1u);
  ASSERT_EQ(deformations_of(*c.system)[0].size, n_f);
  long of_rcd1 = 0;
  for (const Formulation& f : motion_formulations())
    if (f.name == "rcd1") of_rcd1 = factored(c, f, 1e-5).n_entries;
  for (const Formulation& f : motion_formulations())
    for (const double h : {1e-7, 1e-5, 1e-3}) {
      const Factored real = factored(c, f, h), complex = factored(c, f, Complex(0.6 * h, 0.5 * h));
      EXPECT_LE(real.n_border, 60) << f.name;
      // 13 columns and 11 rows of the border reach into the rod where η' is there, 6 and 7 under
      // rcd1; the rest is border alone.
      EXPECT_LE(real.n_entries, of_rcd1 + 20L * n_f) << f.name << " " << h;
      EXPECT_LE(complex.n_entries, of_rcd1 + 20L * n_f) << f.name << " " << h;
      EXPECT_LE(real.backward_error, 1e-10) << f.name << " " << h;
      EXPECT_LE(complex.backward_error, 1e-10) << f.name << " " << h;
    }
}

TEST(ElasticFactor, ConstraintsLeftOutKeepTheDeformations) {
  const Case c = checked_case(all().problem(model_path("fe-slider-crank")), {});
  const SelectedConstraints some(c.system, {0, 1, 2});
  EXPECT_EQ(border_of(some, some.info().n_v() + 3).size(),
            static_cast<std::size_t>(some.info().n_v() + 3 - 171));
  EXPECT_TRUE(border_of(*checked_case(all().problem(model_path("pendulum")), {}).system, 5).empty());
}

}  // namespace elastic_factor_test
}  // namespace pleuel::testing
