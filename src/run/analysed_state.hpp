// The states used by analyses.
#pragma once

#include <initializer_list>
#include <memory>
#include <new>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/analysis/degrees_of_freedom.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/assembled_start.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {

/// Calls `work`, which evaluates a model. Exceptions of the model mean that there is no such state.
template <class Work>
auto at_state(double t, Work work) {
  try {
    return work();
  } catch (const NoConsistentState&) {
    throw;
  } catch (const InvalidInput&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    throw NoConsistentState("the model cannot be evaluated at " + at_time(t) + ": " + thrown_text());
  }
}

/// Throws NoConsistentState unless all entries are finite.
void want_finite(const char* what, double t, std::initializer_list<ConstVec> vectors,
                 std::initializer_list<double> numbers = {});
void want_finite(const char* what, double t, const InitialState& x);

/// A consistent state, also if constraints are redundant.
InitialState consistent_state(const std::shared_ptr<const MechanicalSystem>& system, double t, ConstVec q,
                              ConstVec v, ConstVec s);

/// The start of a case, as in a run.
InitialState consistent_state(const Case& c, const AssembledStart& from);

/// The result refers to x.
Motion motion_of(double t, const InitialState& x);

/// Degrees of freedom at q; nearby positions show whether it is a singular configuration.
DegreesOfFreedom degrees_of_freedom_near(const Case& c, double t, ConstVec q);

}  // namespace pleuel
