// Names, units and sizes of a mechanical system.
#pragma once

#include <string>
#include <vector>

namespace pleuel {

struct Quantity {
  std::string name;
  std::string unit;
};

/// A run of coordinates q[first_q … first_q + n_q) whose rates depend on v[first_v … first_v + n_v)
/// through a block of H that is not the identity, e.g. a unit quaternion (4) and an angular
/// velocity (3).
struct KinematicBlock {
  int first_q = 0;
  int n_q = 0;
  int first_v = 0;
  int n_v = 0;
};

/// A run of internal states that depend on each other: a quadrature point, an actuator. σ_s is
/// block diagonal.
struct StateBlock {
  int first = 0;
  int size = 0;
};

/// A relative angle in space whose whole turns are counted along a run (TurnState).
struct CountedAngle {
  std::string name;  ///< "force 'spring'", for reports
  double start = 0;  ///< what it is at the start, whole turns included, rad
};

struct SystemInfo {
  std::string name;
  std::vector<Quantity> q;
  std::vector<Quantity> v;
  std::vector<Quantity> a;
  std::vector<Quantity> lambda;          ///< one a constraint, the multiplier's name and unit
  std::vector<std::string> constraints;  ///< what each constraint says ("joint B, x"), for reports
  std::vector<Quantity> s;
  std::vector<KinematicBlock> kinematic_blocks;  ///< empty: H is the identity
  std::vector<StateBlock> state_blocks;
  std::vector<CountedAngle> angles;
  int n_corners = 0;         ///< see SystemEvaluator::corners
  bool has_statics = false;  ///< its equilibria have a meaning: formulation qs takes it

  int n_q() const { return static_cast<int>(q.size()); }
  int n_v() const { return static_cast<int>(v.size()); }
  int n_lambda() const { return static_cast<int>(lambda.size()); }
  int n_s() const { return static_cast<int>(s.size()); }
  int n_angles() const { return static_cast<int>(angles.size()); }
  bool has_identity_kinematics() const { return kinematic_blocks.empty(); }

  /// Adds a coordinate with q̇ = v: names "x", "vx", "ax" and the unit's rates. Returns its number.
  int add_coordinate(const std::string& coordinate, const std::string& unit);
  /// Adds a multiplier "lambda1", "lambda2", … for the constraint described. Returns its number.
  int add_constraint(const std::string& description, const std::string& multiplier_unit);
  /// Adds one internal state as a block of its own. Returns its number.
  int add_state(const std::string& state, const std::string& unit);
};

/// Throws InvalidInput that states every way in which the parts of `info` do not fit together.
void check(const SystemInfo& info);

}  // namespace pleuel
