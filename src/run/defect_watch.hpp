// Looks whether a run keeps what its tolerances promise.
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

/// Constraints and energy of a mechanism beside its tolerances. With τ(q)ⱼ = atol + rtol |qⱼ|, and
/// τ(v) likewise, errors of that size move
///
///     gᵢ by Σⱼ |∂gᵢ/∂qⱼ| τ(q)ⱼ,   (G v + g_t)ᵢ by Σⱼ |Gᵢⱼ| τ(v)ⱼ,
///     E by rtol · (largest energy so far) + |f|·τ(q) + |M v|·τ(v),
///
/// and `allowed_excess` times that counts as a defect. A level that drifts has that for each of the
/// n steps so far, and one that drifts like t² in addition n t/2 times what τ(v) makes; the energy,
/// which no row holds, has it for each step where there are more of them than `allowed_excess`.
/// Derivatives are evaluated only where a residual doubles beyond what those of the last place make
/// suspect, so the watch costs next to nothing. Energy is not judged where steps have a given size:
/// they have no error test.
class DefectWatch {
 public:
  static constexpr double allowed_excess = 1000;

  /// The equations must outlive this.
  DefectWatch(const RunEquations& of, const Start& start);

  /// An accepted step that ends in y, as `monitor` has recorded it.
  void step(const MotionMonitor& monitor, double t, ConstVec y);
  /// One sentence for each defect.
  std::vector<std::string> remarks() const;

 private:
  /// A residual beside what is allowed.
  struct Worst {
    double ratio = 0;  // above 1: a defect
    double t = 0;
    double value = 0;
    double allowed = 0;
    int row = 0;
  };
  struct Level {
    const char* name = "";
    Drift drift = Drift::open;
    double seen = 0;  // residuals above this are looked at
    Worst worst = {};
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
  // only while they are needed: those of large elastic bodies are large
  std::optional<Tools> tools_;
  Tolerances tolerances_;
  double t_begin_;
  long n_steps_ = 0;
  Level position_{.name = "position"}, velocity_{.name = "velocity"};
  Vector by_q_,
      // what τ(q) and τ(v) make of each row, at the last place where derivatives were evaluated
      by_v_;
  double energy_scale_ = 0, energy_by_tolerance_ = 0, suspect_defect_ = 0;
  Worst energy_;
  Vector rows_, force_, zeros_;
};

}  // namespace pleuel
