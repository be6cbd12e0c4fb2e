// Rigid crank, elastic rod, slider: the flexible slider crank with any number of elements.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/problem/flexible_crank_core.hpp"
#include "pleuel/problem/flexible_rod.hpp"

namespace pleuel {

/// Torque on the crank for 0 ≤ t < `until`, none afterwards.
struct CrankTorque {
  enum class Kind { pulse, constant };
  Kind kind = Kind::pulse;
  double size = 0.2;   ///< pulse: impulse, N m s; constant: torque, N m
  double until = 0.3;  ///< s

  /// pulse: size/until (1 − cos(2πt/until)); constant: size.
  double at(double t) const;
};

/// [YPR98, 4.3; Sim96]. Gross motion φ1, φ2 [rad], x3 [m] and the nodal (w, w') of the rod in a
/// frame tangent to it at the crank pin. With δ = φ1 − φ2, S = c2ᵀq, S₁ = ∫ρA x, w the deflection
/// of the tip and the matrices of FlexibleRod,
///
///     M: (J1 + m2 l1²), l1 (S₁ cos δ + S sin δ), l1 cos δ c2ᵀ;  J + qᵀMq, c21ᵀ;  m3;  M
///     φ1:  −l1 φ̇2² (S₁ sin δ − S cos δ) − 2 l1 φ̇2 Ṡ sin δ − g l1 (½ m1 + m2) cos φ1 + torque(t)
///     φ2:  l1 φ̇1² (S₁ sin δ − S cos δ) − 2 φ̇2 q̇ᵀMq − g (S₁ cos φ2 − S sin φ2)
///     q:   φ̇2² M q + l1 φ̇1² sin δ c2 − g cos φ2 c2 − K q
///
///     0 = l1 sin φ1 + l2 sin φ2 + w cos φ2,   0 = x3 − l1 cos φ1 − l2 cos φ2 + w sin φ2
///
/// All derivatives are analytic: those of the few numbers of CrankMotion by dual numbers, the rest
/// by the rod's banded matrices, so that all costs grow linearly with the number of elements. Rows
/// of φ1 and φ2 depend on all of q: dual numbers alone would need one direction per coordinate.
class FlexibleCrankSystem final : public MechanicalSystem {
 public:
  FlexibleCrankSystem(const FlexibleRodData& rod, double g, const CrankTorque& torque);

  const SystemInfo& info() const override { return info_; }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;

  const FlexibleRod& rod() const { return rod_; }
  const CrankData& data() const { return data_; }
  const CrankTorque& torque() const { return torque_; }

 private:
  FlexibleRod rod_;
  CrankData data_;
  CrankTorque torque_;
  SystemInfo info_;
};

}  // namespace pleuel
