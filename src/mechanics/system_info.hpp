// Names, units and sizes of a mechanical system.
#pragma once

#include <string>
#include <vector>

namespace pleuel {

struct Quantity {
  std::string name;
  std::string unit;
};

/// Consecutive coordinates q[first_q … first_q + n_q) whose rates depend on v[first_v …
/// first_v + n_v) through a block of H that is not the identity. Example: a unit quaternion (4) and
/// an angular velocity (3).
struct KinematicBlock {
  int first_q = 0;
  int n_q = 0;
  int first_v = 0;
  int n_v = 0;
};

/// Consecutive internal states that depend on each other, for example of one quadrature point or
/// actuator. σ_s is block diagonal. No rate and no force depends on the last `n_passive` states,
/// for example an accumulated strain that is only reported.
struct StateBlock {
  int first = 0;
  int size = 0;
  int n_passive = 0;

  int n_active() const { return size - n_passive; }
};

/// A relative angle in space whose full revolutions are counted during a run (RevolutionState).
struct CountedAngle {
  std::string name;  ///< "force 'spring'", for reports
  double start = 0;  ///< value at the start including full revolutions, rad
};

struct SystemInfo {
  std::string name;
  std::vector<Quantity> q;
  std::vector<Quantity> v;
  std::vector<Quantity> a;
  std::vector<Quantity> lambda;  ///< name and unit of each constraint's multiplier
  /// Description of each constraint ("joint B, x"), for reports.
  std::vector<std::string> constraints;
  std::vector<Quantity> s;
  std::vector<KinematicBlock> kinematic_blocks;  ///< empty: H is the identity
  std::vector<StateBlock> state_blocks;
  std::vector<CountedAngle> angles;
  int n_corners = 0;         ///< see SystemEvaluator::corners
  bool has_statics = false;  ///< equilibria are meaningful: formulation qs is allowed

  int n_q() const { return static_cast<int>(q.size()); }
  int n_v() const { return static_cast<int>(v.size()); }
  int n_lambda() const { return static_cast<int>(lambda.size()); }
  int n_s() const { return static_cast<int>(s.size()); }
  int n_angles() const { return static_cast<int>(angles.size()); }
  bool has_identity_kinematics() const { return kinematic_blocks.empty(); }
  /// The coordinate with rate v_i, or −1 inside a kinematic block.
  int coordinate_of(int i) const;

  /// Adds a coordinate with q̇ = v: names "x", "vx", "ax" and units of the rates. Returns its
  /// number.
  int add_coordinate(const std::string& coordinate, const std::string& unit);
  /// Adds a multiplier "lambda1", "lambda2", … for the constraint described. Returns its number.
  int add_constraint(const std::string& description, const std::string& multiplier_unit);
  /// Adds one internal state as a separate block. Returns its number.
  int add_state(const std::string& state, const std::string& unit);
};

/// Throws InvalidInput that lists every inconsistency of `info`.
void check(const SystemInfo& info);

}  // namespace pleuel
