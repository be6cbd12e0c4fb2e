#include "pleuel/sweep/task.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/io/run_page.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/cpu_clock.hpp"
#include "pleuel/run/observer_list.hpp"
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

// "Run 17: k=16 kN/m, c=1 kN*s/m"
std::string title_of(const Study& study, long run) {
  std::string title = "Run " + std::to_string(run);
  for (std::size_t k = 0; k < study.n_columns(); ++k)
    title += (k == 0 ? ": " : ", ") + study.column(k).name + "=" + study.level(run, k).text;
  return title;
}

// The page of one of many runs has its values as the title.
class TitledPage final : public RunPage {
 public:
  TitledPage(const std::filesystem::path& path, const RunPlan& plan, std::string title)
      : RunPage(path, plan), title_(std::move(title)) {}

  void end(const RunResult& result) override {
    RunResult titled = result;
    titled.header.title = title_;
    RunPage::end(titled);
  }

 private:
  std::string title_;
};

RunResult run_with_page(const RunPlan& plan, OutputWatch& watch, std::string title,
                        const std::filesystem::path& path) {
  TitledPage page(path, plan, std::move(title));
  ObserverList observers;
  observers.add(watch);
  observers.add(page);
  RunResult result = run(plan, {.observer = &observers, .checkpoints = nullptr, .stop = nullptr});
  if (result.lost_output) throw FileError(*result.lost_output);
  return result;
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

Row compute_task(const Catalogue& catalogue, const Study& study, long task,
                 const std::filesystem::path& page) {
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
    const RunPlan checked = plan(catalogue, study.request(task));
    const RunResult result = page.empty()
                                 ? run(checked, {.observer = &watch, .checkpoints = nullptr, .stop = nullptr})
                                 : run_with_page(checked, watch, title_of(study, study.run_of(task)), page);
    take_result(study, watch, result, row);
  } catch (const InvalidModel& error) {
    row = refused("invalid_model", error);
  } catch (const RedundantConstraints& error) {
    row = failed_row(study, task, "redundant_constraints", error.what());
  } catch (const InvalidInput& error) {
    row = refused("invalid_input", error);
  } catch (const NoConsistentState& error) {
    row = failed_row(study, task, "no_consistent_start", error.what());
  } catch (const FileError&) {
    throw;
  } catch (const std::bad_alloc&) {
    row = failed_row(study, task, "out_of_memory", "the run needs more memory than there is");
  } catch (...) {
    row = failed_row(study, task, "exception", thrown_text());
  }
  row.all_seconds = cpu_seconds_now() - begin;
  return row;
}

}  // namespace pleuel::sweep
