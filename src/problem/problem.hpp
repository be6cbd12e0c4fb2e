// A benchmark problem: equations, start, interval, reference digits.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/event.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/motion_event.hpp"
#include "pleuel/mechanics/motion_output.hpp"
#include "pleuel/mechanics/reduction_report.hpp"
#include "pleuel/mechanics/start_metric.hpp"
#include "pleuel/mechanics/validity_measure.hpp"

namespace pleuel {

class TimeFunctions;
struct Drawing;

/// Reference values for the end of a run. `y` contains q, v, a, λ in sequence, or all unknowns of a
/// plain DAE; NaN if unknown.
struct Reference {
  Vector y;
  std::vector<int> scd_components;   ///< components that the source names for scd
  std::vector<int> main_components;  ///< components in `error`, the Euclidean error
  std::string source;
  bool is_quasi_static = false;  ///< for equilibria (qs), not for a motion
};

/// The norm of the pendulum paper's tables: sqrt(Δt Σᵢ ‖e(tᵢ)‖₂²) over tᵢ = i Δt.
struct TableNorm {
  double dt = 0;
  std::vector<int> components;
  std::function<void(double t, Vec y)> reference;  ///< q, v, a, λ at t
};

/// A problem with chosen options: a mechanism, which formulations turn into a DAE, or a plain DAE.
/// Only one of `system` and `dae` is given.
struct Case {
  std::string name;
  /// hash of its source files (content_text); empty if there are none
  std::string content = {};
  std::shared_ptr<const MechanicalSystem> system = {};
  std::function<std::unique_ptr<Dae>()> dae = {};
  double t_begin = 0;
  double t_end = 1;
  Vector q0, v0, s0;  ///< of a mechanism; made consistent before the run
  /// Of a mechanism: q and v as given by the user, if q0 and v0 were already changed; empty: q0 and
  /// v0.
  Vector q_given, v_given;
  /// Of a mechanism: the metric in which q0 and v0 are made consistent; empty: that of the mass
  /// matrix.
  std::function<StartMetric()> start_metric = {};
  /// Of a mechanism: limits of validity of its deformations.
  std::vector<ValidityMeasure> validity = {};
  /// Of a mechanism: indices of its stiff deformations among the velocities, for a smooth start;
  /// may be empty.
  std::vector<int> deformation = {};
  int sweeps = 0;  ///< default sweeps of a smooth start; 0: q0 and v0 unchanged
  /// Has redundant constraints by design: the default is redundant=minimum-norm.
  bool is_redundant = false;
  /// of a plain DAE; algebraic unknowns are made consistent if its constraint level is 0
  Vector y0;
  Vector ydot0;  ///< may be empty at constraint level 0; otherwise both are used unchanged
  std::vector<MotionEvent> motion_events = {};  ///< of a mechanism
  std::vector<Event> events = {};               ///< of a plain DAE
  /// Times at which the equations have a corner or jump: a method steps to them and restarts. At
  /// such a t, the equations must have their values after it.
  std::vector<double> breakpoints = {};
  /// Functions of time: a run adds their switching times to the breakpoints, and rejects drivers
  /// that jump. May be null.
  std::shared_ptr<const TimeFunctions> time_functions = {};
  std::vector<std::string> outputs;  ///< main unknowns, by name
  /// of a mechanism: shown after these, and in the trajectory
  std::vector<MotionOutput> motion_outputs = {};
  std::shared_ptr<const Drawing> drawing = {};  ///< drawing of a mechanism; may be null
  std::vector<ReductionReport> reductions = {};  ///< of its reduced elastic bodies
  std::vector<std::string> remarks;             ///< remarks on these settings for the user
  /// Reference values at t_end, if they exist for these options and this end time.
  std::function<std::optional<Reference>(double t_end)> reference;
  std::function<std::optional<TableNorm>(double t_end)> table_norm;

  bool is_plain() const { return dae != nullptr; }
};

/// Defaults of a case for values that the user omits.
struct Preferences {
  std::optional<std::string> formulation = {}, method = {};
  std::optional<double> rtol = {}, atol = {}, every = {};
  /// in a model file, for messages
  std::string place = {}, formulation_place = {}, method_place = {};
};

struct Problem {
  std::string name;
  std::string title;
  std::string source;  ///< key into docs/references.bib
  OptionSpecs options;
  std::function<Case(const OptionValues&)> build;
  /// The same case, whose reduced elastic bodies keep about twice as many modes; empty if the
  /// problem cannot have any.
  std::function<Case(const OptionValues&)> build_refined = {};
  Preferences preferences = {};
  /// The formulations for which the case is designed and verified. Empty: all formulations of
  /// motion.
  std::vector<std::string> formulations = {};
};

}  // namespace pleuel
