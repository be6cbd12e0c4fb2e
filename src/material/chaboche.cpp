// Viscoplasticity with a yield surface that moves and grows: several back stresses and isotropic
// hardening [Cha89].
#include <algorithm>
#include <array>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/material/material_from.hpp"
#include "pleuel/material/material_laws.hpp"

namespace pleuel::material {
namespace {

constexpr int most_back_stresses = 4;

struct ChabocheParameters {
  double k;     // initial yield stress, Pa
  double K, n;  // drag stress, Pa, and its exponent
  double Q, b;  // isotropic hardening: saturation, Pa, and rate
  std::array<double, most_back_stresses> C = {}, gamma = {};
};

/// The stresses are measured from the sum X of B back stresses, with the deviator s of σ:
///
///     ẇ = ṗ n,   n = (3/2) (s − X)/J,   J = √(3/2 (s − X):(s − X))
///     ṗ = ⟨(J − R − k)/K⟩ⁿ
///     Ẋ_i = (2/3) C_i ẇ − γ_i X_i ṗ,   X = ΣX_i,   X_i(0) = 0
///     Ṙ = b (Q − R) ṗ,   R(0) = 0
///
/// A state has the components X_11, X_22, … of the deviators X_i; under uniaxial stress the back
/// stress of the literature is (3/2) X_11. With ξ = S σ − N X, a strain whose shears are doubled,
/// J² = (3/2) ξᵀPξ in every stress state.
///
/// Stored are ψ = Σ (3/4) X_i:X_i/C_i and, if Q > 0, R²/(2bQ). The heat is
/// ṗ (J + Σ (3/2) (γ_i/C_i) X_i:X_i − R + R²/Q) ≥ 0, without the terms of R if Q ≤ 0.
///
/// Differs from [Cha89]: no static recovery and no memory of the strain range.
template <int N, int B>
class Chaboche {
 public:
  static constexpr int n_stress = N;
  static constexpr int n_hardening = 1 + B * N;
  static constexpr int Z = n_hardening;

  Chaboche(const ChabocheParameters& p, StressState state)
      : p_(p), state_(state), S_(deviator(state)), P_(strain_metric(state)), weight_(multiplicity(state)) {}

  /// All are stresses; those of K have the size of the stresses under which the material flows.
  std::vector<StateVariable> hardening() const {
    std::vector<StateVariable> variables = {{"R", "Pa", p_.K}};
    for (int i = 0; i < B; ++i)
      for (int k = 0; k < N; ++k)
        variables.push_back({"X" + std::to_string(i + 1) + "_" + component_name(state_, k), "Pa", p_.K});
    return variables;
  }
  FixedVector<Z> start() const { return FixedVector<Z>::Zero(); }

  template <class S>
  S hardening_energy(const FixedVector<Z, S>& z) const {
    S sum = 0;
    if (p_.Q > 0 && p_.b > 0) sum = z[0] * z[0] / (2 * p_.b * p_.Q);
    for (int i = 0; i < B; ++i) {
      if (!(p_.C[i] > 0)) continue;
      for (int k = 0; k < N; ++k)
        for (int l = 0; l < N; ++l)
          sum += 0.75 / p_.C[i] * weight_[k] * weight_[l] * P_(k, l) * z[1 + i * N + k] * z[1 + i * N + l];
    }
    return sum;
  }

  void rates(const FixedVector<N>& sigma, const FixedVector<Z>& z, LawRates<N, Z>& out) const {
    const Flow flow(*this, sigma, z);
    out.w = flow.rate * flow.n;
    out.z[0] = p_.b * (p_.Q - z[0]) * flow.rate;
    for (int i = 0; i < B; ++i)
      out.z.template segment<N>(1 + i * N) = flow.rate * hardening_direction(flow, z, i);
  }

  void derivatives(const FixedVector<N>& sigma, const FixedVector<Z>& z, LawDerivatives<N, Z>& out) const {
    const Flow flow(*this, sigma, z);
    out.w_sigma.setZero();
    out.w_z.setZero();
    out.z_sigma.setZero();
    out.z_z.setZero();
    if (flow.over <= 0) return;
    // With m = ∂J/∂ξ = P n: ∂J/∂σ = S m, ∂J/∂X = −N m, ∂n/∂ξ = ((3/2) I − n mᵀ)/J.
    const double slope = p_.n * flow.rate / flow.over;  // ∂ṗ/∂J
    const FixedVector<N> m = P_ * flow.n, by_sigma = S_ * m, by_X = weight_.cwiseProduct(m);
    const FixedMatrixOf<N, N> n_sigma = (1.5 * S_ - flow.n * by_sigma.transpose()) / flow.J;
    FixedMatrixOf<N, N> n_X = flow.n * by_X.transpose() / flow.J;
    n_X.diagonal() -= 1.5 / flow.J * weight_;

    out.w_sigma = slope * flow.n * by_sigma.transpose() + flow.rate * n_sigma;
    out.w_z.col(0) = -slope * flow.n;
    const FixedMatrixOf<N, N> w_X = flow.rate * n_X - slope * flow.n * by_X.transpose();
    for (int j = 0; j < B; ++j) out.w_z.template middleCols<N>(1 + j * N) = w_X;

    const double to_Q = p_.b * (p_.Q - z[0]);
    out.z_sigma.row(0) = to_Q * slope * by_sigma.transpose();
    out.z_z(0, 0) = -to_Q * slope - p_.b * flow.rate;
    for (int j = 0; j < B; ++j)
      out.z_z.row(0).template segment<N>(1 + j * N) = -to_Q * slope * by_X.transpose();

    for (int i = 0; i < B; ++i) {
      const int row = 1 + i * N;
      const FixedVector<N> t = hardening_direction(flow, z, i);
      const FixedVector<N> part = (2.0 / 3 * p_.C[i] * flow.rate) * weight_.cwiseInverse();
      out.z_sigma.template middleRows<N>(row) =
          slope * t * by_sigma.transpose() + part.asDiagonal() * n_sigma;
      out.z_z.col(0).template segment<N>(row) = -slope * t;
      const FixedMatrixOf<N, N> X_X = part.asDiagonal() * n_X - slope * t * by_X.transpose();
      for (int j = 0; j < B; ++j) out.z_z.template block<N, N>(row, 1 + j * N) = X_X;
      out.z_z.diagonal().template segment<N>(row).array() -= p_.gamma[i] * flow.rate;
    }
  }

 private:
  struct Flow {
    Flow(const Chaboche& law, const FixedVector<N>& sigma, const FixedVector<Z>& z) {
      FixedVector<N> X = FixedVector<N>::Zero();
      for (int i = 0; i < B; ++i) X += back_stress(z, i);
      n = law.S_ * sigma - law.weight_.cwiseProduct(X);
      J = std::sqrt(std::max(1.5 * n.dot(law.P_ * n), 0.0));
      over = J - z[0] - law.p_.k;
      if (over <= 0 || J <= smallest_J * law.p_.K) {
        over = 0;
        n *= 0;  // no flow; but NaN of any state stays NaN
        return;
      }
      n *= 1.5 / J;
      rate = std::pow(over / law.p_.K, law.p_.n);
    }
    FixedVector<N> n;  // ∂J/∂s, zero where nothing flows
    double J = 0, over = 0, rate = 0;
  };

  // J/K below which s − X has no direction. Only where k + R < 0 does anything flow there.
  static constexpr double smallest_J = 1e-12;

  static FixedVector<N> back_stress(const FixedVector<Z>& z, int i) {
    return z.template segment<N>(1 + i * N);
  }
  // Ẋ_i/ṗ.
  FixedVector<N> hardening_direction(const Flow& flow, const FixedVector<Z>& z, int i) const {
    return 2.0 / 3 * p_.C[i] * flow.n.cwiseQuotient(weight_) - p_.gamma[i] * back_stress(z, i);
  }

  ChabocheParameters p_;
  StressState state_;
  FixedMatrixOf<N, N> S_, P_;
  FixedVector<N> weight_;  // N of |σ|² = σᵀNσ
};

template <int N>
using OneBackStress = Chaboche<N, 1>;
template <int N>
using TwoBackStresses = Chaboche<N, 2>;
template <int N>
using ThreeBackStresses = Chaboche<N, 3>;
template <int N>
using FourBackStresses = Chaboche<N, 4>;

std::string numbered(const char* name, int i) { return name + std::to_string(i + 1); }

// The number of the last back stress that hardens; at least 1.
int n_back_stresses(const Parameters& p) {
  int last = 1;
  for (int i = 0; i < most_back_stresses; ++i)
    if (p.at(numbered("C", i)) > 0) last = i + 1;
  return last;
}

// Where k + R < 0, something flows under every stress. It must be too slow to be seen.
constexpr double slowest_flow = 1e-8;  // 1/s: 1 % in 12 days

std::vector<std::string> chaboche_faults(const Parameters& p, StressState, const OptionValues&) {
  std::vector<std::string> faults;
  for (int i = 0; i < most_back_stresses; ++i) {
    const std::string C = numbered("C", i), gamma = numbered("gamma", i);
    if (p.at(gamma) > 0 && p.at(C) == 0)
      faults.push_back(gamma + " = " + number_text(p.at(gamma)) + " belongs to a back stress with " + C +
                       " = 0, which does not harden: give " + C + ", or leave " + gamma + " out");
    if (p.at(C) == 0 && i + 1 < n_back_stresses(p))
      faults.push_back(C + " is 0, but " + numbered("C", n_back_stresses(p) - 1) +
                       " is not: number the back stresses from 1 without a gap");
  }
  const double lowest = p.at("k") + std::min(p.at("Q"), 0.0);
  const double flow = lowest < 0 ? std::pow(-lowest / p.at("K"), p.at("n")) : 0;
  if (flow > slowest_flow)
    faults.push_back("k + Q = " + number_text(lowest / 1e6) +
                     " MPa: the yield stress would become negative, and the "
                     "material would flow at " +
                     number_text(flow) + " 1/s without stress: give a Q of at least −k");
  return faults;
}

std::shared_ptr<const Material> build_chaboche(const Parameters& p, StressState state, const OptionValues&) {
  ChabocheParameters c{.k = p.at("k"), .K = p.at("K"), .n = p.at("n"), .Q = p.at("Q"), .b = p.at("b")};
  for (int i = 0; i < most_back_stresses; ++i) {
    c.C[static_cast<std::size_t>(i)] = p.at(numbered("C", i));
    c.gamma[static_cast<std::size_t>(i)] = p.at(numbered("gamma", i));
  }
  const Eigen::MatrixXd D = elastic_moduli(p.at("E"), p.at("nu"), state);
  switch (n_back_stresses(p)) {
    case 1:
      return material_from<OneBackStress>(state, D, c);
    case 2:
      return material_from<TwoBackStresses>(state, D, c);
    case 3:
      return material_from<ThreeBackStresses>(state, D, c);
    default:
      return material_from<FourBackStresses>(state, D, c);
  }
}

}  // namespace

MaterialLaw chaboche() {
  using namespace domain;
  std::vector<Parameter> parameters = {
      {.name = "k", .unit = "Pa", .help = "initial yield stress", .domain = not_negative},
      {.name = "K", .unit = "Pa", .help = "drag stress", .domain = positive},
      {.name = "n", .unit = "1", .help = "exponent of the overstress", .domain = at_least_one},
      {.name = "Q",
       .unit = "Pa",
       .help = "change of the yield stress at saturation; negative for materials that soften",
       .domain = {},
       .default_value = 0},
      {.name = "b",
       .unit = "1",
       .help = "rate of isotropic hardening",
       .domain = not_negative,
       .default_value = 0}};
  for (int i = 0; i < most_back_stresses; ++i) {
    const std::string which = "back stress " + std::to_string(i + 1);
    parameters.push_back({.name = numbered("C", i),
                          .unit = "Pa",
                          .help = "initial modulus of " + which,
                          .domain = not_negative,
                          .default_value = 0});
    parameters.push_back({.name = numbered("gamma", i),
                          .unit = "1",
                          .help = "recall of " + which + ", which saturates at C/gamma",
                          .domain = not_negative,
                          .default_value = 0});
  }
  return {
      .name = "chaboche",
      .title = "overstress viscoplasticity with up to four back stresses and isotropic hardening (Chaboche)",
      .equations =
          "σ = D (ε − w)\n"
          "ẇ = (3/2) ṗ (s − X)/J,  J = √(3/2 (s − X):(s − X)),  ṗ = ⟨(J − R − k)/K⟩^n\n"
          "Ẋ_i = (2/3) C_i ẇ − gamma_i X_i ṗ,  X = ΣX_i,  X_i(0) = 0\n"
          "Ṙ = b (Q − R) ṗ,  R(0) = 0",
      .source = "Cha89",
      .parameters = with_elasticity(std::move(parameters)),
      .faults = chaboche_faults,
      .build = build_chaboche};
}

}  // namespace pleuel::material
