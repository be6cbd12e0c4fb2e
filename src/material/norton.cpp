// Secondary creep as a power of the stress [Nor29].
#include <algorithm>
#include <cmath>

#include "pleuel/material/material_from.hpp"
#include "pleuel/material/material_laws.hpp"

namespace pleuel::material {
namespace {

struct NortonParameters {
  double rate;       // ṗ₀, 1/s
  double reference;  // σ₀, Pa
  double exponent;   // n
};

/// Creep at a rate that depends on the stress alone, incompressible and along the deviator:
///
///     ẇ = g S σ,   g = (3/2) (ṗ₀/σ₀) (σ_v/σ₀)^(n−1),   σ_v = √(3 J2)
///
/// In tension ε̇ = ṗ₀ (σ/σ₀)^n. Nothing hardens.
template <int N>
class Norton {
 public:
  static constexpr int n_stress = N;
  static constexpr int n_hardening = 0;

  Norton(const NortonParameters& p, StressState state) : p_(p), S_(deviator(state)) {}

  std::vector<StateVariable> hardening() const { return {}; }
  FixedVector<0> start() const { return {}; }

  void rates(const FixedVector<N>& sigma, const FixedVector<0>&, LawRates<N, 0>& out) const {
    const FixedVector<N> sv = S_ * sigma;
    out.w = fluidity(mises(sigma, sv)) * sv;
  }

  void derivatives(const FixedVector<N>& sigma, const FixedVector<0>&, LawDerivatives<N, 0>& out) const {
    const FixedVector<N> sv = S_ * sigma;
    const double v = mises(sigma, sv), g = fluidity(v);
    out.w_sigma = g * S_;
    // ∂σ_v/∂σ = (3/2) S σ/σ_v.
    if (v > 0) out.w_sigma += (1.5 * g * (p_.exponent - 1) / (v * v)) * sv * sv.transpose();
  }

 private:
  static double mises(const FixedVector<N>& sigma, const FixedVector<N>& sv) {
    return std::sqrt(1.5 * std::max(sigma.dot(sv), 0.0));
  }
  double fluidity(double v) const {
    return 1.5 * p_.rate / p_.reference * std::pow(v / p_.reference, p_.exponent - 1);
  }

  NortonParameters p_;
  FixedMatrixOf<N, N> S_;
};

}  // namespace

MaterialLaw norton() {
  return {.name = "norton",
          .title = "secondary creep, a power of the stress (Norton)",
          .equations = "σ = D (ε − w)\nẇ = (3/2) rate (σ_v/sigma0)^n s/σ_v",
          .source = "Nor29",
          .parameters = with_elasticity(
              {{.name = "rate", .unit = "1/s", .help = "creep rate at sigma0", .domain = domain::positive},
               {.name = "sigma0", .unit = "Pa", .help = "reference stress", .domain = domain::positive},
               {.name = "n", .unit = "1", .help = "stress exponent", .domain = domain::at_least_one}}),
          .build = [](const Parameters& p, StressState state, const OptionValues&) {
            return material_from<Norton>(state, elastic_moduli(p.at("E"), p.at("nu"), state),
                                         NortonParameters{p.at("rate"), p.at("sigma0"), p.at("n")});
          }};
}

}  // namespace pleuel::material
