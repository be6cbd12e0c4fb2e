// Options of the α-methods.
#pragma once

#include "pleuel/integrator/alpha/alpha_coefficients.hpp"
#include "pleuel/integrator/alpha/annihilator.hpp"
#include "pleuel/integrator/control/step_controller.hpp"

namespace pleuel {

/// The equations of one step and how they are solved; see AlphaStep.
enum class AlphaIteration {
  projected,  ///< the underlying ODE with projection [YPR98, (2.5)]
  index2,     ///< the stabilized index-2 form [YPR98, (3.3)]
  cs,         ///< coordinate split [YPR98, (3.6)]
  cm,         ///< the same without the derivative of the projector
  index3      ///< only positions are constrained: velocities oscillate
};

/// How λ_{n+1}, and therefore φ_{n+1}, is determined.
enum class AlphaMultiplier {
  nu,     ///< ν/(β̂h²): first order
  mu,     ///< μ/(γ̂h): second order
  index1  ///< from G φ = −γ; with A = M from [M Gᵀ; G 0] (φ, λ) = (f, −γ): second order
};

/// Starting values of Newton's method.
enum class AlphaPredictor {
  position,     ///< q_n
  velocity,     ///< q_n + h v_n
  acceleration  ///< the step with φ_{n+1} = φ_n
};

/// Where M and G of the projections [YPR98, (2.5b), (2.5c)] are evaluated.
enum class ProjectionPlace {
  corrected,   ///< at q_{n+1}: the projected equations are then equal to those of index2
  uncorrected  ///< at q̃_{n+1}, as printed
};

/// The metric A for projecting velocities, and accelerations of index 1: A w + Gᵀη = 0.
enum class ProjectionMetric {
  /// A = K, the Newton matrix of the step: one factorisation per step is enough. K → M as h → 0,
  /// and the order is the same.
  step,
  /// A = M, as in [YPR98, (3.3b)]; also needs factors of [M Gᵀ; G 0]. Not suited to fine meshes:
  /// the node at a joint is light, so M⁻¹Gᵀ moves only this node and excites its element. K⁻¹Gᵀ
  /// moves and bends the whole body.
  mass
};

struct AlphaOptions {
  AlphaCoefficients coefficients = AlphaCoefficients::generalized(0.8);
  /// The user chose the coefficients one by one: the run states their order and damping.
  bool has_free_coefficients = false;
  FirstOrderCoefficients state_coefficients = FirstOrderCoefficients::with_radius(0.8);
  AlphaIteration iteration = AlphaIteration::index2;
  AlphaMultiplier multiplier = AlphaMultiplier::index1;
  Annihilator::Kind splitting = Annihilator::Kind::lu;
  AlphaPredictor predictor = AlphaPredictor::velocity;
  ProjectionPlace projection = ProjectionPlace::corrected;
  ProjectionMetric metric = ProjectionMetric::step;  ///< always `mass` for iteration `projected`
  /// limit of iterations; 0: 10, and 25 with a fixed step
  int newton_max = 0;
  double newton_tolerance = 0;  ///< fraction of the tolerance; 0: from rtol
  /// 0: a new Newton matrix in every iteration; k ≥ 1: in the first iteration of every k-th step.
  int jacobian_age = 1;
  /// If a constant step does not converge, it is repeated with a new matrix in every iteration.
  bool renews_when_stuck = true;
  ControllerOptions controller = {.largest_growth = 2};
};

}  // namespace pleuel
