// One long step across a singular configuration.
#pragma once

#include <memory>
#include <string>

#include "pleuel/integrator/guarded/state_history.hpp"
#include "pleuel/integrator/radau/radau_coefficients.hpp"
#include "pleuel/linalg/factor.hpp"

namespace pleuel {

/// Required accuracy of a leap: an error e of an unknown x counts as e / (atol + rtol |x|).
struct LeapTolerances {
  Vector atol_q, rtol_q, atol_v, rtol_v, atol_s, rtol_s;
};

/// A step of Radau IIA with 3, 5 or 7 stages on
///
///     q̇ = H v − g_qᵀη,   M v̇ = f − Gᵀλ,   ṡ = σ,   0 = g,   0 = G v + g_t,
///
/// All stages are solved in one Newton iteration, each with the Jacobian of its own stage. σ
/// changes its sign across a singular configuration, where an iteration with one common Jacobian
/// would diverge. λ and η are not tested: they have a pole at the configuration. q, v and Gᵀλ are
/// smooth and are evaluated only at the nodes. The step therefore keeps its order if no node is
/// near the configuration.
class BranchLeap {
 public:
  BranchLeap(const MechanicalSystem& system, int stages);

  enum class Verdict { done, diverged, inaccurate };
  struct Outcome {
    Verdict verdict = Verdict::diverged;
    int iterations = 0;
    double error = 0;        ///< estimated, in units of the tolerance
    std::string fault = {};  ///< why Newton's method failed
  };
  /// Leaps by `h` from the consistent state `from` with acceleration `a`. `jerk` is used to predict
  /// the stages.
  Outcome leap(const StateHistory::State& from, ConstVec a, ConstVec jerk, double h,
               const LeapTolerances& tolerances);

  /// The state of the last leap at t + x h, 0 ≤ x ≤ 1; a and λ are interpolated from the nodes.
  void evaluate(double x, ConstVec a0, ConstVec lambda0, StateHistory::State& at, Vector& a,
                Vector& lambda) const;
  int stages() const { return static_cast<int>(coefficients_.c.size()); }
  /// The smallest distance of the relative position x from the nodes and the start of the step.
  double distance_from_nodes(double x) const;

 private:
  struct Stage {
    Vector k, a, r, lambda, eta;  // q̇, v̇, ṡ
    Vector q, v, s;
    MotionMatrices m;
  };
  void predict(ConstVec a, ConstVec jerk);
  void place_stages();
  void make_pattern();
  void assemble();
  void residuals();
  double correct(const LeapTolerances& tolerances);
  double estimate(ConstVec a, const LeapTolerances& tolerances);
  template <class Visit>
  void for_each_entry(Visit visit) const;

  const SystemInfo& info_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  const RadauCoefficients& coefficients_;
  int n_q_, n_v_, n_s_, n_g_, n_;
  std::vector<Stage> stage_;
  std::unique_ptr<Factor<double>> lu_;
  std::vector<int> place_;
  Vector rows_, gradient_;
  StateHistory::State from_;
  double h_ = 0;
};

}  // namespace pleuel
