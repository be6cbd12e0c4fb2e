// Viscoplasticity without a yield surface, with isotropic and directional hardening and thermal
// recovery [CBL88].
#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/material/material_from.hpp"
#include "pleuel/material/material_laws.hpp"

namespace pleuel::material {
namespace {

struct CblParameters {
  double D0;              // limiting strain rate, 1/s
  double n;               // rate sensitivity
  double Z0, Z1, Z2, Z3;  // Pa
  double m1, m2;          // 1/Pa
  double A1, A2;          // 1/s
  double r1, r2;
  double alpha1;
};

// Which variables a point keeps.
enum class Layout {
  independent,  // w, Z_I and β, the components of the stress state
  ten           // in plane stress also β33, ε33^p and W_p, which follow from the others
};

/// With J2 = ½ σᵀSσ, |σ|² = σᵀNσ, u = σ/|σ| (of the full stress, not of its deviator):
///
///     ẇ = λ S σ,   λ = D0/√J2 exp(−X/2),   X = (Z²/(3 J2))^n,   Z = Z_I + Z_D
///     Ẇ = σᵀẇ = 2 J2 λ                                            the plastic work
///     Ż_I = m1 (Z1 − Z_I) Ẇ − A1 Z1 ⟨(Z_I − Z2)/Z1⟩^r1            Z_I(0) = Z0
///     β̇ = m2 (Z3 u − β) Ẇ − A2 (|β|/Z1)^(r2−1) β                  Z_D = βᵀN u,  β(0) = 0
///
/// In tension ẇ = (2/√3) D0 exp(−½ (Z/σ)^(2n)). At constant rate and without recovery the stress
/// saturates at (Z1 + Z3)/(2 ln(2 D0/(√3 ε̇)))^(1/(2n)). Z_D jumps at σ = 0, where nothing flows as
/// long as Z_I > |β|, so Z3 < Z0 and Z3 < Z2 are asked for.
///
/// With α1 > 0 (is_turning), directions of stress that turn harden the material further, where θ is
/// the angle between β and β̇:
///
///     Ż_I = m1 (Z1 + α Z3 − Z_I) Ẇ − …,   α̇ = m2 (α1 sin θ − α) Ẇ,   α(0) = 0
///
/// Under proportional loads θ = 0. Differs from [CBL88]: sin θ is smoothed, see turning_sine().
template <int N, Layout layout, bool is_turning = false>
class ChanBodnerLindholm {
  static constexpr bool is_ten = layout == Layout::ten;
  static constexpr int B = N + (is_ten ? 1 : 0);  // components of β
  static_assert(!is_ten || (N == 3 && !is_turning));

 public:
  static constexpr int n_stress = N;
  static constexpr int n_hardening = 1 + B + (is_ten ? 2 : 0) + (is_turning ? 1 : 0);
  static constexpr int Z = n_hardening;

  ChanBodnerLindholm(const CblParameters& p, StressState state) : p_(p), state_(state), S_(deviator(state)) {
    weight_.setOnes();
    const Eigen::VectorXd multiple = multiplicity(state);
    for (int k = 0; k < N; ++k) weight_[k] = multiple[k];
  }

  std::vector<StateVariable> hardening() const {
    std::vector<StateVariable> variables = {{"Z_I", "Pa", p_.Z1}};
    for (int k = 0; k < N; ++k) variables.push_back({"beta" + component_name(state_, k), "Pa", p_.Z1});
    if constexpr (is_ten) {
      variables.push_back({"beta33", "Pa", p_.Z1});
      variables.push_back({"ep33", "1", 1});
      // The work after which Z_I has gone the part 1 − 1/e of its way.
      variables.push_back({"W_p", "Pa", p_.m1 > 0 ? 1 / p_.m1 : p_.Z1});
    }
    if constexpr (is_turning) variables.push_back({"alpha", "1", 1});
    return variables;
  }

  FixedVector<Z> start() const {
    FixedVector<Z> z = FixedVector<Z>::Zero();
    z[0] = p_.Z0;
    return z;
  }

  template <class S>
  void rates(const FixedVector<N, S>& sigma, const FixedVector<Z, S>& z, LawRates<N, Z, S>& out) const {
    const Flow<S> f(*this, sigma, z);
    const FixedVector<B, S> b = z.template segment<B>(1);
    out.w = f.lambda * f.sv;
    S limit(p_.Z1);
    if constexpr (is_turning) limit += p_.Z3 * z[Z - 1];
    out.z[0] = p_.m1 * (limit - z[0]) * f.work - isotropic_recovery(z[0]).value;
    const S to_Z3 = p_.m2 * f.work, recovery = directional_recovery(f.norm_of(b)).value;
    for (int k = 0; k < B; ++k) out.z[1 + k] = to_Z3 * (p_.Z3 * f.u[k] - b[k]) - recovery * b[k];
    if constexpr (is_ten) {
      out.z[B + 1] = f.lambda * s33(sigma);
      out.z[B + 2] = f.work;
    }
    if constexpr (is_turning)
      out.z[Z - 1] = p_.m2 * (p_.alpha1 * turning_sine(f, b, recovery) - z[Z - 1]) * f.work;
  }

  /// With is_turning dual numbers give them.
  void derivatives(const FixedVector<N>& sigma, const FixedVector<Z>& z, LawDerivatives<N, Z>& out) const
      requires(!is_turning) {
    const Flow<double> f(*this, sigma, z);
    const FixedVector<B> b = z.template segment<B>(1);
    const FixedVector<B> Nu = weight_.cwiseProduct(f.u), Nb = weight_.cwiseProduct(b);
    const double inverse_norm = f.norm > 0 ? 1 / f.norm : 0;
    // ∂Z/∂σ, of which the last component of the layout of ten has no stress.
    const FixedVector<N> Z_sigma = (inverse_norm * (Nb - f.Z_D * Nu)).template head<N>();

    out.w_sigma = f.lambda * S_ + f.by_J2 * f.sv * f.sv.transpose() + f.by_Z * f.sv * Z_sigma.transpose();
    out.w_z.setZero();
    out.w_z.col(0) = f.by_Z * f.sv;
    out.w_z.template middleCols<B>(1) = f.by_Z * f.sv * Nu.transpose();

    const FixedVector<N> W_sigma = 2 * f.lambda * f.sv + 2 * f.J2 * (f.by_J2 * f.sv + f.by_Z * Z_sigma);
    const double W_I = 2 * f.J2 * f.by_Z;
    const FixedVector<B> W_b = W_I * Nu;

    out.z_sigma.setZero();
    out.z_z.setZero();
    const double to_Z1 = p_.m1 * (p_.Z1 - z[0]);
    out.z_sigma.row(0) = to_Z1 * W_sigma.transpose();
    out.z_z(0, 0) = to_Z1 * W_I - p_.m1 * f.work - isotropic_recovery(z[0]).slope;
    out.z_z.row(0).template segment<B>(1) = to_Z1 * W_b.transpose();

    const FixedVector<B> to_Z3 = p_.m2 * (p_.Z3 * f.u - b);
    auto b_sigma = out.z_sigma.template middleRows<B>(1);
    b_sigma = to_Z3 * W_sigma.transpose();
    const double turn = p_.m2 * f.work * p_.Z3 * inverse_norm;
    b_sigma.template topRows<N>().diagonal().array() += turn;
    b_sigma -= turn * f.u * Nu.template head<N>().transpose();
    out.z_z.col(0).template segment<B>(1) = to_Z3 * W_I;
    const double size = f.norm_of(b);
    const Recovery<double> recovery = directional_recovery(size);
    auto b_b = out.z_z.template block<B, B>(1, 1);
    b_b = to_Z3 * W_b.transpose();
    b_b.diagonal().array() -= p_.m2 * f.work + recovery.value;
    if (size > 0) b_b -= (recovery.slope / size) * b * Nb.transpose();

    if constexpr (is_ten) {
      FixedVector<N> s33_sigma(-1.0 / 3, -1.0 / 3, 0);
      out.z_sigma.row(B + 1) =
          (f.lambda * s33_sigma + s33(sigma) * (f.by_J2 * f.sv + f.by_Z * Z_sigma)).transpose();
      out.z_z(B + 1, 0) = s33(sigma) * f.by_Z;
      out.z_z.row(B + 1).template segment<B>(1) = s33(sigma) * f.by_Z * Nu.transpose();
      out.z_sigma.row(B + 2) = W_sigma.transpose();
      out.z_z(B + 2, 0) = W_I;
      out.z_z.row(B + 2).template segment<B>(1) = W_b.transpose();
    }
  }

 private:
  template <class S>
  struct Flow {
    Flow(const ChanBodnerLindholm& law, const FixedVector<N, S>& sigma, const FixedVector<Z, S>& z)
        : weight(law.weight_) {
      using std::exp;
      using std::pow;
      using std::sqrt;
      const CblParameters& p = law.p_;
      sv = law.S_.template cast<S>() * sigma;
      J2 = 0.5 * sigma.dot(sv);
      if (J2 < 0.0) J2 = S(0.0);
      u.setZero();
      u.template head<N>() = sigma;
      norm = norm_of(u);
      if (norm > 0.0) u /= norm;
      const FixedVector<B, S> b = z.template segment<B>(1);
      Z_D = product(b, u);
      const S resistance = z[0] + Z_D;
      lambda = 0.0 * (resistance + J2);  // no flow; but NaN of any state stays NaN
      if (resistance <= 0.0 || J2 <= smallest_J2 * p.Z1 * p.Z1) return;
      const S X = pow(resistance * resistance / (3.0 * J2), p.n);
      if (X >= largest_X) return;
      lambda = p.D0 / sqrt(J2) * exp(-0.5 * X);
      by_J2 = lambda * (p.n * X - 1.0) / (2.0 * J2);
      by_Z = -lambda * p.n * X / resistance;
      work = 2.0 * J2 * lambda;
    }
    /// The scalar product of tensors.
    S product(const FixedVector<B, S>& a, const FixedVector<B, S>& b) const {
      S sum(0.0);
      for (int k = 0; k < B; ++k) sum += weight[k] * a[k] * b[k];
      return sum;
    }
    S norm_of(const FixedVector<B, S>& t) const {
      using std::sqrt;
      const S square = product(t, t);
      return square > 0.0 ? S(sqrt(square)) : S(0.0);  // its derivative at 0 is taken as 0
    }

    const FixedVector<B>& weight;
    FixedVector<N, S> sv;
    FixedVector<B, S> u;
    S J2{0.0}, norm{0.0}, Z_D{0.0};
    S lambda{0.0}, by_J2{0.0}, by_Z{0.0};  // λ, ∂λ/∂J2, ∂λ/∂Z
    S work{0.0};
  };

  // J2/Z1² below which a stress is rounding; X beyond which exp(−X/2) is none of a double.
  static constexpr double smallest_J2 = 1e-26;
  static constexpr double largest_X = 1400;

  // Most sets have the exponents r = 2 and so no power to compute; three of them are half the time
  // of a point.
  template <class S>
  static S raised(const S& x, double exponent) {
    using std::pow;
    return exponent == 1 ? x : S(pow(x, exponent));
  }

  template <class S>
  struct Recovery {
    S value{0.0}, slope{0.0};
  };
  // A1 Z1 ⟨(Z_I − Z2)/Z1⟩^r1 and its derivative by Z_I.
  template <class S>
  Recovery<S> isotropic_recovery(const S& Z_I) const {
    const S over = (Z_I - p_.Z2) / p_.Z1;
    if (over <= 0.0 || p_.A1 == 0) return {};
    const S power = raised(over, p_.r1 - 1);
    return {p_.A1 * p_.Z1 * over * power, p_.A1 * p_.r1 * power};
  }
  // A2 (|β|/Z1)^(r2−1) and its derivative by |β|.
  template <class S>
  Recovery<S> directional_recovery(const S& size) const {
    if (p_.A2 == 0) return {};
    const S value = p_.A2 * raised(S(size / p_.Z1), p_.r2 - 1);
    return {value, size > 0.0 ? S((p_.r2 - 1) * value / size) : S(0.0)};
  }

  // sin θ between β and β̇ = m2 Ẇ (Z3 u − β) − r β. With e = a (u − β/Z3) − (1 − a) β/|β|, which
  // has the direction of β̇ (a = Ẇ/(Ẇ + r |β|/(m2 Z3))),
  //
  //     s² = (e:e β:β − (e:β)²)/((e:e + δ²)(β:β + δ²Z3²))
  //     sin θ ≈ (√(s² + δ²) − δ)/(√(1 + δ²) − δ).
  //
  // δ makes it smooth where β or β̇ vanishes, i.e. at the start and at saturation, and at θ = 0.
  // There the direction would be that of errors of integration.
  template <class S>
  S turning_sine(const Flow<S>& f, const FixedVector<B, S>& b, const S& recovery) const {
    using std::sqrt;
    if (!(f.work > 0.0) || p_.m2 * p_.Z3 == 0) return S(0.0);
    constexpr double delta = 1e-3, delta2 = delta * delta;
    const S size = f.norm_of(b), a = f.work / (f.work + recovery * size / (p_.m2 * p_.Z3));
    const S along = size > 0.0 ? S((1.0 - a) / size) : S(0.0);
    FixedVector<B, S> e;
    for (int k = 0; k < B; ++k) e[k] = a * (f.u[k] - b[k] / p_.Z3) - along * b[k];
    const S ee = f.product(e, e), bb = f.product(b, b), eb = f.product(e, b);
    S s2 = (ee * bb - eb * eb) / ((ee + delta2) * (bb + delta2 * p_.Z3 * p_.Z3));
    if (s2 < 0.0) s2 = S(0.0);
    return (sqrt(s2 + delta2) - delta) / (std::sqrt(1 + delta2) - delta);
  }

  template <class S>
  static S s33(const FixedVector<N, S>& sigma) {
    return -(sigma[0] + sigma[1]) / 3.0;
  }

  CblParameters p_;
  StressState state_;
  FixedMatrixOf<N, N> S_;
  FixedVector<B> weight_;  // N
};

template <int N>
using Independent = ChanBodnerLindholm<N, Layout::independent>;
template <int N>
using Turning = ChanBodnerLindholm<N, Layout::independent, true>;

std::vector<std::string> faults_of(const Parameters& p, StressState state, const OptionValues& options) {
  std::vector<std::string> faults;
  const auto MPa = [&](const char* key) {
    return std::string(key) + " = " + number_text(p.at(key) / 1e6) + " MPa";
  };
  if (p.at("Z1") < p.at("Z0"))
    faults.push_back(MPa("Z1") + " lies below " + MPa("Z0") +
                     "; isotropic hardening leads from Z0 up to Z1: give a Z1 of at least Z0");
  if (p.at("Z2") > p.at("Z1"))
    faults.push_back(MPa("Z2") + " lies above " + MPa("Z1") +
                     "; recovery leads back to Z2: give a Z2 of at most Z1 (as a rule Z0)");
  for (const char* key : {"Z0", "Z2"})
    if (p.at("Z3") >= p.at(key))
      faults.push_back(MPa("Z3") + " is not below " + MPa(key) +
                       "; the resistance Z_I + Z_D could vanish: give a smaller Z3");
  if (options.is("states", "10") && state != StressState::plane_stress)
    faults.push_back("states=10 is a layout for plane stress; in " + name(state) +
                     " leave the option out: the independent variables are kept");
  if (options.is("states", "10") && p.at("alpha1") > 0)
    faults.push_back("states=10 has no place for α of alpha1 = " + number_text(p.at("alpha1")) +
                     ": leave one of them out");
  return faults;
}

std::shared_ptr<const Material> build(const Parameters& p, StressState state, const OptionValues& options) {
  const CblParameters parameters = {.D0 = p.at("D0"),
                                    .n = p.at("n"),
                                    .Z0 = p.at("Z0"),
                                    .Z1 = p.at("Z1"),
                                    .Z2 = p.at("Z2"),
                                    .Z3 = p.at("Z3"),
                                    .m1 = p.at("m1"),
                                    .m2 = p.at("m2"),
                                    .A1 = p.at("A1"),
                                    .A2 = p.at("A2"),
                                    .r1 = p.at("r1"),
                                    .r2 = p.at("r2"),
                                    .alpha1 = p.at("alpha1")};
  const Eigen::MatrixXd D = elastic_moduli(p.at("E"), p.at("nu"), state);
  if (options.is("states", "10")) {
    using Ten = ChanBodnerLindholm<3, Layout::ten>;
    return std::make_shared<MaterialFrom<Ten>>(Ten(parameters, state), state, D);
  }
  if (parameters.alpha1 > 0) return material_from<Turning>(state, D, parameters);
  return material_from<Independent>(state, D, parameters);
}

}  // namespace

MaterialLaw chan_bodner_lindholm() {
  using namespace domain;
  MaterialLaw law;
  law.name = "chan-bodner-lindholm";
  law.title = "viscoplasticity without yield surface, isotropic and directional hardening, thermal recovery";
  law.equations =
      "σ = D (ε − w)\n"
      "ẇ = λ s,  λ = D0/√J2 exp(−½ (Z²/(3 J2))^n),  Z = Z_I + β:u,  u = σ/|σ|,  Ẇ = σ:ẇ\n"
      "Ż_I = m1 (Z1 + α Z3 − Z_I) Ẇ − A1 Z1 ⟨(Z_I − Z2)/Z1⟩^r1,  Z_I(0) = Z0\n"
      "α̇ = m2 (alpha1 sin θ − α) Ẇ,  α(0) = 0,  θ between β and β̇\n"
      "β̇ = m2 (Z3 u − β) Ẇ − A2 (|β|/Z1)^(r2−1) β,  β(0) = 0";
  law.source = "CBL88";
  law.parameters = with_elasticity(
      {{.name = "D0", .unit = "1/s", .help = "limiting strain rate", .domain = positive},
       {.name = "n", .unit = "1", .help = "rate sensitivity", .domain = positive},
       {.name = "Z0", .unit = "Pa", .help = "isotropic hardness at the start", .domain = positive},
       {.name = "Z1", .unit = "Pa", .help = "isotropic hardness at saturation", .domain = positive},
       {.name = "Z2",
        .unit = "Pa",
        .help = "isotropic hardness after full recovery (default: Z0)",
        .domain = positive,
        .default_from = "Z0"},
       {.name = "Z3",
        .unit = "Pa",
        .help = "directional hardness at saturation",
        .domain = not_negative,
        .default_value = 0},
       {.name = "m1", .unit = "1/Pa", .help = "rate of isotropic hardening", .domain = not_negative},
       {.name = "m2",
        .unit = "1/Pa",
        .help = "rate of directional hardening",
        .domain = not_negative,
        .default_value = 0},
       {.name = "A1",
        .unit = "1/s",
        .help = "isotropic recovery",
        .domain = not_negative,
        .default_value = 0},
       {.name = "A2",
        .unit = "1/s",
        .help = "directional recovery",
        .domain = not_negative,
        .default_value = 0},
       {.name = "r1",
        .unit = "1",
        .help = "exponent of isotropic recovery",
        .domain = at_least_one,
        .default_value = 2},
       {.name = "r2",
        .unit = "1",
        .help = "exponent of directional recovery",
        .domain = at_least_one,
        .default_value = 2},
       {.name = "alpha1",
        .unit = "1",
        .help = "further isotropic hardening, in units of Z3, while the direction of stress turns",
        .domain = not_negative,
        .default_value = 0}});
  law.options = {{.name = "states",
                  .default_value = "7",
                  .help =
                      "variables of a point in plane stress: 7 that are independent, or 10 with beta33, ep33 "
                      "and W_p, which follow from these (other stress states keep the independent ones); p "
                      "comes after them",
                  .choices = {"7", "10"}}};
  law.faults = faults_of;
  law.build = build;
  return law;
}

}  // namespace pleuel::material
