// Builds a system from a description.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/motion_output.hpp"
#include "pleuel/mechanics/start_metric.hpp"
#include "pleuel/mechanics/validity_measure.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/model_terms.hpp"

namespace pleuel {

/// A model that is ready to run, and its outputs.
struct Model {
  std::shared_ptr<const MechanicalSystem> system;
  Vector q0, v0, s0;
  /// as described, before the elements of `start` are considered
  Vector q_given, v_given;
  std::function<StartMetric()> start_metric;  ///< metric in which the start is made consistent
  std::vector<ValidityMeasure> validity;      ///< of elastic bodies
  /// indices of elastic deformations among the velocities
  std::vector<int> deformation;
  std::vector<std::string> unknown_outputs;  ///< by name
  std::vector<MotionOutput> outputs;
  ModelTerms terms;
  std::vector<std::string> remarks;  ///< remarks on the start for the user
  std::vector<std::string> notes;    ///< omitted values that were taken from the start
};

/// Builds the system and determines its start. The described positions and velocities are changed
/// as little as possible (in the metric of start_metric.hpp) to satisfy the elements of `start` and
/// the joints. Elements of `start` with a value fix positions, those with a rate fix velocities.
///
/// Throws InvalidInput with all faults of the elements, NoConsistentState, or RedundantConstraints
/// if the given start repeats the joints.
Model build_model(const BuiltDescription& description);

/// The same after build_bodies().
Model build_model(ModelDescription description);

}  // namespace pleuel
