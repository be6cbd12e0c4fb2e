#include "pleuel/sweep/task.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/cpu_clock.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/run_failure.hpp"
#include "pleuel/sweep/output_watch.hpp"

namespace pleuel::sweep {
namespace {

std::string file_name(FailureKind kind) {
  std::string name = name_of(kind);
  std::ranges::replace(name, ' ', '_');
  return name;
}

// Results of the run, also where it failed.
void take_result(const Study& study, const OutputWatch& watch, const RunResult& result, Row& row) {
  row.formulation = result.header.formulation.name;
  row.method = result.header.method.name;
  row.t = result.t;
  row.steps = result.statistics.steps;
  row.message = result.message;
  row.cpu_seconds = result.cpu_seconds;
  row.remarks = all_remarks(result);
  if (result.status != RunStatus::ok) {
    if (!result.failure) {
      row.kind = "interrupted";
      return;
    }
    row.kind = file_name(result.failure->kind);
    // How long it took differs from time to time.
    if (result.failure->kind == FailureKind::time_limit) row = late_row(study, row.task);
    return;
  }
  row.values = watch.values(result, study.run_of(row.task));
  row.curves = watch.curves();
  row.is_ok = true;
}

}  // namespace

Row failed_row(const Study& study, long task, std::string kind, std::string message) {
  Row row;
  row.task = task;
  row.kind = std::move(kind);
  row.message = std::move(message);
  const auto is_number = [](const OutputSpec& spec) { return !spec.is_curve(); };
  const auto n = std::ranges::count_if(study.outputs, is_number);
  row.values.assign(static_cast<std::size_t>(n), std::numeric_limits<double>::quiet_NaN());
  row.curves.resize(study.outputs.size() - static_cast<std::size_t>(n));
  return row;
}

Row late_row(const Study& study, long task) {
  return failed_row(study, task, "time_limit",
                    "the time limit of " + shortest_text(study.time_limit) + " s was reached");
}

Row compute_task(const Catalogue& catalogue, const Study& study, long task) {
  const double begin = cpu_seconds_now();
  const auto refused = [&](const char* kind, const InvalidInput& error) {
    std::string message = error.faults().front();
    if (error.faults().size() > 1)
      message += " (and " + std::to_string(error.faults().size() - 1) + " further faults)";
    return failed_row(study, task, kind, std::move(message));
  };
  Row row = failed_row(study, task, "", "");
  try {
    OutputWatch watch(study);
    const RunResult result = run(plan(catalogue, study.request(task)),
                                 {.observer = &watch, .checkpoints = nullptr, .stop = nullptr});
    take_result(study, watch, result, row);
  } catch (const InvalidModel& error) {
    row = refused("invalid_model", error);
  } catch (const RedundantConstraints& error) {
    row = failed_row(study, task, "redundant_constraints", error.what());
  } catch (const InvalidInput& error) {
    row = refused("invalid_input", error);
  } catch (const NoConsistentState& error) {
    row = failed_row(study, task, "no_consistent_start", error.what());
  } catch (const std::bad_alloc&) {
    row = failed_row(study, task, "out_of_memory", "the run needs more memory than there is");
  } catch (...) {
    row = failed_row(study, task, "exception", thrown_text());
  }
  row.all_seconds = cpu_seconds_now() - begin;
  return row;
}

}  // namespace pleuel::sweep
