// What a run does differently for a mechanism and for a plain DAE.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/dae/event.hpp"
#include "pleuel/run/faults.hpp"
#include "pleuel/run/run_defaults.hpp"
#include "pleuel/run/start.hpp"

namespace pleuel {

struct CaseRequest;
struct CheckResult;
class RunMonitors;

/// The kind of equations of a case. There are two: those of a mechanism, of which a formulation or
/// a method makes a DAE, and a plain DAE, which is integrated as it stands. A plan finds the kind
/// once (equations_of); checks, defaults, starts and monitors call it and do not ask which it is.
/// Objects have no state: what they work on is the case, the plan or the equations of one run.
class CaseEquations {
 public:
  virtual ~CaseEquations() = default;

  /// Ways in which the parts of a case of this kind do not fit together.
  virtual Faults faults_of(const Case& c) const = 0;
  /// Throws InvalidInput where the case is no mechanism: only a mechanism has `what`.
  virtual void want_mechanism(const Problem& problem, const std::string& what) const = 0;
  /// What would become of the start of a run; fills `result`.
  virtual void check_start(const Catalogue& catalogue, const CaseRequest& request, const Problem& problem,
                           const Case& c, CheckResult& result) const = 0;

  // Of a plan, in the order in which it is completed.

  /// Whether settings may be those of a formulation.
  virtual bool has_formulations() const = 0;
  /// Formulation and method. Throws InvalidInput where they do not fit the case.
  virtual void choose_pair(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) const = 0;
  /// Fills in the description of the DAE that each run makes.
  virtual void describe(RunPlan& plan) const = 0;
  /// Why the method cannot take these equations, as a sentence; nothing if it can.
  virtual std::optional<std::string> refusal(const RunPlan& plan) const = 0;
  /// Whether constraints may repeat each other: as the user says, or else the case.
  virtual void choose_redundancy(RunPlan& plan, Faults& faults) const = 0;
  /// The outputs of a group that the request asks for.
  virtual std::vector<MotionOutput> outputs(const std::string& group, const RunPlan& plan,
                                            Faults& faults) const = 0;
  /// The pair that would be chosen if all were left open; nothing where there is no choice.
  virtual std::optional<ChosenPair> usual_pair(const Catalogue& catalogue, KnownDaes& daes,
                                               const RunPlan& plan) const = 0;
  /// The formulations of the same solution as that of the plan, by name.
  virtual std::vector<std::string> formulations(const Catalogue& catalogue, const RunPlan& plan) const = 0;

  // Of a run.

  /// Makes the DAE, which looks at `run.stop`, and of a mechanism its system.
  virtual void make(RunEquations& run) const = 0;
  /// The case's own start, made consistent. This and the next three throw NoConsistentState.
  virtual Start first_start(const RunEquations& of) const = 0;
  /// The state y at t made consistent again: of a mechanism (q, v, s) are projected and a, λ
  /// computed.
  virtual Start restart(const RunEquations& of, double t, ConstVec y) const = 0;
  /// The state after the jumps of `events` (numbers as in `events`), which happen at t in y in this
  /// order.
  virtual Start jumped(const RunEquations& of, const std::vector<int>& events, double t,
                       ConstVec y) const = 0;
  /// y as it is, with the ẏ that belongs to it: to do a step again.
  virtual Start step_again(const RunEquations& of, double t, ConstVec y) const = 0;
  /// Whether step_again knows ẏ inside a run.
  virtual bool can_step_again(const RunPlan& plan) const = 0;
  /// The events of the case as functions of (t, y). They refer to the equations, which must outlive
  /// them.
  virtual std::vector<Event> events(const RunEquations& of) const = 0;
  /// The corners of the equations (SystemEvaluator::corners) as events. None for equilibria, which
  /// are solved for point by point, and with a constant step, which is not cut.
  virtual std::vector<Event> corners(const RunEquations& of) const = 0;
  /// Adds what only equations of this kind have to be monitored for.
  virtual void add_monitors(const RunEquations& of, const Start& start, RunMonitors& monitors) const = 0;
  /// How many unknowns, from the first, reference digits belong to.
  virtual int n_reference(const RunPlan& plan) const = 0;
};

const CaseEquations& mechanism_equations();
const CaseEquations& plain_dae_equations();

/// The kind of a case.
inline const CaseEquations& equations_of(const Case& c) {
  return c.is_plain() ? plain_dae_equations() : mechanism_equations();
}

/// Faults of the events of a case, MotionEvent or Event.
template <class SomeEvent>
Faults faults_of_events(const Case& c, const std::vector<SomeEvent>& events) {
  Faults faults;
  const std::string place = "case '" + c.name + "': event '";
  for (const SomeEvent& event : events) {
    if (!event.value) faults.push_back(place + event.name + "' has no function");
    if ((event.effect == EventEffect::jump) != (event.jump != nullptr))
      faults.push_back(place + event.name + "' must have a jump exactly if that is its effect");
  }
  return faults;
}

}  // namespace pleuel
