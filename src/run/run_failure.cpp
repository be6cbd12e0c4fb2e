#include "pleuel/run/run_failure.hpp"

#include <exception>
#include <new>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/validity_watch.hpp"

namespace pleuel {

std::string at_time(double t) { return "t = " + number_text(t, 10); }

std::string thrown_text() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception without a text";
  }
}

Failure failure_at(const RunPlan& plan, FailureKind kind, double t, std::string what) {
  Failure failure = failure_of(kind, plan.dae);
  failure.formulation = plan.names.formulation.name;
  failure.method = plan.method->name;
  failure.t = t;
  failure.what = std::move(what);
  return failure;
}

Failure thrown_failure(const RunPlan& plan, double t) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw;  // not a fault of the model, and not recoverable
  } catch (const LeftValidity& left) {
    Failure failure = failure_at(plan, FailureKind::domain_left, t, left.what());
    failure.inequality = left.inequality();
    failure.worst = left.quantity();
    failure.causes = {left.cause()};
    failure.remedy = left.remedy();
    return failure;
  } catch (const LeftDomain& left) {
    Failure failure = failure_at(plan, FailureKind::domain_left, t,
                                 "the model leaves its domain: " + std::string(left.what()));
    failure.inequality = "the model refuses the state at " + at_time(t);
    failure.worst = left.quantity();
    return failure;
  } catch (const NoConsistentState& error) {
    return failure_at(plan, FailureKind::inconsistent, t, error.what());
  } catch (...) {
    return failure_at(plan, FailureKind::user_exception, t, "the model threw: " + thrown_text());
  }
}

}  // namespace pleuel
