// A formulation of index 1 that gives way to one of index 2 where oscillations dictate its steps.
#pragma once

#include "pleuel/run/choice/two_methods.hpp"

namespace pleuel {

/// A formulation of index 1 has steps for the accuracy of accelerations; one of index 2 only for
/// that of positions and velocities. Deformable bodies may start smoothly and oscillate later, fast
/// and with small amplitude. Then index 1 can need thousands of times the steps of index 2.
///
/// After 64, 128, 256, … steps the formulation RunPlan::index_2 takes sixteen steps from the
/// present state, which are forgotten. The run changes to it if these need less than one twentieth
/// of the present work per second of the motion (index_2_advantage), and if the rest of the run is
/// predicted to take a noticeable time (noticeable_seconds). It does not change back.
class IndexChange final : public TwoMethods {
 public:
  IndexChange(const RunEquations& of, std::unique_ptr<Integrator> first);

 private:
  void look() override;
};

/// So many times the cost of index 2 are too much for index 1.
inline constexpr double index_2_advantage = 20;
/// Nobody waits for shorter runs: index 1, which tests all unknowns, is taken in any case.
inline constexpr double noticeable_seconds = 0.25;

}  // namespace pleuel
