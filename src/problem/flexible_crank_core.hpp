// The nonlinear part of the flexible slider crank: a few numbers, independent of the number of
// elements.
#pragma once

namespace pleuel {

/// The nonlinear variables: gross motion, the tip's deflection w, and S = c2ᵀq.
template <class T>
struct CrankMotion {
  T phi1, phi2, w, S;
  T v1, v2, vw, vS;
};

/// Accelerations and multipliers; c2_a = c2ᵀa, c21_a = c21ᵀa.
struct CrankForces {
  double a1 = 0, a2 = 0, a3 = 0, aw = 0, c2_a = 0, c21_a = 0;
  double lambda1 = 0, lambda2 = 0;
};

struct CrankData {
  double l1 = 0.15, l2 = 0.3;         ///< m
  double m1 = 0.36, m3 = 0.075552;    ///< kg
  double J1 = 0.002727;               ///< kg m², about the bearing
  double g = 9.81;                    ///< m/s²
  double m2 = 0, moment = 0, J2 = 0;  ///< of the rod: mass, ∫ρA x, inertia
};

/// Rows of the dynamics without the terms in q that belong to the rod, and constraints at the two
/// upper levels.
template <class T>
struct CrankRows {
  T crank, rod;  ///< balances of φ1 and φ2 without torque, qᵀMq a2 and 2 v2 q̇ᵀMq
  /// the balance of q contains c2 times the first, and the second at w of the tip
  T along_c2, at_tip;
  T velocity[2], acceleration[2];
};

template <class T>
CrankRows<T> crank_rows(const CrankData& d, const CrankMotion<T>& m, const CrankForces& f, double v3) {
  using std::cos;
  using std::sin;
  const T s1 = sin(m.phi1), c1 = cos(m.phi1), s2 = sin(m.phi2), c2 = cos(m.phi2);
  const T sd = s1 * c2 - c1 * s2, cd = c1 * c2 + s1 * s2;
  const T coupling = d.l1 * (d.moment * cd + m.S * sd), swing = d.l1 * (d.moment * sd - m.S * cd);
  const T across = d.l2 * c2 - m.w * s2, along = d.l2 * s2 + m.w * c2;
  CrankRows<T> r;
  r.crank = (d.J1 + d.m2 * d.l1 * d.l1) * f.a1 + coupling * f.a2 + d.l1 * f.c2_a * cd +
            d.l1 * (f.lambda1 * c1 + f.lambda2 * s1) + m.v2 * m.v2 * swing + 2.0 * d.l1 * m.v2 * m.vS * sd +
            d.g * d.l1 * (0.5 * d.m1 + d.m2) * c1;
  r.rod = coupling * f.a1 + d.J2 * f.a2 + f.c21_a - m.v1 * m.v1 * swing + d.g * (d.moment * c2 - m.S * s2) +
          f.lambda1 * across + f.lambda2 * along;
  r.along_c2 = d.l1 * (f.a1 * cd - m.v1 * m.v1 * sd) + d.g * c2;
  r.at_tip = f.lambda1 * c2 + f.lambda2 * s2;
  const T turn1 = d.l1 * m.v1 * m.v1, turn2 = m.v2 * m.v2, slip = 2.0 * m.v2 * m.vw;
  r.velocity[0] = d.l1 * c1 * m.v1 + across * m.v2 + c2 * m.vw;
  r.velocity[1] = d.l1 * s1 * m.v1 + along * m.v2 + s2 * m.vw + v3;
  r.acceleration[0] = d.l1 * f.a1 * c1 + across * f.a2 + f.aw * c2 - turn1 * s1 - turn2 * along - slip * s2;
  r.acceleration[1] =
      d.l1 * f.a1 * s1 + along * f.a2 + f.aw * s2 + f.a3 + turn1 * c1 + turn2 * across + slip * c2;
  return r;
}

}  // namespace pleuel
