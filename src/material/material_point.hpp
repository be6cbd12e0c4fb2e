// One material point in a testing machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/material/control.hpp"
#include "pleuel/material/material.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/motion_output.hpp"

namespace pleuel::material {

/// The coordinates are the strains ε, the internal states those of the material. Each component is
/// controlled by its strain or by its stress, so that
///
///     0 = (σ̂(t) − σ(ε, x))/e − Gᵀλ      σ̂: prescribed stresses, 0 for prescribed strains
///     0 = ε̂ₖ(t) − εₖ                     for each component k whose strain is prescribed
///     ẋ = rates of the material
///
/// e = D₁₁ scales stresses to the size of strains: e λₖ = σₖ is the stress of the machine. The
/// energies belong to a volume of 1/e [m³]. There is no inertia: only for the formulation qs. In
/// uniaxial tests of a sheet or a solid the other stresses are 0; in plane strain ε33 = 0 is one of
/// the controls.
class MaterialPoint final : public MechanicalSystem {
 public:
  /// One control per component. Throws InvalidInput if their number is wrong.
  MaterialPoint(std::string name, std::shared_ptr<const Material> material, std::vector<Control> controls);

  const SystemInfo& info() const override { return info_; }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;

  const Material& material() const { return *material_; }
  const std::vector<Control>& controls() const { return controls_; }
  double unit_stress() const { return material_->moduli()(0, 0); }
  /// Indices of the components with prescribed strain.
  const std::vector<int>& driven() const { return driven_; }
  /// x of the virgin material.
  Vector start() const;
  /// Times between t0 and t1 at which a program has a corner, ascending.
  std::vector<double> corners(double t0, double t1) const;
  /// ε as a function of t and x: prescribed, or in equilibrium with the prescribed stresses.
  Vector strain(double t, ConstVec x) const;

 private:
  std::shared_ptr<const Material> material_;
  std::vector<Control> controls_;
  std::vector<int> driven_, loaded_;
  Matrix compliance_;  // inverse of D between the loaded components
  SystemInfo info_;
};

/// Strains "eps11", "gamma12", … [1], stresses "sigma11", … [MPa] and the states of the material in
/// their units, stresses in MPa. They depend only on t and x, so they are as accurate between steps
/// as the states.
std::vector<MotionOutput> point_outputs(const std::shared_ptr<const MaterialPoint>& point);

/// "eps11", "gamma12".
std::string strain_name(StressState state, int k);

}  // namespace pleuel::material
