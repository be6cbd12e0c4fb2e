// The program: reads the command line, calls the driver, shows what it returns.
#include <unistd.h>

#include <exception>
#include <optional>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/cli/analysis_programs.hpp"
#include "pleuel/cli/arguments.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/exit_code.hpp"
#include "pleuel/cli/lab_programs.hpp"
#include "pleuel/cli/listing.hpp"
#include "pleuel/cli/material_program.hpp"
#include "pleuel/cli/progress_bar.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/cli/summary.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/driver/observer_list.hpp"
#include "pleuel/driver/run.hpp"
#include "pleuel/io/hdf5_format.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/run_json.hpp"
#include "pleuel/io/run_page.hpp"
#include "pleuel/io/trajectory_csv.hpp"
#include "pleuel/io/trajectory_vtk.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"

namespace pleuel::cli {
namespace {

// The run did not begin: with --json there is an object all the same.
int decline(const RunCommand& command, const std::exception& error, int code) {
  if (command.report == Report::json) {
    return show(declined_json(command.request.case_name, error.what()) + "\n", code);
  }
  const auto* input = dynamic_cast<const InvalidInput*>(&error);
  return complain(input != nullptr ? input->faults() : std::vector<std::string>{error.what()}, code);
}

int report(const RunCommand& command, const RunResult& result) {
  const int code = exit_code_of(result.status);
  if (command.report == Report::json) return show(run_json(result) + "\n", code);
  if (result.failure) (void)print(STDERR_FILENO, describe(*result.failure) + "\n");
  if (command.report == Report::quiet) return code;
  return show(summary(result, Style::of_descriptor(STDOUT_FILENO)), code);
}

RunResult observed_run(const RunCommand& command, const RunPlan& plan) {
  ObserverList observers;
  std::optional<TrajectoryCsv> trajectory;
  std::unique_ptr<RunObserver> hdf5;
  std::optional<TrajectoryVtk> pictures;
  std::optional<RunPage> page;
  std::optional<ProgressBar> bar;
  if (command.report != Report::quiet) observers.add(bar.emplace());
  if (command.out && command.format != TrajectoryFormat::hdf5)
    observers.add(trajectory.emplace(*command.out / "trajectory.csv"));
  if (command.out && command.format != TrajectoryFormat::csv) {
    const Case& shown = plan.problem_case;
    hdf5 = make_trajectory_hdf5(*command.out / "trajectory.h5",
                                shown.is_plain() ? std::vector<ElasticView>() : elastic_views(*shown.system));
    observers.add(*hdf5);
  }
  if (command.vtk_scale)
    observers.add(pictures.emplace(*command.out, elastic_views(*plan.problem_case.system),
                                   VtkSeriesOptions{.scale = *command.vtk_scale}));
  if (command.out && command.has_page && has_pages())
    observers.add(page.emplace(*command.out / "run.html", plan));
  return run(plan, {.observer = &observers, .stop = &stop_requested});
}

void check_pictures(const RunCommand& command, const RunPlan& plan) {
  const Case& shown = plan.problem_case;
  if (command.vtk_scale && (shown.is_plain() || elastic_views(*shown.system).empty()))
    throw InvalidInput("--vtk: '" + command.request.case_name +
                       "' has no elastic body to show; leave it out, or give a model file with one");
}

// Files and report; a file that cannot be written does not keep the report from being shown.
int deliver(const RunCommand& command, const RunResult& result) {
  std::vector<std::string> losses;
  if (result.lost_output) losses.push_back(*result.lost_output);
  if (command.out && command.has_page && !has_pages() && command.report == Report::summary)
    (void)print(STDERR_FILENO, "pleuel: no run.html: " + page_remedy() + "\n");
  try {
    if (command.out) write_whole_file(*command.out / "run.json", run_json(result) + "\n");
  } catch (const FileError& error) {
    losses.emplace_back(error.what());
  }
  const int code = report(command, result);
  return losses.empty() ? code : complain(losses, output_lost);
}

// Does `work`; what it throws before its first run becomes an exit code, reported as `command` asks.
template <class Work>
int guarded(const RunCommand& command, Work work) {
  try {
    return work();
  } catch (const InvalidModel& error) {
    return decline(command, error, invalid_model);
  } catch (const RedundantConstraints& error) {
    return decline(command, error, invalid_model);
  } catch (const InvalidInput& error) {
    return decline(command, error, usage);
  } catch (const NoConsistentState& error) {
    return decline(command, error, no_consistent_start);
  } catch (const DirectoryError& error) {
    return decline(command, error, usage);
  } catch (const FileError& error) {
    return decline(command, error, output_lost);
  }
}

int execute(const RunCommand& command) {
  return guarded(command, [&] {
    const Catalogue catalogue = catalogue_for({command.request.case_name});
    listen_for_signals();
    const RunPlan checked = plan(catalogue, command.request);
    check_pictures(command, checked);
    if (command.out)
      make_directory(*command.out);  // after the check: a wrong request leaves no directory behind
    return deliver(command, observed_run(command, checked));
  });
}

// The same for a command of the laboratory, of which only the way to report counts.
template <class Work>
int guarded(Report report, Work work) {
  RunCommand command;
  command.report = report;
  return guarded(command, work);
}

int execute(const BenchCommand& command) {
  return guarded(command.report, [&] { return bench(command); });
}

int execute(const TableCommand& command) {
  return guarded(command.report, [&] { return table(command); });
}

int execute(const VerifyCommand& command) {
  return guarded(command.report, [&] { return verify(command); });
}

// The same for a command that looks at one case.
template <class Work>
int guarded(const std::string& case_name, Report report, Work work) {
  RunCommand command;
  command.request.case_name = case_name;
  command.report = report;
  return guarded(command, work);
}

int execute(const CheckCommand& command) {
  return guarded(command.request.case_name, command.report, [&] { return check(command); });
}

int execute(const StaticsCommand& command) {
  return guarded(command.request.case_name, command.report, [&] { return statics(command); });
}

int execute(const ModesCommand& command) {
  return guarded(command.request.of.case_name, command.report, [&] { return modes(command); });
}

int execute(const MaterialCommand& command) {
  return guarded(command.name, command.report, [&] { return material(command); });
}

int execute(const AdviseCommand& command) {
  return guarded(command.request.case_name, command.report, [&] { return advise(command); });
}

int execute(const ViewCommand& command) { return view(command); }

int execute(const ListCommand& command) {
  return show(listing(standard_catalogue(), command, Style::of_descriptor(STDOUT_FILENO)), done);
}

int execute(const ShowText& command) { return show(command.text, done); }

}  // namespace
}  // namespace pleuel::cli

int main(int argc, char** argv) {
  using namespace pleuel::cli;
  occupy_standard_descriptors();
  try {
    const Command command = parse_arguments(argc, argv);
    return std::visit([](const auto& chosen) { return execute(chosen); }, command);
  } catch (const pleuel::InvalidInput& error) {
    return decline(guessed_command(argc, argv), error, usage);
  } catch (const std::exception& error) {
    return complain({std::string("unexpected: ") + error.what()}, unexpected);
  }
}
