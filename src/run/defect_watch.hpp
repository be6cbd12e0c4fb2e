// Checks whether a run satisfies its tolerances.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/dae/tolerances.hpp"
#include "pleuel/mechanics/formulation/level_drift.hpp"
#include "pleuel/mechanics/motion_monitor.hpp"
#include "pleuel/run/start.hpp"

namespace pleuel {

/// Compares constraint residuals and energy of a mechanism with its tolerances. With
/// τ(q)ⱼ = atol + rtol |qⱼ|, and τ(v) likewise, errors of that size change
///
///     gᵢ by Σⱼ |∂gᵢ/∂qⱼ| τ(q)ⱼ,   (G v + g_t)ᵢ by Σⱼ |Gᵢⱼ| τ(v)ⱼ,
///     E by rtol · (largest energy so far) + |f|·τ(q) + |M v|·τ(v),
///
/// `allowed_excess` times that counts as a defect. A drifting level is allowed this for each of the
/// n steps so far; quadratic drift is allowed n t/2 times the effect of τ(v) in addition. The
/// energy, which no row enforces, is allowed it for each step if there are more than
/// `allowed_excess` steps. Derivatives are evaluated only if a residual exceeds twice the
/// suspicious size at the last evaluation, so the cost is negligible. Energy is not judged with a
/// fixed step, which has no error test.
class DefectWatch {
 public:
  static constexpr double allowed_excess = 1000;

  /// The equations must outlive this object.
  DefectWatch(const RunEquations& of, const Start& start);

  /// Records an accepted step that ends in y, as seen by `monitor`.
  void step(const MotionMonitor& monitor, double t, ConstVec y);
  /// One sentence per defect.
  std::vector<std::string> remarks() const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.n_steps_, self.position_, self.velocity_, self.by_q_, self.by_v_, self.energy_scale_,
           self.energy_by_tolerance_, self.suspect_defect_, self.energy_);
  }

 private:
  /// The largest ratio of a residual to its limit.
  struct Worst {
    double ratio = 0;  // above 1: a defect
    double t = 0;
    double value = 0;
    double allowed = 0;
    int row = 0;

    template <class Self, class Stream>
    static void state(Self& self, Stream& stream) {
      stream(self.ratio, self.t, self.value, self.allowed, self.row);
    }
  };
  struct Level {
    const char* name = "";
    Drift drift = Drift::open;
    double seen = 0;  // residuals above this are examined
    Worst worst = {};

    template <class Self, class Stream>
    static void state(Self& self, Stream& stream) {
      stream(self.seen, self.worst);
    }
  };
  struct Tools {
    explicit Tools(const MechanicalSystem& system)
        : evaluator(system.make_evaluator()), m(evaluator->matrices({})) {}
    std::unique_ptr<SystemEvaluator> evaluator;
    MotionMatrices m;
  };

  Tools& tools();
  void take_rows(const Motion& at);
  double allowed(const Level& level, Eigen::Index row, double t) const;
  double least_allowed(const Level& level, double t) const;
  void look(Level& level, double largest, const Motion& at);
  void look_at_energy(const MotionMonitor& monitor, const Motion& at);
  double energy_error(const Motion& at);
  double energy_limit() const;

  const RunPlan& plan_;
  const MechanicalDae& dae_;
  const SystemInfo& info_;
  // exists only while needed, because matrices of large elastic bodies are large
  std::optional<Tools> tools_;
  Tolerances tolerances_;
  double t_begin_;
  long n_steps_ = 0;
  Level position_{.name = "position"}, velocity_{.name = "velocity"};
  Vector by_q_,
      // effect of τ(q) and τ(v) on each row, at the last evaluation of derivatives
      by_v_;
  double energy_scale_ = 0, energy_by_tolerance_ = 0, suspect_defect_ = 0;
  Worst energy_;
  Vector rows_, force_, zeros_;
};

}  // namespace pleuel
