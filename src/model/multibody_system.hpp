// A mechanism of bodies, joints and forces.
#pragma once

#include <functional>

#include "pleuel/mechanics/advised_system.hpp"
#include "pleuel/mechanics/body_mass.hpp"
#include "pleuel/mechanics/elastic_system.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/assembly.hpp"

namespace pleuel {

/// Rigid bodies in the plane (D = 2) or in space (D = 3). The coordinates of a body are its centre
/// of mass x and its angle or unit quaternion p. Its velocities are ẋ in ground axes and ω in body
/// axes. With m, and J about the centre of mass,
///
///     m ẍ = m g + forces,   J ω̇ = −ω × J ω + torques,   ṗ = ½ p ∘ (0, ω).
///
/// All derivatives are explicit formulas per element; patterns are determined once.
template <int D>
class MultibodySystem final : public MechanicalSystem,
                              public ElasticSystem,
                              public AdvisedSystem,
                              public MassSystem {
 public:
  /// The description behind the assembly must outlive this call. Later calls of
  /// parts().description() and parts().marker() also require it.
  explicit MultibodySystem(Assembly<D> assembly);

  const SystemInfo& info() const override { return parts_.info; }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;
  std::vector<DeformationRange> deformations() const override;
  std::vector<int> border_deformations() const override;
  std::string against_repetition(double t, ConstVec q, const std::vector<int>& rows) const override;
  std::string about_inertia(int velocity) const override;
  std::string about_wrong_solution(ConstVec q) const override;
  std::vector<std::string> about_reversed_axes(ConstVec q_given, ConstVec q) const override;
  std::vector<BodyMass> body_masses(ConstVec q) const override;

  /// Finds changes of the named elements at (t, q); see JointAdvice.
  using Advice = std::function<std::string(double t, ConstVec q, const std::vector<std::string>& elements)>;
  void set_advice(Advice advice) { advice_ = std::move(advice); }

  const Assembly<D>& parts() const { return parts_; }
  const typename Space<D>::Point& gravity() const { return gravity_; }
  const MotionMatrices& patterns() const { return patterns_; }
  /// Position of column k of ∂(ω × Jω)/∂ω of a body in dynamics_v.
  int gyroscopic_slot(int body, int k) const { return gyroscopic_slots_[3 * body + k]; }

 private:
  void find_patterns();

  Assembly<D> parts_;
  typename Space<D>::Point gravity_;
  MotionMatrices patterns_;
  std::vector<int> gyroscopic_slots_;
  Advice advice_;
};

template <>
std::vector<BodyMass> MultibodySystem<2>::body_masses(ConstVec q) const;
template <>
std::vector<BodyMass> MultibodySystem<3>::body_masses(ConstVec q) const;

template <>
std::string MultibodySystem<2>::about_wrong_solution(ConstVec q) const;
template <>
std::string MultibodySystem<3>::about_wrong_solution(ConstVec q) const;
template <>
std::vector<std::string> MultibodySystem<2>::about_reversed_axes(ConstVec q_given, ConstVec q) const;
template <>
std::vector<std::string> MultibodySystem<3>::about_reversed_axes(ConstVec q_given, ConstVec q) const;

extern template class MultibodySystem<2>;
extern template class MultibodySystem<3>;

}  // namespace pleuel
