// What holds for every law in every stress state.
#include <gtest/gtest.h>

#include <algorithm>

#include "material/samples.hpp"
#include "support/allocation_count.hpp"

namespace pleuel::testing {
namespace material_law_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// dψ/dt of the energy stored by hardening along ẋ, by central differences: ψ is quadratic.
double stored_power(const mat::Material& m, const VectorXd& x, const VectorXd& xdot) {
  const double step = 1e-3 / xdot.cwiseAbs().maxCoeff();
  const VectorXd after = x + step * xdot, before = x - step * xdot;
  return (m.hardening_energy(after.data()) - m.hardening_energy(before.data())) / (2 * step);
}

TEST(EveryLaw, TurnsWorkIntoHeatAndNeverBack) {
  std::mt19937 random(1);
  for (const MaterialSample& sample : samples()) {
    const mat::Material& m = *sample.material;
    for (int i = 0; i < 50; ++i) {
      const PointState at = random_point(sample, random);
      const VectorXd sigma = m.moduli() * (at.strain - at.x.head(m.n_stress()));
      const VectorXd xdot = rates(m, at.strain, at.x), wdot = xdot.head(m.n_stress());
      EXPECT_GT(sigma.dot(wdot) - stored_power(m, at.x, xdot), 0) << sample.name;
      if (sample.has_back_stresses) continue;
      // It flows along the deviator, so its volume stays: with σ33 = 0 that is said of the
      // components that are kept.
      const VectorXd direction = mat::deviator(m.state()) * sigma;
      EXPECT_NEAR(wdot.dot(direction), wdot.norm() * direction.norm(),
                  1e-12 * wdot.norm() * direction.norm());
    }
  }
}

TEST(EveryLaw, KeepsTheVolume) {
  std::mt19937 random(5);
  for (const MaterialSample& sample : samples()) {
    const mat::Material& m = *sample.material;
    if (m.n_stress() < 4) continue;  // the other strains follow from the volume
    for (int i = 0; i < 20; ++i) {
      const PointState at = random_point(sample, random);
      const VectorXd wdot = rates(m, at.strain, at.x).head(m.n_stress());
      EXPECT_NEAR(wdot.head(3).sum(), 0, 1e-14 * wdot.norm()) << sample.name;
    }
  }
}

// ε : ε from the tensor's nine entries.
double square_of(const mat::Material& m, const VectorXd& w) {
  Eigen::Matrix3d tensor = Eigen::Matrix3d::Zero();
  for (int k = 0; k < m.n_stress(); ++k) {
    const std::string place = component_name(m.state(), k);
    const int i = place[0] - '1', j = place[1] - '1';
    tensor(i, j) = tensor(j, i) = i == j ? w[k] : w[k] / 2;
  }
  if (m.state() == mat::StressState::uniaxial) tensor(1, 1) = tensor(2, 2) = -w[0] / 2;
  if (m.state() == mat::StressState::plane_stress) tensor(2, 2) = -w[0] - w[1];
  return tensor.squaredNorm();
}

TEST(EveryLaw, AccumulatesTheEquivalentPlasticStrain) {
  std::mt19937 random(4);
  for (const MaterialSample& sample : samples()) {
    const mat::Material& m = *sample.material;
    ASSERT_GE(m.accumulated_strain(), m.n_stress()) << sample.name;
    VectorXd start(m.n_states());
    m.start(view(start));
    EXPECT_EQ(start[m.accumulated_strain()], 0) << sample.name;
    for (int i = 0; i < 20; ++i) {
      const PointState at = random_point(sample, random);
      const VectorXd rate = rates(m, at.strain, at.x);
      const double expected = std::sqrt(2.0 / 3 * square_of(m, rate.head(m.n_stress())));
      EXPECT_NEAR(rate[m.accumulated_strain()], expected, 1e-13 * expected) << sample.name;
    }
  }
  EXPECT_EQ(
      mat::make_material(
          {.law = "elastic", .parameters = {{"E", 1e11}, {"nu", 0.3}}, .state = mat::StressState::solid})
          ->accumulated_strain(),
      -1);
}

// Central differences of two widths h and h/2, combined to order 4.
VectorXd difference(const mat::Material& m, const PointState& at, int k, bool is_strain, double h) {
  const auto central = [&](double step) -> VectorXd {
    PointState plus = at, minus = at;
    (is_strain ? plus.strain : plus.x)[k] += step;
    (is_strain ? minus.strain : minus.x)[k] -= step;
    return (rates(m, plus.strain, plus.x) - rates(m, minus.strain, minus.x)) / (2 * step);
  };
  return (4 * central(h / 2) - central(h)) / 3;
}

TEST(EveryLaw, HasDerivativesThatAreThoseOfItsRates) {
  std::mt19937 random(2);
  for (const MaterialSample& sample : samples()) {
    const mat::Material& m = *sample.material;
    const int n = m.n_stress(), ns = m.n_states();
    for (int i = 0; i < 20; ++i) {
      const PointState at = random_point(sample, random);
      // Columns of passive states stay zero.
      MatrixXd by_strain(ns, n), by_state(MatrixXd::Zero(ns, ns));
      m.derivatives({1, at.strain.data(), at.x.data()}, {by_strain.data(), by_state.data()});
      const VectorXd rate = rates(m, at.strain, at.x);
      const auto check = [&](const VectorXd& given, const VectorXd& expected, double h,
                             const std::string& by) {
        for (int r = 0; r < ns; ++r) {
          // The rates go with a power k ≤ 300 of the stress, so differences err by (k h/ε)⁴/480 <
          // 1e-7; and rounding over h.
          const double tolerance =
              1e-7 * given.cwiseAbs().maxCoeff() + 1e-12 * rate.cwiseAbs().maxCoeff() / h;
          EXPECT_NEAR(given[r], expected[r], tolerance)
              << sample.name << ": rate of " << m.states()[static_cast<std::size_t>(r)].name << " by " << by;
        }
      };
      const double h = 2e-4 * sample.stress / m.moduli()(0, 0);
      for (int k = 0; k < n; ++k)
        check(by_strain.col(k), difference(m, at, k, true, h), h, "strain " + std::to_string(k));
      for (int k = 0; k < ns; ++k) {
        const double step = k < n ? h : 1e-4;
        check(by_state.col(k), difference(m, at, k, false, step), step,
              m.states()[static_cast<std::size_t>(k)].name);
      }
    }
  }
}

TEST(EveryLaw, TreatsManyPointsAsItTreatsOneAndAllocatesNothing) {
  std::mt19937 random(3);
  for (const MaterialSample& sample : samples()) {
    const mat::Material& m = *sample.material;
    const int n = m.n_stress(), ns = m.n_states(), points = 5;
    MatrixXd strain(n, points), x(ns, points), xdot(ns, points), by_strain(ns, n * points),
        by_state(ns, m.n_active() * points);
    for (int p = 0; p < points; ++p) {
      const PointState at = random_point(sample, random);
      strain.col(p) = at.strain;
      x.col(p) = at.x;
    }
    const long before = allocation_count();
    m.rates({points, strain.data(), x.data()}, xdot.data());
    m.derivatives({points, strain.data(), x.data()}, {by_strain.data(), by_state.data()});
    EXPECT_EQ(allocation_count(), before) << sample.name;
    MatrixXd one_strain(ns, n), one_state(ns, m.n_active());
    for (int p = 0; p < points; ++p) {
      EXPECT_EQ(xdot.col(p), rates(m, strain.col(p), x.col(p))) << sample.name;
      m.derivatives({1, strain.col(p).data(), x.col(p).data()}, {one_strain.data(), one_state.data()});
      EXPECT_EQ(one_strain, by_strain.middleCols(n * p, n)) << sample.name;
      EXPECT_EQ(one_state, by_state.middleCols(m.n_active() * p, m.n_active())) << sample.name;
    }
  }
}

TEST(EveryLaw, IsAtRestWithoutStressAndHasFiniteDerivativesThere) {
  for (const MaterialSample& sample : samples()) {
    const mat::Material& m = *sample.material;
    const int n = m.n_stress(), ns = m.n_states();
    VectorXd strain = VectorXd::Zero(n), x(ns);
    m.start(view(x));
    EXPECT_EQ(rates(m, strain, x), VectorXd::Zero(ns)) << sample.name;
    MatrixXd by_strain(ns, n), by_state(ns, m.n_active());
    m.derivatives({1, strain.data(), x.data()}, {by_strain.data(), by_state.data()});
    EXPECT_TRUE(by_strain.allFinite() && by_state.allFinite()) << sample.name;
  }
}

// A bar is a sheet, and a sheet a solid, whose other stresses are zero.
TEST(EveryLaw, FlowsUnderTheSameStressAlikeInEveryStressState) {
  for (const Recipe& recipe : recipes()) {
    const auto rate_under_tension = [&](const MaterialSample& of) {
      const mat::Material& m = *of.material;
      VectorXd sigma = VectorXd::Zero(m.n_stress()), x(m.n_states());
      sigma[0] = of.stress;
      m.start(view(x));
      return rates(m, solved_symmetric(m.moduli(), sigma), x);
    };
    const VectorXd bar = rate_under_tension(sample(recipe, mat::StressState::uniaxial));
    for (const mat::StressState state : mat::stress_states()) {
      const MaterialSample other = sample(recipe, state);
      const int n = other.material->n_stress();
      const VectorXd rate = rate_under_tension(other);
      // The stress comes from a strain by D⁻¹ and D, and the rates follow it with a power of up to
      // 60.
      const double tolerance = 1e-12;
      EXPECT_NEAR(rate[0], bar[0], tolerance * bar[0]) << other.name;
      if (n > 1) {
        EXPECT_NEAR(rate[1], -0.5 * bar[0], tolerance * bar[0]) << other.name;
      }
      // Z_I and β11, and p.
      const auto& names = sample(recipe, mat::StressState::uniaxial).material->states();
      for (int i = 1; i < bar.size(); ++i) {
        const auto& states = other.material->states();
        const auto same =
            std::ranges::find(states, names[static_cast<std::size_t>(i)].name, &mat::StateVariable::name);
        ASSERT_NE(same, states.end());
        EXPECT_NEAR(rate[same - states.begin()], bar[i], tolerance * std::abs(bar[i])) << other.name;
      }
    }
  }
}

}  // namespace material_law_test
}  // namespace pleuel::testing
