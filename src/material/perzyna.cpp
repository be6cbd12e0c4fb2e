// Flow by overstress beyond a von Mises yield surface that grows [Per66].
#include <algorithm>
#include <cmath>

#include "pleuel/material/material_from.hpp"
#include "pleuel/material/material_laws.hpp"

namespace pleuel::material {
namespace {

struct PerzynaParameters {
  double yield;      // σ_y, Pa
  double hardening;  // H, Pa
  double fluidity;   // γ, 1/s
  double exponent;   // m
};

/// Flow where the von Mises stress exceeds what the point resists, which grows with the accumulated
/// equivalent plastic strain p:
///
///     ẇ = (3/2) ṗ S σ/σ_v,   ṗ = γ ⟨(σ_v − σ_y − H p)/σ_y⟩^m,   σ_v = √(3 J2)
///
/// γ → ∞ is plasticity without rate; below the yield stress nothing flows. For m = 1 the flow
/// begins with a corner.
template <int N>
class Perzyna {
 public:
  static constexpr int n_stress = N;
  static constexpr int n_hardening = 1;
  static constexpr int accumulated = 0;

  Perzyna(const PerzynaParameters& p, StressState state) : p_(p), S_(deviator(state)) {}

  std::vector<StateVariable> hardening() const { return {{"p", "1", 1}}; }
  FixedVector<1> start() const { return FixedVector<1>::Zero(); }

  void rates(const FixedVector<N>& sigma, const FixedVector<1>& z, LawRates<N, 1>& out) const {
    const Flow flow(*this, sigma, z[0]);
    out.w = flow.rate * flow.direction;
    out.z[0] = flow.rate;
  }

  void derivatives(const FixedVector<N>& sigma, const FixedVector<1>& z, LawDerivatives<N, 1>& out) const {
    const Flow flow(*this, sigma, z[0]);
    if (flow.over <= 0) {
      out.w_sigma.setZero();
      out.w_z.setZero();
      out.z_sigma.setZero();
      out.z_z.setZero();
      return;
    }
    // n = (3/2) Sσ/σ_v = ∂σ_v/∂σ,  ∂n/∂σ = ((3/2) S − n nᵀ)/σ_v.
    const double slope = p_.exponent * flow.rate / flow.over / p_.yield;
    const FixedVector<N>& n = flow.direction;
    out.w_sigma = (slope - flow.rate / flow.mises) * n * n.transpose() + (1.5 * flow.rate / flow.mises) * S_;
    out.w_z = -slope * p_.hardening * n;
    out.z_sigma = slope * n.transpose();
    out.z_z(0, 0) = -slope * p_.hardening;
  }

 private:
  struct Flow {
    Flow(const Perzyna& law, const FixedVector<N>& sigma, double p) {
      direction = law.S_ * sigma;
      mises = std::sqrt(1.5 * std::max(sigma.dot(direction), 0.0));
      over = (mises - law.p_.yield - law.p_.hardening * p) / law.p_.yield;
      if (over <= 0) {
        direction.setZero();
        return;
      }
      direction *= 1.5 / mises;
      rate = law.p_.fluidity * std::pow(over, law.p_.exponent);
    }
    FixedVector<N> direction;  // ∂σ_v/∂σ, zero where nothing flows
    double mises = 0, over = 0, rate = 0;
  };

  PerzynaParameters p_;
  FixedMatrixOf<N, N> S_;
};

}  // namespace

MaterialLaw perzyna() {
  return {.name = "perzyna",
          .title = "overstress viscoplasticity, von Mises, linear isotropic hardening (Perzyna)",
          .equations = "σ = D (ε − w)\nẇ = (3/2) ṗ s/σ_v,  ṗ = gamma ⟨(σ_v − sigma_y − H p)/sigma_y⟩^m",
          .source = "Per66",
          .parameters = with_elasticity(
              {{.name = "sigma_y", .unit = "Pa", .help = "yield stress", .domain = domain::positive},
               {.name = "H",
                .unit = "Pa",
                .help = "hardening modulus dσ_y/dp",
                .domain = domain::not_negative,
                .default_value = 0},
               {.name = "gamma", .unit = "1/s", .help = "fluidity", .domain = domain::positive},
               {.name = "m",
                .unit = "1",
                .help = "exponent of the overstress",
                .domain = domain::at_least_one,
                .default_value = 1}}),
          .build = [](const Parameters& p, StressState state, const OptionValues&) {
            return material_from<Perzyna>(
                state, elastic_moduli(p.at("E"), p.at("nu"), state),
                PerzynaParameters{p.at("sigma_y"), p.at("H"), p.at("gamma"), p.at("m")});
          }};
}

}  // namespace pleuel::material
