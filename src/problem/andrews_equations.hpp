// Andrews' squeezing mechanism: seven rigid bodies in the plane.
#pragma once

#include <cmath>
#include <string>
#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// Lengths [m], masses [kg], moments of inertia [kg m²], spring and drive, as listed in [MM08,
/// II.13.2].
struct AndrewsParameters {
  double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706, m7 = 0.05498;
  double I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5, I6 = 5.667e-7,
         I7 = 1.912e-5;
  double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;
  double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092;
  double ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02;
  double ta = 0.02308, tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449;
  double zf = 0.02, zt = 0.04, fa = 0.01421;
  double c0 = 4530;     ///< spring stiffness, N/m
  double l0 = 0.07785;  ///< spring length without load, m
  double mom = 0.033;   ///< torque of the drive on body 1, N m
};

template <class S>
struct AndrewsAt : Configuration<S> {
  S sin1, cos1, sin2, cos2, sin3, cos3, sin4, cos4, sin5, cos5, sin6, cos6, sin7, cos7;
  S sin12, cos12, sin45, cos45, sin67, cos67;  // of q1 + q2, q4 + q5, q6 + q7
};

/// M(q) q̈ = f(q, q̇) − G(q)ᵀ λ, 0 = g(q) with seven angles and six loop conditions [MM08,
/// II.13.2], [HW96, VII.7]:
///
///     M11 = m1 ra² + m2 (rr² − 2 da rr cos q2 + da²) + I1 + I2
///     M12 = m2 (da² − da rr cos q2) + I2
///     M22 = m2 da² + I2
///     M33 = m3 (sa² + sb²) + I3
///     M44 = m4 (e − ea)² + I4
///     M45 = m4 ((e − ea)² + zt (e − ea) sin q4) + I4
///     M55 = m4 (zt² + 2 zt (e − ea) sin q4 + (e − ea)²) + m5 (ta² + tb²) + I4 + I5
///     M66 = m6 (zf − fa)² + I6
///     M67 = m6 ((zf − fa)² − u (zf − fa) sin q6) + I6
///     M77 = m6 ((zf − fa)² − 2 u (zf − fa) sin q6 + u²) + m7 (ua² + ub²) + I6 + I7
///
///     f1 = mom − m2 da rr q̇2 (q̇2 + 2 q̇1) sin q2
///     f2 = m2 da rr q̇1² sin q2
///     f3 = Fx (sc cos q3 − sd sin q3) + Fy (sd cos q3 + sc sin q3)
///     f4 = m4 zt (e − ea) q̇5² cos q4
///     f5 = −m4 zt (e − ea) q̇4 (q̇4 + 2 q̇5) cos q4
///     f6 = −m6 u (zf − fa) q̇7² cos q6
///     f7 = m6 u (zf − fa) q̇6 (q̇6 + 2 q̇7) cos q6
///
///     (Fx, Fy) = −c0 (1 − l0/ℓ) (xd − xc, yd − yc), ℓ = |(xd − xc, yd − yc)|
///     xd = sd cos q3 + sc sin q3 + xb,  yd = sd sin q3 − sc cos q3 + yb
///
///     g1 = rr cos q1 − d cos(q1+q2) − ss sin q3 − xb
///     g2 = rr sin q1 − d sin(q1+q2) + ss cos q3 − yb
///     g3 = rr cos q1 − d cos(q1+q2) − e sin(q4+q5) − zt cos q5 − xa
///     g4 = rr sin q1 − d sin(q1+q2) + e cos(q4+q5) − zt sin q5 − ya
///     g5 = rr cos q1 − d cos(q1+q2) − zf cos(q6+q7) − u sin q7 − xa
///     g6 = rr sin q1 − d sin(q1+q2) − zf sin(q6+q7) + u cos q7 − ya
///
/// f is conservative except for the drive: the spring has the potential ½ c0 (ℓ − l0)², the drive
/// supplies the power mom q̇1.
class AndrewsEquations {
 public:
  static constexpr bool evaluates_in_lanes = true;

  explicit AndrewsEquations(const AndrewsParameters& parameters = {}) : p(parameters) {
    const double e_ea = p.e - p.ea;
    const double zf_fa = p.zf - p.fa;
    M22_ = p.m2 * p.da * p.da + p.I2;
    M11_ = p.m1 * p.ra * p.ra + p.m2 * p.rr * p.rr + p.I1 + M22_;
    M33_ = p.m3 * (p.sa * p.sa + p.sb * p.sb) + p.I3;
    M44_ = p.m4 * e_ea * e_ea + p.I4;
    M55_ = p.m4 * p.zt * p.zt + p.m5 * (p.ta * p.ta + p.tb * p.tb) + p.I5 + M44_;
    M66_ = p.m6 * zf_fa * zf_fa + p.I6;
    M77_ = p.m6 * p.u * p.u + p.m7 * (p.ua * p.ua + p.ub * p.ub) + p.I7 + M66_;
    coupling12_ = p.m2 * p.da * p.rr;
    coupling45_ = p.m4 * p.zt * e_ea;
    coupling67_ = p.m6 * p.u * zf_fa;
  }

  SystemInfo info() const {
    SystemInfo info;
    info.name = "andrews";
    for (int i = 1; i <= 7; ++i) info.add_coordinate("q" + std::to_string(i), "rad");
    for (const char* loop :
         {"loop through B", "loop through A by K4 and K5", "loop through A by K6 and K7"}) {
      for (const char* axis : {", x", ", y"}) info.add_constraint(std::string(loop) + axis, "N");
    }
    return info;
  }

  template <class S>
  auto at(const S& t, const ConstView<S>& q) const {
    using std::cos;
    using std::sin;
    const S sin1 = sin(q[0]), cos1 = cos(q[0]), sin2 = sin(q[1]), cos2 = cos(q[1]);
    const S sin4 = sin(q[3]), cos4 = cos(q[3]), sin5 = sin(q[4]), cos5 = cos(q[4]);
    const S sin6 = sin(q[5]), cos6 = cos(q[5]), sin7 = sin(q[6]), cos7 = cos(q[6]);
    // Sums of angles by the addition theorems: twelve products instead of six further sines and
    // cosines.
    return AndrewsAt<S>{{t, q},
                        sin1,
                        cos1,
                        sin2,
                        cos2,
                        sin(q[2]),
                        cos(q[2]),
                        sin4,
                        cos4,
                        sin5,
                        cos5,
                        sin6,
                        cos6,
                        sin7,
                        cos7,
                        sin1 * cos2 + cos1 * sin2,
                        cos1 * cos2 - sin1 * sin2,
                        sin4 * cos5 + cos4 * sin5,
                        cos4 * cos5 - sin4 * sin5,
                        sin6 * cos7 + cos6 * sin7,
                        cos6 * cos7 - sin6 * sin7};
  }

  void mass(const auto& x, auto&& M) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S k12 = coupling12_ * x.cos2;
    const S k45 = coupling45_ * x.sin4;
    const S k67 = coupling67_ * x.sin6;
    const S M12 = M22_ - k12;
    const S M45 = M44_ + k45;
    const S M67 = M66_ - k67;
    M.add(0, 0, M11_ - 2.0 * k12);
    M.add(0, 1, M12);
    M.add(1, 0, M12);
    M.add(1, 1, M22_);
    M.add(2, 2, M33_);
    M.add(3, 3, M44_);
    M.add(3, 4, M45);
    M.add(4, 3, M45);
    M.add(4, 4, M55_ + 2.0 * k45);
    M.add(5, 5, M66_);
    M.add(5, 6, M67);
    M.add(6, 5, M67);
    M.add(6, 6, M77_ - 2.0 * k67);
  }

  void force(const auto& x, const auto& v, auto&& f) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    using std::sqrt;
    const S k12 = coupling12_ * x.sin2;
    f[0] = p.mom - k12 * v[1] * (v[1] + 2.0 * v[0]);
    f[1] = k12 * v[0] * v[0];

    const S arm_x = p.sd * x.cos3 + p.sc * x.sin3;  // from B to D
    const S arm_y = p.sd * x.sin3 - p.sc * x.cos3;
    const S dx = arm_x + (p.xb - p.xc);
    const S dy = arm_y + (p.yb - p.yc);
    const S tension = p.c0 * (1.0 - p.l0 / sqrt(dx * dx + dy * dy));
    f[2] = tension * (dx * arm_y - dy * arm_x);

    const S k45 = coupling45_ * x.cos4;
    f[3] = k45 * v[4] * v[4];
    f[4] = -k45 * v[3] * (v[3] + 2.0 * v[4]);

    const S k67 = coupling67_ * x.cos6;
    f[5] = -k67 * v[6] * v[6];
    f[6] = k67 * v[5] * (v[5] + 2.0 * v[6]);
  }

  void constraint(const auto& x, auto&& g) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S px = p.rr * x.cos1 - p.d * x.cos12;
    const S py = p.rr * x.sin1 - p.d * x.sin12;
    g[0] = px - p.ss * x.sin3 - p.xb;
    g[1] = py + p.ss * x.cos3 - p.yb;
    g[2] = px - p.e * x.sin45 - p.zt * x.cos5 - p.xa;
    g[3] = py + p.e * x.cos45 - p.zt * x.sin5 - p.ya;
    g[4] = px - p.zf * x.cos67 - p.u * x.sin7 - p.xa;
    g[5] = py - p.zf * x.sin67 + p.u * x.cos7 - p.ya;
  }

  void constraint_jacobian(const auto& x, auto&& G) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S px_2 = p.d * x.sin12;
    const S py_2 = -p.d * x.cos12;
    const S px_1 = px_2 - p.rr * x.sin1;
    const S py_1 = py_2 + p.rr * x.cos1;
    for (int loop = 0; loop < 3; ++loop) {
      G.add(2 * loop, 0, px_1);
      G.add(2 * loop, 1, px_2);
      G.add(2 * loop + 1, 0, py_1);
      G.add(2 * loop + 1, 1, py_2);
    }
    G.add(0, 2, -p.ss * x.cos3);
    G.add(1, 2, -p.ss * x.sin3);
    G.add(2, 3, -p.e * x.cos45);
    G.add(2, 4, p.zt * x.sin5 - p.e * x.cos45);
    G.add(3, 3, -p.e * x.sin45);
    G.add(3, 4, -p.e * x.sin45 - p.zt * x.cos5);
    G.add(4, 5, p.zf * x.sin67);
    G.add(4, 6, p.zf * x.sin67 - p.u * x.cos7);
    G.add(5, 5, -p.zf * x.cos67);
    G.add(5, 6, -p.zf * x.cos67 - p.u * x.sin7);
  }

  void constraint_rate(const auto& x, const auto& v, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S v12 = v[0] + v[1], v45 = v[3] + v[4], v67 = v[5] + v[6];
    const S px = p.d * x.sin12 * v12 - p.rr * x.sin1 * v[0];
    const S py = p.rr * x.cos1 * v[0] - p.d * x.cos12 * v12;
    out[0] = px - p.ss * x.cos3 * v[2];
    out[1] = py - p.ss * x.sin3 * v[2];
    out[2] = px - p.e * x.cos45 * v45 + p.zt * x.sin5 * v[4];
    out[3] = py - p.e * x.sin45 * v45 - p.zt * x.cos5 * v[4];
    out[4] = px + p.zf * x.sin67 * v67 - p.u * x.cos7 * v[6];
    out[5] = py - p.zf * x.cos67 * v67 - p.u * x.sin7 * v[6];
  }

  void constraint_curvature(const auto& x, const auto& v, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S v1 = p.rr * v[0] * v[0], v3 = p.ss * v[2] * v[2], v5 = p.zt * v[4] * v[4], v7 = p.u * v[6] * v[6];
    const S w12 = v[0] + v[1], w45 = v[3] + v[4], w67 = v[5] + v[6];
    const S v12 = p.d * w12 * w12, v45 = p.e * w45 * w45, v67 = p.zf * w67 * w67;
    const S px = x.cos12 * v12 - x.cos1 * v1;
    const S py = x.sin12 * v12 - x.sin1 * v1;
    out[0] = px + x.sin3 * v3;
    out[1] = py - x.cos3 * v3;
    out[2] = px + x.sin45 * v45 + x.cos5 * v5;
    out[3] = py - x.cos45 * v45 + x.sin5 * v5;
    out[4] = px + x.cos67 * v67 + x.sin7 * v7;
    out[5] = py + x.sin67 * v67 - x.cos7 * v7;
  }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    using std::sqrt;
    const S dx = p.sd * x.cos3 + p.sc * x.sin3 + (p.xb - p.xc);
    const S dy = p.sd * x.sin3 - p.sc * x.cos3 + (p.yb - p.yc);
    const S stretch = sqrt(dx * dx + dy * dy) - p.l0;
    return S(0.5 * p.c0 * stretch * stretch);
  }

  auto supplied_power(const auto& x, const auto& v) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    return S(p.mom * v[0]);
  }

  const AndrewsParameters& parameters() const { return p; }

 private:
  AndrewsParameters p;  // no underscore, so that the formulas equal those of the source
  double M11_, M22_, M33_, M44_, M55_, M66_, M77_;  // the parts that do not depend on q
  double coupling12_, coupling45_, coupling67_;
};

}  // namespace pleuel
