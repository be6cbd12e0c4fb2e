// Materials of every law in every stress state, and random states of their points.
#pragma once

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/material/material_catalogue.hpp"

namespace pleuel::testing {

namespace mat = pleuel::material;

inline constexpr double MPa = 1e6;

inline mat::Parameters steel_316() {
  return {{"E", 150e9},      {"nu", 0.3},       {"D0", 1e4},       {"n", 2},           {"Z0", 280 * MPa},
          {"Z1", 560 * MPa}, {"Z2", 280 * MPa}, {"Z3", 110 * MPa}, {"m1", 0.05 / MPa}, {"m2", 3 / MPa},
          {"A1", 2e-5},      {"A2", 2e-5},      {"r1", 2},         {"r2", 2}};
}

inline mat::Parameters nickel_alloy() {
  return {{"E", 142e9},       {"nu", 0.33},       {"D0", 1e4},        {"n", 1.03},        {"Z0", 2400 * MPa},
          {"Z1", 3000 * MPa}, {"Z2", 2400 * MPa}, {"Z3", 1150 * MPa}, {"m1", 0.27 / MPa}, {"m2", 1.52 / MPa},
          {"A1", 0.0055},     {"A2", 0.0055},     {"r1", 2},          {"r2", 2}};
}

inline std::shared_ptr<const mat::Material> make_316(mat::StressState state,
                                                     const std::string& states = "7") {
  return mat::make_material({.law = "chan-bodner-lindholm",
                             .parameters = steel_316(),
                             .state = state,
                             .options = {{"states", states}}});
}

/// INCO 718 with one back stress, and a steel with three [Amb06, KK11].
inline mat::Parameters inco_718() {
  return {{"E", 159e9},         {"nu", 0.3}, {"k", 514.21 * MPa}, {"K", 1023.5 * MPa}, {"n", 4},
          {"Q", -194.39 * MPa}, {"b", 60},   {"C1", 170e9},       {"gamma1", 500}};
}
inline mat::Parameters grade_91() {
  return {{"E", 157e9},    {"nu", 0.27}, {"k", 0},      {"K", 701 * MPa}, {"n", 10.5},
          {"Q", -80e6},    {"b", 3},     {"C1", 135e9}, {"gamma1", 1e5},  {"C2", 123e9},
          {"gamma2", 850}, {"C3", 4e9},  {"gamma3", 1}};
}

struct Recipe {
  std::string law;
  mat::Parameters parameters;
  double stress = 0;               ///< at which it flows well, Pa
  bool has_back_stresses = false;  ///< otherwise it flows along the deviator of the stress
};

/// Every law with internal variables.
inline std::vector<Recipe> recipes() {
  mat::Parameters bent = steel_316();
  bent["r1"] = 1.5;
  bent["r2"] = 2.7;
  bent["A1"] = bent["A2"] = 0.1;
  mat::Parameters turning = bent;
  turning["alpha1"] = 1.5;
  mat::Parameters four = inco_718();
  four["Q"] = 150 * MPa;
  for (const char* i : {"2", "3", "4"}) {
    four[std::string("C") + i] = 20e9 * (i[0] - '0');
    four[std::string("gamma") + i] = 100.0 * (i[0] - '1');
  }
  return {
      {"chan-bodner-lindholm", steel_316(), 170 * MPa},
      {"chan-bodner-lindholm", nickel_alloy(), 700 * MPa},
      {"chan-bodner-lindholm", bent, 170 * MPa},
      {"chan-bodner-lindholm", turning, 170 * MPa},
      {"chaboche", inco_718(), 900 * MPa, true},
      {"chaboche", grade_91(), 400 * MPa, true},
      {"chaboche", four, 900 * MPa, true},
      {"perzyna",
       {{"E", 210e9}, {"nu", 0.3}, {"sigma_y", 200 * MPa}, {"H", 2000 * MPa}, {"gamma", 1e-2}, {"m", 3}},
       300 * MPa},
      {"norton", {{"E", 150e9}, {"nu", 0.3}, {"rate", 1e-8}, {"sigma0", 100 * MPa}, {"n", 5}}, 150 * MPa}};
}

struct MaterialSample {
  std::string name;
  std::shared_ptr<const mat::Material> material;
  double stress = 0;
  bool has_back_stresses = false;
};

inline MaterialSample sample(const Recipe& recipe, mat::StressState state, const Settings& options = {}) {
  return {recipe.law + " in " + name(state),
          mat::make_material(
              {.law = recipe.law, .parameters = recipe.parameters, .state = state, .options = options}),
          recipe.stress, recipe.has_back_stresses};
}

/// Every law with internal variables in every stress state.
inline std::vector<MaterialSample> samples() {
  std::vector<MaterialSample> all;
  for (const mat::StressState state : mat::stress_states())
    for (const Recipe& recipe : recipes()) all.push_back(sample(recipe, state));
  all.push_back(sample(recipes().front(), mat::StressState::plane_stress, {{"states", "10"}}));
  return all;
}

struct PointState {
  Eigen::VectorXd strain, x;
};

/// Stresses around `sample.stress` in random directions; plastic strains of 1 %; hardening that the
/// law can reach.
inline PointState random_point(const MaterialSample& sample, std::mt19937& random) {
  std::uniform_real_distribution<double> any(-1, 1), part(0.05, 0.95);
  const mat::Material& m = *sample.material;
  PointState point;
  point.x.resize(m.n_states());
  m.start(view(point.x));
  for (int i = 0; i < m.n_states(); ++i) {
    const mat::StateVariable& variable = m.states()[static_cast<std::size_t>(i)];
    const bool is_plastic_strain = i < m.n_stress() || variable.name == "ep33";
    if (is_plastic_strain) point.x[i] = 0.01 * any(random);
    if (variable.name == "Z_I") point.x[i] += part(random) * (1 - point.x[i]);
    if (variable.name.starts_with("beta")) point.x[i] = 0.06 * any(random);
    if (variable.name == "W_p") point.x[i] = part(random);
    if (variable.name == "p") point.x[i] = 0.02 * part(random);
    if (variable.name == "alpha") point.x[i] = part(random);
    if (variable.name == "R") point.x[i] = 0.03 * any(random);
    if (variable.name.starts_with("X")) point.x[i] = 0.02 * any(random);
  }
  // A back stress is a deviator: where all three normal components are kept, they sum to zero.
  for (int i = 0; i + 2 < m.n_states(); ++i) {
    const std::string& name = m.states()[static_cast<std::size_t>(i)].name;
    if (name.starts_with("X") && name.ends_with("_11") &&
        m.states()[static_cast<std::size_t>(i + 2)].name.ends_with("_33"))
      point.x[i + 2] = -point.x[i] - point.x[i + 1];
  }
  Eigen::VectorXd sigma(m.n_stress());
  for (auto& s : sigma) s = any(random);
  // In tension σᵀSσ = (2/3) σ².
  const double size = std::sqrt(1.5 * sigma.dot(mat::deviator(m.state()) * sigma));
  sigma *= sample.stress * (0.8 + 0.4 * part(random)) / size;
  point.strain = solved_symmetric(m.moduli(), sigma) + point.x.head(m.n_stress());
  return point;
}

inline Eigen::VectorXd rates(const mat::Material& m, const Eigen::VectorXd& strain,
                             const Eigen::VectorXd& x) {
  Eigen::VectorXd xdot(m.n_states());
  m.rates({1, strain.data(), x.data()}, xdot.data());
  return xdot;
}

}  // namespace pleuel::testing
