#include "pleuel/material/stress_state.hpp"

#include <array>

namespace pleuel::material {
namespace {

constexpr std::array<int, 4> sizes = {1, 3, 4, 6};

// How many of the components are normal stresses; shears follow.
int n_normal(StressState state) {
  switch (state) {
    case StressState::uniaxial:
      return 1;
    case StressState::plane_stress:
      return 2;
    case StressState::plane_strain:
    case StressState::solid:
      return 3;
  }
  return 0;
}

}  // namespace

const std::vector<StressState>& stress_states() {
  static const std::vector<StressState> all = {StressState::uniaxial, StressState::plane_stress,
                                               StressState::plane_strain, StressState::solid};
  return all;
}

int n_components(StressState state) { return sizes[static_cast<std::size_t>(state)]; }

bool is_shear(StressState state, int k) { return k >= n_normal(state); }

std::string component_name(StressState state, int k) {
  static const std::array<std::string, 3> normal = {"11", "22", "33"}, shear = {"12", "13", "23"};
  const int n = n_normal(state);
  return k < n ? normal[static_cast<std::size_t>(k)] : shear[static_cast<std::size_t>(k - n)];
}

std::string name(StressState state) {
  switch (state) {
    case StressState::uniaxial:
      return "uniaxial";
    case StressState::plane_stress:
      return "plane-stress";
    case StressState::plane_strain:
      return "plane-strain";
    case StressState::solid:
      return "solid";
  }
  return "";
}

Eigen::MatrixXd elastic_moduli(double modulus, double poisson, StressState state) {
  const int n = n_components(state), m = n_normal(state);
  const double shear = modulus / (2 * (1 + poisson));
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(n, n);
  D.diagonal().setConstant(shear);
  if (state == StressState::uniaxial) {
    D(0, 0) = modulus;
    return D;
  }
  // λ of Lamé; with σ33 = 0 the strain ε33 takes part of it away.
  const double lame = state == StressState::plane_stress ? modulus * poisson / (1 - poisson * poisson)
                                                         : 2 * shear * poisson / (1 - 2 * poisson);
  D.topLeftCorner(m, m).setConstant(lame);
  D.topLeftCorner(m, m).diagonal().array() += 2 * shear;
  return D;
}

Eigen::MatrixXd deviator(StressState state) {
  const int n = n_components(state), m = n_normal(state);
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(n, n);
  S.topLeftCorner(m, m).setConstant(-1.0 / 3);
  S.diagonal() = multiplicity(state);
  S.topLeftCorner(m, m).diagonal().setConstant(2.0 / 3);
  return S;
}

Eigen::VectorXd multiplicity(StressState state) {
  const int n = n_components(state), m = n_normal(state);
  Eigen::VectorXd N = Eigen::VectorXd::Constant(n, 2);
  N.head(m).setOnes();
  return N;
}

Eigen::MatrixXd strain_metric(StressState state) {
  // γ = 2ε: ½ γ² = 2 ε²
  Eigen::MatrixXd P = multiplicity(state).cwiseInverse().asDiagonal();
  if (state == StressState::uniaxial) P(0, 0) = 1.5;                           // ε² (1 + ¼ + ¼)
  if (state == StressState::plane_stress) P.topLeftCorner(2, 2).array() += 1;  // (ε11 + ε22)²
  return P;
}

}  // namespace pleuel::material
