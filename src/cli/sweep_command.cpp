// The command sweep: many runs, on this machine or on a cluster.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/base/printable.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/cli/status_line.hpp"
#include "pleuel/cli/sweep_report.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/job_pool.hpp"
#include "pleuel/sweep/cluster_engine.hpp"
#include "pleuel/sweep/result_files.hpp"
#include "pleuel/sweep/run_pages.hpp"
#include "pleuel/sweep/study_reader.hpp"
#include "pleuel/sweep/worker_pool.hpp"

namespace pleuel::cli {
namespace {

namespace fs = std::filesystem;

struct SweepWords {
  std::vector<std::string> places;  // [plan | work | collect] STUDY or DIR
  std::string jobs, engine, tasks, task, scheduler, python;
  std::vector<std::string> slurm, pages;
  OutWords out;
  ReportWords report;
};

enum class SweepAction { run, plan, work, collect };
enum class Engine { local, slurm, dask };

const std::vector<std::string> action_names = {"run", "plan", "work", "collect"};
const std::vector<std::string> engine_names = {"local", "slurm", "dask"};

Candidates sweep_candidates() { return {.words = action_names, .files = "*.json", .has_folders = true}; }

void declare_sweep(Options& options, SweepWords& words) {
  options
      .required("STUDY", &words.places,
                "a study file; or plan STUDY, work DIR, collect DIR: parts of its execution")
      .candidates = sweep_candidates;
  add_out(options, words.out,
          "the result: runs.csv, runs.h5, sweep.json, the page report.html, and the rows in work/; an "
          "unfinished study in it is continued");
  options.word("--jobs", words.jobs, "worker processes; default: as many as cores, of work 1", "N");
  options.word("--engine", words.engine, "who executes the runs: local, slurm or dask; default local", "E")
      .candidates = [] { return Candidates{engine_names}; };
  options.word("--tasks", words.tasks, "shares for slurm and dask; default 8", "N");
  options.word("--task", words.task, "of work: the share, K of N", "K/N");
  options
      .list(
          "--pages", words.pages,
          "write the pages of runs into pages/: numbers (3,17,20-25) or some, best, worst, extremes, failed, "
          "all; without all, these runs are made again at the end",
          "RUNS")
      .candidates = [] { return Candidates{sweep::page_groups()}; };
  options.list("--slurm", words.slurm, "an option for sbatch, such as --slurm=--partition=short", "OPTION");
  options.word("--scheduler", words.scheduler, "of dask: the address of its scheduler", "ADDRESS");
  options.word("--python", words.python, "of dask: the Python that has it; default python3", "PROGRAM");
  add_report(options, words.report);
  options.footer(
      "plan writes the work list into --out DIR; work DIR --task K/N computes a share of it; collect DIR "
      "merges the rows and says what is missing.\n"
      "Examples: pleuel sweep study.json --out result; pleuel sweep study.json --engine slurm --tasks 20 "
      "--out result");
}

struct SweepLine {
  SweepAction action = SweepAction::run;
  std::string place;  // a study or a folder
  Engine engine = Engine::local;
  int jobs = 1;
  long n_tasks = 8;
  long share = 1, n_shares = 1;
  sweep::PageChoice pages;
};

template <class Choice>
Choice named_choice(const std::string& what, const std::string& word, const std::vector<std::string>& names,
                    std::vector<std::string>& faults) {
  const auto it = std::ranges::find(names, word);
  if (it == names.end()) faults.push_back(unknown_name(what, word, names));
  return static_cast<Choice>(it == names.end() ? 0 : it - names.begin());
}

void read_share(const SweepWords& words, ArgumentParser& read, SweepLine& line,
                std::vector<std::string>& faults) {
  const auto slash = words.task.find('/');
  if (slash == std::string::npos) {
    faults.push_back("--task is '" + words.task +
                     "', but must be K/N, such as 3/8: the third of eight shares");
    return;
  }
  line.share = read.count("--task", words.task.substr(0, slash));
  line.n_shares = read.count("--task", words.task.substr(slash + 1));
  if (line.share > line.n_shares)
    faults.push_back("--task is '" + words.task + "', but there are only " + std::to_string(line.n_shares) +
                     " shares; give K from 1 to N");
}

void read_pages(const SweepWords& words, const ArgumentParser& read, SweepLine& line,
                std::vector<std::string>& faults) {
  if (words.pages.empty()) return;
  line.pages = sweep::page_choice(read.names(words.pages), faults);
  if (!has_pages()) faults.push_back("--pages: " + page_remedy());
  if (line.action == SweepAction::plan)
    faults.emplace_back("--pages belongs to 'work' and 'collect'; leave it out of 'plan'");
  if (line.action == SweepAction::work && line.pages.is_given() && !line.pages.is_all())
    faults.emplace_back(
        "--pages of a share can only be 'all': which runs are the best is known when all are collected; give "
        "it "
        "to 'collect'");
}

SweepLine sweep_line(const SweepWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  SweepLine line;
  const bool has_action =
      words.places.size() > 1 || std::ranges::find(action_names, words.places[0]) != action_names.end();
  if (has_action)
    line.action = named_choice<SweepAction>("part of sweep", words.places[0], action_names, faults);
  const bool is_study = line.action == SweepAction::run || line.action == SweepAction::plan;
  if (words.places.size() != (has_action ? 2u : 1u))
    faults.push_back(std::string("sweep needs one ") + (is_study ? "study file" : "directory") +
                     ", but has " + std::to_string(words.places.size() - (has_action ? 1 : 0)) +
                     "; write: pleuel sweep STUDY --out DIR");
  line.place = words.places.back();
  if (is_study && !words.out.is_given())
    faults.push_back("--out DIR is missing, where the rows of the runs are kept; add it");
  if (!is_study && words.out.is_given())
    faults.push_back("--out belongs to a study; '" + words.places[0] + "' works in the directory it names");
  if (!words.engine.empty()) line.engine = named_choice<Engine>("engine", words.engine, engine_names, faults);
  if (line.engine != Engine::local && line.action != SweepAction::run)
    faults.push_back("--engine belongs to a whole study; leave it out of '" + words.places[0] + "'");
  line.jobs = line.action == SweepAction::work ? 1 : JobPool::n_cores();
  if (!words.jobs.empty()) line.jobs = read.count("--jobs", words.jobs);
  if (!words.tasks.empty()) line.n_tasks = read.count("--tasks", words.tasks);
  if (!words.tasks.empty() && line.engine == Engine::local)
    faults.push_back("--tasks are shares for a cluster; give --engine slurm or dask with it, or take --jobs");
  if (line.engine == Engine::dask && words.scheduler.empty())
    faults.push_back("--engine dask needs --scheduler ADDRESS, such as tcp://node1:8786");
  if (line.engine != Engine::dask && !words.scheduler.empty())
    faults.push_back("--scheduler is for --engine dask, which is not given; add it");
  if (line.engine != Engine::dask && !words.python.empty())
    faults.push_back("--python is for --engine dask, which is not given; add it");
  if (line.engine != Engine::slurm && !words.slurm.empty())
    faults.push_back("--slurm is for --engine slurm, which is not given; add it");
  if (line.action == SweepAction::work && words.task.empty())
    faults.push_back("--task K/N is missing: the share that work shall compute");
  if (line.action != SweepAction::work && !words.task.empty())
    faults.push_back("--task belongs to 'pleuel sweep work DIR'");
  if (!words.task.empty()) read_share(words, read, line, faults);
  read_pages(words, read, line, faults);
  throw_if_any(std::move(faults));
  return line;
}

// A study with its work list.
struct Planned {
  Catalogue catalogue;
  sweep::Study study;
  sweep::WorkList list;
};

Planned planned_from_file(const std::string& path) {
  Planned planned{.catalogue = catalogue_for({}), .study = {}, .list = {}};
  try {
    planned.study = sweep::read_study_file(path, planned.catalogue);
  } catch (const UnreadableFile&) {
    throw;
  } catch (const InvalidInput& error) {
    throw InvalidModel(error.faults());
  }
  planned.list = sweep::make_work_list(planned.catalogue, planned.study, PLEUEL_VERSION);
  return planned;
}

// The study of a folder, in the folder where its paths are valid.
Planned planned_from_folder(const fs::path& result, bool is_forced) {
  const sweep::WorkList saved = sweep::read_work_list(result);
  std::error_code none;
  fs::current_path(saved.folder, none);
  if (none)
    tell("pleuel: remark: the study was planned in '" + saved.folder +
         "', which is not here; its files are looked for in this directory\n");
  Planned planned{.catalogue = catalogue_for({}), .study = {}, .list = {}};
  planned.study = sweep::read_study(saved.study_path, saved.study_text, planned.catalogue);
  planned.list = sweep::make_work_list(planned.catalogue, planned.study, PLEUEL_VERSION);
  std::vector<std::string> faults = sweep::differences(saved, planned.list);
  if (is_forced) return planned;
  for (std::string& fault : faults)
    fault = "the work list in '" + result.string() + "' does not fit: " + fault;
  if (!faults.empty())
    faults.emplace_back("rows of both would not belong to one study; plan it again, or give --force");
  throw_if_any(std::move(faults));
  return planned;
}

// Keeps the rows of the same study; those of another one are only replaced by --force.
void adopt_folder(const fs::path& result, const Planned& planned, bool is_forced) {
  if (sweep::has_work_list(result)) {
    const auto changed = sweep::differences(sweep::read_work_list(result), planned.list);
    if (changed.empty()) return;
    if (!is_forced)
      throw DirectoryError("the directory '" + result.string() + "' holds rows that do not fit: " +
                           changed[0] + "; give another directory, or --force, which discards them");
    sweep::remove_work(result);
    sweep::remove_pages(result);
  }
  sweep::write_work_list(result, planned.list);
}

// Computes the missing tasks of a share on this machine. Rows are looked at again afterwards,
// because a worker that is killed may leave a task.
void compute_share(const Planned& planned, const fs::path& result, const SweepLine& line,
                   StatusLine& status) {
  const long n_all = planned.study.n_tasks();
  while (!stop_requested) {
    const auto missing = sweep::RowIndex(result, n_all).missing(line.share, line.n_shares);
    if (missing.empty()) return;
    const long n_before = (n_all - line.share) / line.n_shares + 1 - static_cast<long>(missing.size());
    const fs::path pages = line.pages.is_all() ? sweep::pages_folder(result) : fs::path();
    if (!pages.empty()) make_directory(pages);
    const sweep::WorkerPool pool(line.jobs, sweep::work_folder(result), &stop_requested, pages);
    pool.run(planned.catalogue, planned.study, missing, [&](const sweep::PoolProgress& now) {
      status.draw(static_cast<int>(now.n_done), static_cast<int>(now.n_all),
                  (n_before > 0 ? std::to_string(n_before) + " made before, " : "") +
                      std::to_string(now.n_failed) + " failed");
    });
  }
}

std::string own_program() {
  std::error_code none;
  const fs::path path = fs::read_symlink("/proc/self/exe", none);
  return none ? "pleuel" : path.string();
}

void compute_on_cluster(const Planned& planned, const fs::path& result, const SweepLine& line,
                        const SweepWords& words, StatusLine& status) {
  const long n_all = planned.study.n_tasks();
  const auto missing = sweep::RowIndex(result, n_all).missing();
  if (missing.empty()) return;
  const long n_shares = std::min<long>(line.n_tasks, n_all);
  const sweep::ShareRequest request{.result = fs::absolute(result).lexically_normal(),
                                    .program = own_program(),
                                    .shares = sweep::shares_with(missing, n_shares),
                                    .n_shares = n_shares,
                                    .stop = &stop_requested,
                                    .watch = [&] {
                                      const long n_done = sweep::RowIndex(result, n_all).n_done();
                                      status.draw(static_cast<int>(n_done), static_cast<int>(n_all),
                                                  "on " + words.engine);
                                    }};
  if (line.engine == Engine::slurm)
    sweep::run_on_slurm(request, words.slurm);
  else
    sweep::run_on_dask(request, words.scheduler, words.python.empty() ? "python3" : words.python);
}

// Makes runs again, each with a page. Their rows are compared with those of
// the table when these are read next.
void make_pages(const Planned& planned, const fs::path& result, const SweepLine& line,
                const std::vector<long>& runs, StatusLine& status) {
  if (runs.empty() || stop_requested) return;
  make_directory(sweep::pages_folder(result));
  const sweep::WorkerPool pool(line.jobs, sweep::work_folder(result), &stop_requested,
                               sweep::pages_folder(result));
  pool.run(planned.catalogue, planned.study, runs, [&](const sweep::PoolProgress& now) {
    status.draw(static_cast<int>(now.n_done), static_cast<int>(now.n_all), "pages");
  });
  status.wipe();
}

// Writes the table and what follows from it; reports.
int deliver_findings(const Planned& planned, const fs::path& result, OutputFolder& folder,
                     const SweepLine& line, Report report) {
  auto index = std::make_unique<sweep::RowIndex>(result, planned.study.n_tasks());
  const sweep::Collected all = sweep::collect(planned.study, *index);
  const sweep::SweepStatistics found = sweep::statistics(planned.study, all);
  std::vector<long> chosen;
  if (line.pages.is_given()) {
    chosen = sweep::runs_with_pages(line.pages, {planned.study, planned.list, *index, all, found});
    StatusLine status(report);
    make_pages(planned, result, line, sweep::pages_to_make(chosen, sweep::pages_in(result), *index), status);
    index = std::make_unique<sweep::RowIndex>(result, planned.study.n_tasks());
  }
  const sweep::Findings of{planned.study, planned.list, *index, all, found, sweep::pages_in(result)};
  const auto losses = save_result(folder, [&](const fs::path& files) { sweep::write_result(files, of); });
  if (report == Report::summary && !has_pages()) tell("pleuel: no report.html: " + page_remedy() + "\n");
  const int code = stop_requested                              ? interrupt_code()
                   : index->n_done() < planned.study.n_tasks() ? output_lost
                                                               : done;
  if (report == Report::json) return with_losses(losses, show(sweep::findings_json(of) + "\n", code));
  if (report == Report::quiet) {
    if (code == output_lost) tell("pleuel: " + missing_text(of, result));
    return with_losses(losses, code);
  }
  return with_losses(
      losses,
      show(findings_text(of, result, Style::of_stdout()) + pages_text(chosen, of.pages, result), code));
}

OutputFolder open_folder(const fs::path& result, bool is_forced) {
  return {result, "sweep", is_forced ? OutputFolder::Foreign::leave : OutputFolder::Foreign::refuse};
}

int run_whole(const SweepWords& words, const SweepLine& line) {
  const fs::path result = words.out.folder;
  const Planned planned = planned_from_file(line.place);
  sweep::check_pages(line.pages, planned.study);
  OutputFolder folder = open_folder(result, words.out.force);
  adopt_folder(result, planned, words.out.force);
  listen_for_signals();
  StatusLine status(words.report.report());
  if (line.engine == Engine::local)
    compute_share(planned, result, line, status);
  else
    compute_on_cluster(planned, result, line, words, status);
  status.wipe();
  return deliver_findings(planned, result, folder, line, words.report.report());
}

int write_plan(const SweepWords& words, const SweepLine& line) {
  const fs::path result = words.out.folder;
  const Planned planned = planned_from_file(line.place);
  const OutputFolder folder = open_folder(result, words.out.force);
  adopt_folder(result, planned, words.out.force);
  const sweep::Study& study = planned.study;
  WholeFile file(sweep::work_folder(result) / "plan.csv");
  std::string header = "task,run";
  for (std::size_t k = 0; k < study.n_columns(); ++k) header += "," + csv_field(study.column(k).name);
  file.write(header + ",command\n");
  for (long task = 0; task < study.n_tasks(); ++task) {
    const long run = study.run_of(task);
    std::string row = std::to_string(task) + "," + std::to_string(run);
    for (std::size_t k = 0; k < study.n_columns(); ++k) row += "," + csv_field(study.level(run, k).text);
    file.write(row + "," + csv_field(study.command(run)) + "\n");
  }
  file.commit();
  if (words.report.report() != Report::summary) return done;
  return show(std::to_string(study.n_runs()) + " runs and " + std::to_string(study.n_twins) +
                  " repetitions at a tighter tolerance are planned in " + result.string() +
                  ".\nEach of N shares:  pleuel sweep work " + result.string() +
                  " --task K/N\nThen:              pleuel sweep collect " + result.string() + "\n",
              done);
}

// Only one process works at a share; a second one would repeat its runs.
class ShareLock {
 public:
  ShareLock(const fs::path& result, const SweepLine& line) {
    const fs::path path = sweep::work_folder(result) / ("share-" + std::to_string(line.share) + "-of-" +
                                                        std::to_string(line.n_shares) + ".lock");
    descriptor_ = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(descriptor_);
      throw DirectoryError("another process computes share " + std::to_string(line.share) + "/" +
                           std::to_string(line.n_shares) + " of '" + result.string() + "'; wait for its end");
    }
  }
  ~ShareLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  ShareLock(const ShareLock&) = delete;
  ShareLock& operator=(const ShareLock&) = delete;

 private:
  int descriptor_ = -1;
};

int work_at_share(const SweepWords& words, const SweepLine& line) {
  const fs::path result = fs::absolute(line.place).lexically_normal();
  const Planned planned = planned_from_folder(result, words.out.force);
  sweep::check_pages(line.pages, planned.study);
  const ShareLock lock(result, line);
  listen_for_signals();
  StatusLine status(words.report.report());
  compute_share(planned, result, line, status);
  status.wipe();
  if (stop_requested) return interrupt_code();
  if (words.report.report() == Report::quiet) return done;
  return show("share " + std::to_string(line.share) + " of " + std::to_string(line.n_shares) + " is done\n",
              done);
}

int collect_rows(const SweepWords& words, const SweepLine& line) {
  const fs::path result = fs::absolute(line.place).lexically_normal();
  const Planned planned = planned_from_folder(result, words.out.force);
  sweep::check_pages(line.pages, planned.study);
  OutputFolder folder = open_folder(result, words.out.force);
  return deliver_findings(planned, result, folder, line, words.report.report());
}

int sweep_all(const SweepWords& words) {
  const SweepLine line = sweep_line(words);
  return guarded({.case_name = line.place, .report = words.report.report()}, [&] {
    switch (line.action) {
      case SweepAction::plan:
        return write_plan(words, line);
      case SweepAction::work:
        return work_at_share(words, line);
      case SweepAction::collect:
        return collect_rows(words, line);
      case SweepAction::run:
        break;
    }
    return run_whole(words, line);
  });
}

}  // namespace

Command sweep_command() {
  return make_command("sweep", "Make many runs: parameters varied, scatter, designs; statistics and a page",
                      declare_sweep, sweep_all);
}

}  // namespace pleuel::cli
