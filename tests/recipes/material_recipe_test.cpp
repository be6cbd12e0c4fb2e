// "Add a material law" of CONTRIBUTING.md: one that only this file has.
#include <gtest/gtest.h>

#include <cmath>

#include "material/point_test.hpp"
#include "pleuel/material/material_catalogue.hpp"
#include "pleuel/material/material_from.hpp"

namespace pleuel::testing {
namespace material_recipe_test {

namespace mat = pleuel::material;
using mat::FixedMatrixOf, mat::FixedVector, mat::LawDerivatives, mat::LawRates, mat::StressState;

/// Maxwell's fluid, a spring and a dashpot in series: ẇ = S σ/(2η), incompressible.
template <int N>
class Maxwell {
 public:
  static constexpr int n_stress = N;
  static constexpr int n_hardening = 0;

  Maxwell(double viscosity, StressState state) : fluidity_(mat::deviator(state) / (2 * viscosity)) {}

  std::vector<mat::StateVariable> hardening() const { return {}; }
  FixedVector<0> start() const { return {}; }
  void rates(const FixedVector<N>& sigma, const FixedVector<0>&, LawRates<N, 0>& out) const {
    out.w = fluidity_ * sigma;
  }
  void derivatives(const FixedVector<N>&, const FixedVector<0>&, LawDerivatives<N, 0>& out) const {
    out.w_sigma = fluidity_;
  }

 private:
  FixedMatrixOf<N, N> fluidity_;
};

mat::MaterialLaw maxwell() {
  return {.name = "maxwell",
          .title = "a spring and a dashpot in series",
          .equations = "σ = D (ε − w)\nẇ = s/(2 eta)",
          .source = "textbook",
          .parameters = mat::with_elasticity(
              {{.name = "eta", .unit = "Pa s", .help = "viscosity", .domain = mat::domain::positive}}),
          .build = [](const mat::Parameters& p, StressState state, const OptionValues&) {
            return mat::material_from<Maxwell>(state, mat::elastic_moduli(p.at("E"), p.at("nu"), state),
                                               p.at("eta"));
          }};
}

std::vector<mat::MaterialLaw> catalogue() {
  std::vector<mat::MaterialLaw> all = mat::laws();
  all.push_back(maxwell());
  return all;
}

/// Of a run at the tolerance 1e-10.
constexpr double precision = 1e-8;
constexpr double young = 1e9, poisson = 0.25, viscosity = 2e10;  // Pa, 1, Pa s

std::shared_ptr<const mat::Material> material(StressState state) {
  return mat::make_material(
      {.law = "maxwell", .parameters = {{"E", young}, {"nu", poisson}, {"eta", viscosity}}, .state = state},
      catalogue());
}

TEST(MaterialRecipe, IsFoundByNameAndIsUnknownWithoutAnEntry) {
  EXPECT_EQ(mat::law("maxwell", catalogue()).title, "a spring and a dashpot in series");
  EXPECT_THROW((void)mat::law("maxwell"), InvalidInput);
}

TEST(MaterialRecipe, HasItsParametersChecked) {
  EXPECT_THROW((void)mat::make_material(
                   {.law = "maxwell", .parameters = {{"E", 1}, {"nu", 0.3}, {"eta", -1}}}, catalogue()),
               InvalidInput);
}

// Pulled to ε in a time T at a constant rate and then held: σ̇ = E ε̇ − σ/τ with τ = 3η/E gives
// σ(T) = E ε τ/T (1 − e^(−T/τ)), and σ(T) e^(−(t − T)/τ) later.
TEST(MaterialRecipe, RelaxesInTensionByItsExponential) {
  const double strain = 0.01, rate = 1e-3, T = strain / rate, tau = 3 * viscosity / young;
  const MaterialTest test{.kind = MaterialTestKind::relaxation, .rate = rate, .strain = strain, .hold = 200};
  const double peak = young * rate * tau * (1 - std::exp(-T / tau));
  const std::vector<double> times = {T, T + tau / 2, T + tau, T + 3 * tau};
  for (const StressState state : {StressState::uniaxial, StressState::plane_stress, StressState::solid}) {
    const Curve curve = run_point(material(state), test, times);
    for (std::size_t i = 0; i < times.size(); ++i)
      EXPECT_NEAR(curve.at("sigma11", i), 1e-6 * peak * std::exp(-(times[i] - T) / tau),
                  precision * 1e-6 * peak)
          << name(state) << ", t = " << times[i];
  }
}

// In shear τ = η/μ with the shear modulus μ, whatever Poisson's ratio.
TEST(MaterialRecipe, RelaxesInShearByItsExponential) {
  const double shear = young / (2 * (1 + poisson)), tau = viscosity / shear, T = 10, angle = 0.02;
  const MaterialTest test{.kind = MaterialTestKind::path,
                          .path_times = {0, T, T + 2 * tau},
                          .path = {{"gamma12", {0, angle, angle}}}};
  const Curve curve = run_point(material(StressState::plane_stress), test, {T, T + 2 * tau});
  const double peak = 1e-6 * shear * angle * tau / T * (1 - std::exp(-T / tau));
  EXPECT_NEAR(curve.at("sigma12", 0), peak, precision * peak);
  EXPECT_NEAR(curve.at("sigma12", 1), peak * std::exp(-2.0), precision * peak);
}

}  // namespace material_recipe_test
}  // namespace pleuel::testing
