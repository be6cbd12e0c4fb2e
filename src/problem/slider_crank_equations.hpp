// The slider crank with an elastic connecting rod.
#pragma once

#include <cmath>
#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// Variants and parameters; the defaults are the published problem.
struct SliderCrankParameters {
  enum class Beam { linear, nonlinear };
  enum class Damping { off, on };
  enum class Mass { published, consistent };

  Beam beam = Beam::linear;
  Damping damping = Damping::off;
  Mass mass = Mass::published;
  double pi = 3.1415927;  ///< used for the published digits; see the class comment
  double omega = 150;     ///< Ω, angular velocity of the crank, rad/s
  double gravity = 0;     ///< γ, m/s²
  double E = 2e11;        ///< Young's modulus, N/m²

  // [MM08, II.19.2.2]
  static constexpr double l1 = 0.15, l2 = 0.30;                     // m
  static constexpr double m1 = 0.36, m2 = 0.151104, m3 = 0.075552;  // kg
  static constexpr double J1 = 0.002727, J2 = 0.0045339259;         // kg m²
  // m, height and width of the rod
  static constexpr double h = 0.008, d = 0.008;
  static constexpr double rho = 7870;  // kg/m³
};

template <class S>
struct SliderCrankAt : Configuration<S> {
  S sin1, cos1, sin2, cos2;
  S sin_d, cos_d;        // of φ1 − φ2
  S length;              // l2 + q4
  S axial, lateral;      // ρ l1 c1ᵀq and ρ l1 c2ᵀq
  S Mq1, Mq2, Mq3, Mq4;  // M_Δ q
};

/// Rigid crank, elastic connecting rod, rigid sliding block [MM08, II.19], [Sim96]. Gross motion
/// p = (φ1, φ2, x3). Deformation q = (q1, q2, q3, q4): transverse amplitudes of sin(πx/l2) and
/// sin(2πx/l2), and axial displacements of the rod's middle and end.
///
///     M(p,q) (p̈, q̈) = f(p, ṗ, q, q̇) − G(p,q)ᵀ λ,   M = [M_r + M_e, Cᵀ; C, M_Δ]
///
/// With δ = φ1 − φ2, s = cos δ c1 + sin δ c2 and n = −sin δ c1 + cos δ c2 (c1, c2 the vectors
/// below):
///
///     M_r = [J1 + m2 l1², ½ l1 l2 m2 cos δ, 0; sym., J2, 0; 0, 0, m3]
///     M_e = [0, ρ l1 sᵀq, 0; sym., qᵀM_Δq + 2ρ c12ᵀq, 0; 0, 0, 0]
///     Cᵀ  = [ρ l1 nᵀ; ρ c21ᵀ + ρ qᵀB; 0]
///     f1 = −½ l1 (γ (m1 + 2 m2) cos φ1 + l2 m2 φ̇2² sin δ) + ρ l1 φ̇2² nᵀq − 2ρ l1 φ̇2 sᵀq̇
///     f2 = −½ l2 γ m2 cos φ2 + ½ l1 l2 m2 φ̇1² sin δ − ρ l1 φ̇1² nᵀq − 2ρ φ̇2 c12ᵀq̇
///          − 2 φ̇2 q̇ᵀM_Δq − ργ (cos φ2 c1ᵀ − sin φ2 c2ᵀ) q
///     f3 = 0
///     f_Δ = φ̇2² M_Δq + ρ (φ̇2² c12 + l1 φ̇1² s + 2 φ̇2 B q̇) − ργ (sin φ2 c1 + cos φ2 c2)
///           − grad W_Δ(q) − D_Δ q̇
///     grad W_Δ = K_Δ q, and + k_Δ(q) for the nonlinear beam,
///     k_Δ = ½ π² E d h / l2² (q1 q4 − β q2 (2 q4 − 4 q3), 4 q2 q4 − β q1 (2 q4 − 4 q3),
///                             4 β q1 q2, ½ q1² + 2 q2² − 2 β q1 q2),   β = 80/(9π²)
///     M_Δ = ρ d h l2 [½; ½; (8 1; 1 2)]  (block diagonal)
///     K_Δ = E d h / l2 [π⁴/24 (h/l2)²; 2π⁴/3 (h/l2)²; (16/3 −8/3; −8/3 7/3)]
///     B = d h l2 [0 0 −16/π³ 8/π³−1/π; 0 0 0 1/(2π); 16/π³ 0 0 0; 1/π−8/π³ −1/(2π) 0 0]
///     c1 = d h l2 (0, 0, 2/3, 1/6),   c2 = d h l2 (2/π, 0, 0, 0)
///     c12 = d h l2² (0, 0, 1/3, 1/6),   c21 = d h l2² (1/π, −1/(2π), 0, 0)
///
///     0 = l1 sin φ1 + (l2 + q4) sin φ2
///     0 = x3 − l1 cos φ1 − (l2 + q4) cos φ2
///     0 = φ1 − Ω t
///
/// Differs from [MM08, II.19.2.1]:
/// - K_Δ(2,2) is 2π⁴/3 (h/l2)² instead of π⁴/3 (h/l)². Only then is the second bending frequency
///   the printed 5107 rad/s (otherwise 3611) and q2(0.1) the printed value.
/// - f_e has three rows instead of four: the third printed row continues the second. Its term ρ
///   q̇ᵀB q̇ is zero (B is skew) and omitted.
/// - M_Δ: the shape functions give (1/15) (8 1; 1 2). Mass::published keeps the printed block, to
///   which the published digits and ω3, ω4 = 6841, 24613 rad/s belong; Mass::consistent gives
///   26494, 95324 rad/s.
/// - M is positive definite (smallest eigenvalue 9.0e-4), not of rank 3; G has rank 3 [MM08,
///   II.19.2].
/// - The published digits were computed with π = 3.1415927: with it q1 … q4 agree to 10 digits,
///   with π to 6.7.
/// - D_Δ is not in the text. D11 = 5, D22 = 25 and the block below are those of the source's
///   program. The damping ratios of the four modes are 2.6, 3.2, 0.54 and 1.8 %; the text states
///   0.5 %.
/// - The body's axis passes through (l2 + w1(l2), 0); the text has w1(x).
class SliderCrankEquations {
 public:
  static constexpr bool evaluates_in_lanes = true;

  explicit SliderCrankEquations(const SliderCrankParameters& parameters = {});

  SystemInfo info() const;

  template <class S>
  auto at(const S& t, const ConstView<S>& q) const {
    using std::cos;
    using std::sin;
    const S sin1 = sin(q[0]), cos1 = cos(q[0]), sin2 = sin(q[1]), cos2 = cos(q[1]);
    return SliderCrankAt<S>{{t, q},
                            sin1,
                            cos1,
                            sin2,
                            cos2,
                            sin1 * cos2 - cos1 * sin2,
                            cos1 * cos2 + sin1 * sin2,
                            P::l2 + q[6],
                            P::l1 * (c1_3_ * q[5] + c1_4_ * q[6]),
                            P::l1 * c2_1_ * q[3],
                            M_bend_ * q[3],
                            M_bend_ * q[4],
                            M33_ * q[5] + M34_ * q[6],
                            M34_ * q[5] + M44_ * q[6]};
  }

  void mass(const auto& x, auto&& M) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const auto& q = x.q;
    const auto add_pair = [&M](int i, int j, const S& value) {
      M.add(i, j, value);
      M.add(j, i, value);
    };
    M.add(0, 0, P::J1 + P::m2 * P::l1 * P::l1);
    add_pair(0, 1, x.cos_d * (rigid_coupling_ + x.axial) + x.sin_d * x.lateral);
    M.add(1, 1,
          P::J2 + q[3] * x.Mq1 + q[4] * x.Mq2 + q[5] * x.Mq3 + q[6] * x.Mq4 +
              2.0 * (c12_3_ * q[5] + c12_4_ * q[6]));
    M.add(2, 2, P::m3);
    add_pair(0, 3, P::l1 * c2_1_ * x.cos_d);
    add_pair(0, 5, -P::l1 * c1_3_ * x.sin_d);
    add_pair(0, 6, -P::l1 * c1_4_ * x.sin_d);
    add_pair(1, 3, c21_1_ - B13_ * q[5] - B14_ * q[6]);
    add_pair(1, 4, c21_2_ - B24_ * q[6]);
    add_pair(1, 5, B13_ * q[3]);
    add_pair(1, 6, B14_ * q[3] + B24_ * q[4]);
    M.add(3, 3, M_bend_);
    M.add(4, 4, M_bend_);
    M.add(5, 5, M33_);
    M.add(5, 6, M34_);
    M.add(6, 5, M34_);
    M.add(6, 6, M44_);
  }

  void force(const auto& x, const auto& v, auto&& f) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const auto& q = x.q;
    const S rate1 = v[0] * v[0];
    const S rate2 = v[1] * v[1];
    const S twice2 = 2.0 * v[1];
    const S swing = x.sin_d * (rigid_coupling_ + x.axial) - x.cos_d * x.lateral;
    // ρ l1 sᵀq̇
    const S s_rate = P::l1 * (x.cos_d * (c1_3_ * v[5] + c1_4_ * v[6]) + c2_1_ * x.sin_d * v[3]);
    const S stretch_rate =
        c12_3_ * v[5] + c12_4_ * v[6] + v[3] * x.Mq1 + v[4] * x.Mq2 + v[5] * x.Mq3 + v[6] * x.Mq4;
    f[0] = -rate2 * swing - twice2 * s_rate;
    f[1] = rate1 * swing - twice2 * stretch_rate;

    const S along = P::l1 * rate1 * x.cos_d;
    f[3] = rate2 * x.Mq1 + (P::l1 * c2_1_) * rate1 * x.sin_d + twice2 * (B13_ * v[5] + B14_ * v[6]) -
           K11_ * q[3];
    f[4] = rate2 * x.Mq2 + twice2 * (B24_ * v[6]) - K22_ * q[4];
    f[5] = rate2 * (x.Mq3 + c12_3_) + c1_3_ * along - twice2 * (B13_ * v[3]) - K33_ * q[5] - K34_ * q[6];
    f[6] = rate2 * (x.Mq4 + c12_4_) + c1_4_ * along - twice2 * (B14_ * v[3] + B24_ * v[4]) - K34_ * q[5] -
           K44_ * q[6];
    if (p_.beam == P::Beam::nonlinear) subtract_nonlinear_stiffness(q, f);
    if (p_.damping == P::Damping::on) {
      f[3] -= D11 * v[3];
      f[4] -= D22 * v[4];
      f[5] -= D33 * v[5] + D34 * v[6];
      f[6] -= D34 * v[5] + D44 * v[6];
    }
    if (p_.gravity != 0) add_gravity(x, f);
  }

  void constraint(const auto& x, auto&& g) const {
    g[0] = P::l1 * x.sin1 + x.length * x.sin2;
    g[1] = x.q[2] - P::l1 * x.cos1 - x.length * x.cos2;
    g[2] = x.q[0] - p_.omega * x.t;
  }

  void constraint_jacobian(const auto& x, auto&& G) const {
    G.add(0, 0, P::l1 * x.cos1);
    G.add(0, 1, x.length * x.cos2);
    G.add(0, 6, x.sin2);
    G.add(1, 0, P::l1 * x.sin1);
    G.add(1, 1, x.length * x.sin2);
    G.add(1, 2, 1.0);
    G.add(1, 6, -x.cos2);
    G.add(2, 0, 1.0);
  }

  void constraint_rate(const auto& x, const auto& v, auto&& out) const {
    out[0] = P::l1 * x.cos1 * v[0] + x.length * x.cos2 * v[1] + x.sin2 * v[6];
    out[1] = P::l1 * x.sin1 * v[0] + x.length * x.sin2 * v[1] + v[2] - x.cos2 * v[6];
    out[2] = v[0] - p_.omega;
  }

  void constraint_curvature(const auto& x, const auto& v, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S centre1 = P::l1 * v[0] * v[0];
    const S centre2 = x.length * v[1] * v[1];
    const S coriolis = 2.0 * v[1] * v[6];
    out[0] = coriolis * x.cos2 - centre1 * x.sin1 - centre2 * x.sin2;
    out[1] = coriolis * x.sin2 + centre1 * x.cos1 + centre2 * x.cos2;
    out[2] = S(0.0);
  }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const auto& q = x.q;
    S energy = 0.5 * (K11_ * q[3] * q[3] + K22_ * q[4] * q[4] + K33_ * q[5] * q[5] + K44_ * q[6] * q[6]) +
               K34_ * q[5] * q[6];
    if (p_.beam == P::Beam::nonlinear) {
      energy += k_ * ((0.5 * q[3] * q[3] + 2.0 * q[4] * q[4]) * q[6] -
                      beta_ * q[3] * q[4] * (2.0 * q[6] - 4.0 * q[5]));
    }
    if (p_.gravity != 0) {
      energy += p_.gravity * (P::l1 * (0.5 * P::m1 + P::m2) * x.sin1 + 0.5 * P::l2 * P::m2 * x.sin2 +
                              (x.sin2 * x.axial + x.cos2 * x.lateral) / P::l1);
    }
    return energy;
  }

  auto dissipated_power(const auto& x, const auto& v) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    if (p_.damping == P::Damping::off) return S(0.0);
    return S(D11 * v[3] * v[3] + D22 * v[4] * v[4] + D33 * v[5] * v[5] + 2.0 * D34 * v[5] * v[6] +
             D44 * v[6] * v[6]);
  }

  const SliderCrankParameters& parameters() const { return p_; }

 private:
  using P = SliderCrankParameters;

  // D_Δ, N s/m, from the program published with [MM08]
  static constexpr double D11 = 5, D22 = 25, D33 = 0.5 * 230.8375455264791, D34 = -0.5 * 262.6884879920526,
                          D44 = 0.5 * 421.7421837156818;

  void subtract_nonlinear_stiffness(const auto& q, auto&& f) const {
    using S = std::decay_t<decltype(q[0])>;
    const S bend = k_ * (2.0 * q[6] - 4.0 * q[5]) * beta_;
    const S product = (k_ * beta_) * q[3] * q[4];
    f[3] -= k_ * q[3] * q[6] - bend * q[4];
    f[4] -= (4.0 * k_) * q[4] * q[6] - bend * q[3];
    f[5] -= 4.0 * product;
    f[6] -= k_ * (0.5 * q[3] * q[3] + 2.0 * q[4] * q[4]) - 2.0 * product;
  }

  void add_gravity(const auto& x, auto&& f) const {
    f[0] -= (p_.gravity * P::l1 * (0.5 * P::m1 + P::m2)) * x.cos1;
    f[1] -= p_.gravity * (0.5 * P::l2 * P::m2 * x.cos2 + (x.cos2 * x.axial - x.sin2 * x.lateral) / P::l1);
    f[3] -= (p_.gravity * c2_1_) * x.cos2;
    f[5] -= (p_.gravity * c1_3_) * x.sin2;
    f[6] -= (p_.gravity * c1_4_) * x.sin2;
  }

  SliderCrankParameters p_;
  double rigid_coupling_;                 // ½ l1 l2 m2
  double c1_3_, c1_4_, c2_1_;             // of ρ c1, ρ c2
  double c12_3_, c12_4_, c21_1_, c21_2_;  // of ρ c12, ρ c21
  double B13_, B14_, B24_;                // of ρ B, which is skew
  double M_bend_, M33_, M34_, M44_;       // of M_Δ
  double K11_, K22_, K33_, K34_, K44_;    // of K_Δ
  double k_, beta_;                       // ½ π² E d h / l2², β
};

}  // namespace pleuel
