// A benchmark: equations, start, interval, reference digits.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/event.hpp"
#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/motion_event.hpp"
#include "pleuel/mechanics/motion_output.hpp"
#include "pleuel/mechanics/start_metric.hpp"
#include "pleuel/mechanics/validity_measure.hpp"

namespace pleuel {

class TimeFunctions;

/// Digits to compare the end of a run with. `y` holds q, v, a, λ one after the other, or all
/// unknowns of a plain DAE; NaN where nothing is known.
struct Reference {
  Vector y;
  std::vector<int> scd_components;   ///< those that the source names for scd
  std::vector<int> main_components;  ///< those in `error`, the Euclidean error
  std::string source;
  bool is_quasi_static = false;  ///< belongs to equilibria (qs), not to a motion
};

/// The norm of the pendulum paper's tables: sqrt(Δt Σᵢ ‖e(tᵢ)‖₂²) over tᵢ = i Δt.
struct TableNorm {
  double dt = 0;
  std::vector<int> components;
  std::function<void(double t, Vec y)> reference;  ///< q, v, a, λ at t
};

/// A problem with its options chosen: a mechanism, which every formulation makes a DAE of, or a
/// plain DAE, which stands as it is. Only one of `system` and `dae` is given.
struct Case {
  std::string name;
  /// of the files it was read from (content_text); empty where there are none
  std::string content = {};
  std::shared_ptr<const MechanicalSystem> system = {};
  std::function<std::unique_ptr<Dae>()> dae = {};
  double t_begin = 0;
  double t_end = 1;
  Vector q0, v0, s0;  ///< of a mechanism; made consistent before the run
  /// Of a mechanism: q and v as the user gave them, where q0 and v0 are already moved; empty: q0
  /// and v0.
  Vector q_given, v_given;
  /// Of a mechanism: the metric in which q0 and v0 are made consistent; absent: that of the mass
  /// matrix.
  std::function<StartMetric()> start_metric = {};
  /// Of a mechanism: sizes of deformations that its equations allow.
  std::vector<ValidityMeasure> validity = {};
  /// Of a mechanism: numbers of its stiff deformations among the velocities, for a smooth start;
  /// empty where there are none.
  std::vector<int> deformation = {};
  int sweeps = 0;  ///< of a smooth start, unless the user says otherwise; 0: q0 and v0 as they are
  /// Made with repeated constraints: redundant=minimum-norm unless the user says otherwise.
  bool is_redundant = false;
  /// of a plain DAE; its algebraic unknowns are made consistent, if its constraint level is 0
  Vector y0;
  Vector ydot0;  ///< may be left empty at constraint level 0; otherwise the two are taken as given
  std::vector<MotionEvent> motion_events = {};  ///< of a mechanism
  std::vector<Event> events = {};               ///< of a plain DAE
  /// Times at which the equations have a corner or jump: a method steps to them and starts anew. At
  /// such a t they must have the values that hold after it.
  std::vector<double> breakpoints = {};
  /// Formulas of time: a run adds their switching times to the breakpoints, and refuses drivers
  /// that jump. May be absent.
  std::shared_ptr<const TimeFunctions> time_functions = {};
  std::vector<std::string> outputs;  ///< unknowns shown first, by name
  /// of a mechanism: shown after these, and in the trajectory
  std::vector<MotionOutput> motion_outputs = {};
  std::shared_ptr<const Drawing> drawing = {};  ///< how a mechanism looks; may be absent
  std::vector<std::string> remarks;             ///< what the user should know of these settings
  /// Digits at t_end, if there are any for these options and this end time.
  std::function<std::optional<Reference>(double t_end)> reference;
  std::function<std::optional<TableNorm>(double t_end)> table_norm;

  bool is_plain() const { return dae != nullptr; }
};

/// How a case asks to be run where the user leaves it open.
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
  Preferences preferences = {};
  /// The formulations that the case is made for; its digits are verified under these. Empty: all of
  /// motion.
  std::vector<std::string> formulations = {};
};

}  // namespace pleuel
