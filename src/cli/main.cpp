// The program: reads the command line, calls the driver, shows what it returns.
#include <unistd.h>

#include <exception>
#include <new>
#include <optional>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/cli/analysis_programs.hpp"
#include "pleuel/cli/arguments.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/exit_code.hpp"
#include "pleuel/cli/lab_programs.hpp"
#include "pleuel/cli/listing.hpp"
#include "pleuel/cli/material_program.hpp"
#include "pleuel/cli/progress_bar.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/cli/summary.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/io/hdf5_format.hpp"
#include "pleuel/io/output_folder.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/run_json.hpp"
#include "pleuel/io/run_page.hpp"
#include "pleuel/io/trajectory_csv.hpp"
#include "pleuel/io/trajectory_vtk.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/run/observer_list.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel::cli {
namespace {

const char no_memory[] =
    "out of memory: the model, its mesh or its samples need more than this machine gives the program; take "
    "fewer elements or samples";

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
  if (result.failure) tell(describe(*result.failure) + "\n");
  if (command.report == Report::quiet) return code;
  return show(summary(result, Style::of_descriptor(STDOUT_FILENO)), code);
}

// From the first sample on there is something to keep.
class Keeper final : public RunObserver {
 public:
  void begin(const RunHeader&) override { listen_for_signals(); }
};

RunResult observed_run(const RunCommand& command, const RunPlan& plan, OutputFolder* folder) {
  ObserverList observers;
  Keeper keeper;
  observers.add(keeper);
  std::optional<TrajectoryCsv> trajectory;
  std::unique_ptr<RunObserver> hdf5;
  std::optional<TrajectoryVtk> pictures;
  std::optional<RunPage> page;
  std::optional<ProgressBar> bar;
  if (command.report != Report::quiet) observers.add(bar.emplace());
  if (folder != nullptr && command.format != TrajectoryFormat::hdf5)
    observers.add(trajectory.emplace(folder->staging() / "trajectory.csv"));
  if (folder != nullptr && command.format != TrajectoryFormat::csv) {
    const Case& shown = plan.problem_case;
    hdf5 = make_trajectory_hdf5(folder->staging() / "trajectory.h5",
                                shown.is_plain() ? std::vector<ElasticView>() : elastic_views(*shown.system));
    observers.add(*hdf5);
  }
  if (command.vtk_scale)
    observers.add(pictures.emplace(folder->staging(), elastic_views(*plan.problem_case.system),
                                   VtkSeriesOptions{.scale = *command.vtk_scale}));
  if (folder != nullptr && command.has_page && has_pages())
    observers.add(page.emplace(folder->staging() / "run.html", plan));
  return run(plan, {.observer = &observers, .stop = &stop_requested});
}

void check_pictures(const RunCommand& command, const RunPlan& plan) {
  const Case& shown = plan.problem_case;
  if (command.vtk_scale && (shown.is_plain() || elastic_views(*shown.system).empty()))
    throw InvalidInput("--vtk: '" + command.request.case_name +
                       "' has no elastic body to show; leave it out, or give a model file with one");
}

// Files and report; a file that cannot be written does not keep the report from being shown.
int deliver(const RunCommand& command, const RunResult& result, OutputFolder* folder) {
  std::vector<std::string> losses;
  if (result.lost_output) losses.push_back(*result.lost_output);
  if (folder != nullptr && command.has_page && !has_pages() && command.report == Report::summary)
    tell("pleuel: no run.html: " + page_remedy() + "\n");
  if (folder != nullptr)
    losses = save_result(
        *folder,
        [&](const std::filesystem::path& files) {
          write_whole_file(files / "run.json", run_json(result) + "\n");
        },
        std::move(losses));
  return with_losses(losses, report(command, result));
}

// Does `work`; what it throws before its first run becomes an exit code, reported as `command`
// asks.
template <class Work>
int guarded(const RunCommand& command, Work work) {
  try {
    return work();
  } catch (const InvalidModel& error) {
    return decline(command, error, invalid_model);
  } catch (const UnreadableFile& error) {
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

LastWords last_words(const std::string& case_name, Report report, std::optional<double> seconds = {}) {
  LastWords words{.is_json = report == Report::json, .seconds = seconds};
  const std::string message = "the wall-time limit of " + shortest_text(seconds.value_or(0)) +
                              " s was reached before the run could begin: while the model was read and its "
                              "start made consistent";
  if (words.is_json) words.interrupted = declined_json(case_name, "interrupted before the run began") + "\n";
  words.out_of_time = words.is_json ? declined_json(case_name, message) + "\n" : "pleuel: " + message + "\n";
  return words;
}

int execute(const RunCommand& command) {
  prepare(last_words(command.request.case_name, command.report,
                     command.request.timeout.value_or(default_timeout)));
  return guarded(command, [&] {
    const Catalogue catalogue = catalogue_for({command.request.case_name});
    const RunPlan checked = plan(catalogue, command.request);
    check_pictures(command, checked);
    std::optional<OutputFolder> folder;
    if (command.out)  // after the check: a wrong request leaves no directory behind
      folder.emplace(*command.out, "run", foreign(command.force));
    OutputFolder* const out = folder ? &*folder : nullptr;
    return deliver(command, observed_run(command, checked, out), out);
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
  prepare(last_words("", command.report));
  return guarded(command.report, [&] { return bench(command); });
}

int execute(const TableCommand& command) {
  prepare(last_words("", command.report));
  return guarded(command.report, [&] { return table(command); });
}

int execute(const VerifyCommand& command) {
  prepare(last_words("", command.report));
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
  prepare(last_words(command.request.case_name, command.report));
  return guarded(command.request.case_name, command.report, [&] { return check(command); });
}

int execute(const StaticsCommand& command) {
  prepare(last_words(command.request.case_name, command.report));
  return guarded(command.request.case_name, command.report, [&] { return statics(command); });
}

int execute(const ModesCommand& command) {
  prepare(last_words(command.request.of.case_name, command.report));
  return guarded(command.request.of.case_name, command.report, [&] { return modes(command); });
}

int execute(const MaterialCommand& command) {
  prepare(last_words(command.name, command.report));
  return guarded(command.name, command.report, [&] { return material(command); });
}

int execute(const AdviseCommand& command) {
  prepare(last_words(command.request.case_name, command.report));
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
  } catch (const std::bad_alloc&) {
    return decline(guessed_command(argc, argv), std::runtime_error(no_memory), out_of_memory);
  } catch (const std::exception& error) {
    const std::runtime_error defect(std::string("unexpected, a defect of the program: ") + error.what());
    return decline(guessed_command(argc, argv), defect, unexpected);
  } catch (...) {
    return decline(guessed_command(argc, argv), std::runtime_error("unexpected, a defect of the program"),
                   unexpected);
  }
}
