// From a description to a system that can be run.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/motion_output.hpp"
#include "pleuel/mechanics/start_metric.hpp"
#include "pleuel/mechanics/validity_measure.hpp"
#include "pleuel/model/built_description.hpp"

namespace pleuel {

/// A model ready to run, and what it shows.
struct Model {
  std::shared_ptr<const MechanicalSystem> system;
  Vector q0, v0, s0;
  /// as described, before the elements of `start` were looked at
  Vector q_given, v_given;
  std::function<StartMetric()> start_metric;  ///< in which the start is made consistent
  std::vector<ValidityMeasure> validity;      ///< of elastic bodies
  /// numbers of elastic deformations among the velocities
  std::vector<int> deformation;
  std::vector<std::string> unknown_outputs;  ///< by name
  std::vector<MotionOutput> outputs;
  std::vector<std::string> remarks;  ///< what the user should know of the start
  std::vector<std::string> notes;    ///< values that the description leaves out and the start gave
};

/// Builds the system and finds its start: positions and velocities of the bodies as described,
/// moved as little as possible (in the metric of start_metric.hpp) to where the elements of `start`
/// hold and the joints are closed. Elements of `start` with a value fix positions, those with a
/// rate fix velocities.
///
/// Throws InvalidInput with all faults of the elements, NoConsistentState, or RedundantConstraints,
/// where what is given of the start repeats the joints.
Model build_model(const BuiltDescription& description);

/// The same after build_bodies().
Model build_model(ModelDescription description);

}  // namespace pleuel
