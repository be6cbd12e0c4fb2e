// The differences between runs of a mechanism and of a plain DAE.
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

/// The kind of equations of a case: a mechanism, which a formulation or method turns into a DAE, or
/// a plain DAE, which is integrated directly. A plan determines the kind once (equations_of);
/// checks, defaults, starts and monitors call this interface. Objects have no state: they work on
/// the case, the plan or the equations of one run.
class CaseEquations {
 public:
  virtual ~CaseEquations() = default;

  /// Inconsistencies of a case of this kind.
  virtual Faults faults_of(const Case& c) const = 0;
  /// Throws InvalidInput if the case is not a mechanism; only a mechanism has `what`.
  virtual void want_mechanism(const Problem& problem, const std::string& what) const = 0;
  /// Checks the start of a run and fills `result`.
  virtual void check_start(const Catalogue& catalogue, const CaseRequest& request, const Problem& problem,
                           const Case& c, CheckResult& result) const = 0;

  // Functions for a plan, in the order of its completion.

  /// True if settings may belong to a formulation.
  virtual bool has_formulations() const = 0;
  /// Chooses formulation and method. Throws InvalidInput if they do not fit the case.
  virtual void choose_pair(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) const = 0;
  /// Sets the description of the DAE that each run creates.
  virtual void describe(RunPlan& plan) const = 0;
  /// Reason why the method does not support these equations, as a sentence; empty if it does.
  virtual std::optional<std::string> refusal(const RunPlan& plan) const = 0;
  /// Decides whether constraints may be redundant: the user's setting, otherwise that of the case.
  virtual void choose_redundancy(RunPlan& plan, Faults& faults) const = 0;
  /// The outputs of a requested group.
  virtual std::vector<MotionOutput> outputs(const std::string& group, const RunPlan& plan,
                                            Faults& faults) const = 0;
  /// The default pair if nothing is given; empty if there is no choice.
  virtual std::optional<ChosenPair> usual_pair(const Catalogue& catalogue, KnownDaes& daes,
                                               const RunPlan& plan) const = 0;
  /// Names of the formulations with the same solution as that of the plan.
  virtual std::vector<std::string> formulations(const Catalogue& catalogue, const RunPlan& plan) const = 0;

  // Functions for a run.

  /// Creates the DAE, which checks `run.stop`, and the system of a mechanism.
  virtual void make(RunEquations& run) const = 0;
  /// The consistent start of the case. This and the next three throw NoConsistentState.
  virtual Start first_start(const RunEquations& of) const = 0;
  /// Makes the state y at t consistent again. For a mechanism, (q, v, s) are projected and a, λ
  /// computed.
  virtual Start restart(const RunEquations& of, double t, ConstVec y) const = 0;
  /// The state after the jumps of `events` (indices), which occur at t in y in this order.
  virtual Start jumped(const RunEquations& of, const std::vector<int>& events, double t,
                       ConstVec y) const = 0;
  /// y unchanged, with its ẏ: used to repeat a step.
  virtual Start step_again(const RunEquations& of, double t, ConstVec y) const = 0;
  /// True if step_again knows ẏ inside a run.
  virtual bool can_step_again(const RunPlan& plan) const = 0;
  /// The events of the case as functions of (t, y). They refer to the equations, which must outlive
  /// them.
  virtual std::vector<Event> events(const RunEquations& of) const = 0;
  /// The corners of the equations (SystemEvaluator::corners) as events. Empty for equilibria, which
  /// are solved point by point, and with a constant step, which is not cut.
  virtual std::vector<Event> corners(const RunEquations& of) const = 0;
  /// Adds the monitors for equations of this kind.
  virtual void add_monitors(const RunEquations& of, const Start& start, RunMonitors& monitors) const = 0;
  /// Number of leading unknowns that have reference digits.
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
