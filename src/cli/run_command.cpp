// The command run: integrates a case, writes its files and reports.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/memory.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/progress_bar.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/io/format_catalogue.hpp"
#include "pleuel/io/run_json.hpp"
#include "pleuel/io/run_saver.hpp"
#include "pleuel/run/observer_list.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/worst_reaction.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_outputs = 12;

struct RunWords {
  std::string case_name, formulation, method, until, h0, step, every, repeat, timeout, threads, vtk_scale;
  std::string checkpoint, resume;
  std::vector<std::string> rtol, atol, at, outputs, set, format;
  bool vtk = false, no_page = false, all = false;
  OutWords out;
  ReportWords report;

  /// The words that a run and its continuation share.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.case_name, self.formulation, self.method, self.until, self.h0, self.step, self.every,
           self.vtk_scale, self.rtol, self.atol, self.at, self.outputs, self.set, self.format, self.vtk,
           self.no_page, self.all);
  }
};

// What a checkpoint has of the command line.
struct SavedRequest {
  std::string folder;  // in which the command was given
  RunWords words;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream.section("command line");
    stream(self.folder, self.words, self.words.timeout, self.words.threads, self.words.checkpoint);
  }
};

struct RunLine {
  RunRequest request;
  std::optional<CheckpointInterval> checkpoint;
  std::vector<Format> formats;  // of the files in --out
  FormatOptions format_options;
};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : format_catalogue()) names.push_back(format.name);
  return names;
}

void declare_run(Options& options, RunWords& words) {
  add_case(options, words.case_name, NeedOfCase::optional);
  add_formulation(options, words.formulation);
  add_method(options, words.method, "the integrator (see: pleuel list methods); default: chosen");
  options.list("--rtol", words.rtol,
               "relative tolerance, default 1e-6; GROUP=R for q, v, a, lambda, s or a name", "[GROUP=]R");
  options.list("--atol", words.atol, "absolute tolerance, default as --rtol; GROUP=A likewise", "[GROUP=]A");
  options.word("--until", words.until, "end time, default: the case's", "T");
  options.word("--h0", words.h0, "first step, default: chosen by the method", "H");
  options.word("--step", words.step, "constant steps of this size, without error control", "H");
  options.word("--every", words.every, "sample the trajectory at equal intervals; default: each step", "DT");
  options.list("--at", words.at, "sample the trajectory at these times", "T1,T2,…");
  options
      .list("--outputs", words.outputs,
            "further outputs in the trajectory, the JSON and the summary: energy, power", "GROUP,…")
      .candidates = [] { return Candidates{output_groups()}; };
  add_set(options, words.set, "an option of the case, the formulation or the method");
  options.word("--repeat", words.repeat, "repeat without output and report the best time", "N");
  options.word("--timeout", words.timeout, "wall-time limit of the run; default: 86400, a day", "SECONDS");
  options.word("--threads", words.threads,
               "threads of the run; default: chosen from the number of unknowns; results do not depend on it",
               "N");
  add_out(
      options, words.out,
      "write trajectory.csv, run.json and the page run.html into this directory; an older result in it is "
      "replaced");
  options.word(
      "--checkpoint", words.checkpoint,
      "save the state in --out at this wall time (60s, 10min, 1h) or simulated time (t=0.5) apart, so "
      "that an interrupted run can be continued",
      "EVERY");
  options
      .word(
          "--resume", words.resume,
          "continue the interrupted run in this directory; only --checkpoint, --timeout, --threads, --json, "
          "--quiet and --force may be given with it",
          "DIR")
      .candidates = folder_candidates;
  std::string formats;
  for (const std::string& name : format_names()) formats += (formats.empty() ? "" : ", ") + name;
  options
      .list("--format", words.format,
            "of the files in --out: " + formats +
                " (see: pleuel list formats); default csv; the page is written with each, unless --no-page",
            "F1,F2,…")
      .candidates = [] { return Candidates{format_names()}; };
  options.flag("--vtk", words.vtk,
               "pictures of elastic bodies for ParaView in --out: as vtk in --format, beside the others");
  options.word("--vtk-scale", words.vtk_scale, "factor on the displacements in the pictures; default 1", "S");
  options.flag("--no-page", words.no_page, "no run.html in --out");
  options.flag("--all", words.all,
               "all unknowns in trajectory.csv, beside the outputs; default: only the outputs of the case");
  add_report(options, words.report);
}

// The formats named by --format. The older word "both" means csv,hdf5.
std::set<std::string> named_formats(const RunWords& words, const ArgumentParser& read,
                                    std::vector<std::string>& faults) {
  const std::vector<std::string> known = format_names();
  std::set<std::string> named;
  for (const std::string& name : read.names(words.format)) {
    if (name == "both") {
      named.insert({"csv", "hdf5"});
    } else if (std::ranges::find(known, name) == known.end()) {
      faults.push_back(unknown_name("format", name, known));
    } else {
      named.insert(name);
    }
  }
  return named;
}

// The formats of --format, --vtk and --no-page. A named format that this build lacks is a fault;
// the default page is then omitted.
void read_formats(const RunWords& words, ArgumentParser& read, RunLine& line,
                  std::vector<std::string>& faults) {
  std::set<std::string> named = named_formats(words, read, faults);
  if (!words.format.empty() && !words.out.is_given())
    faults.push_back("--format is the format of files, but no directory for them is given; add --out DIR");
  if (words.no_page && named.contains("page"))
    faults.push_back("--no-page leaves out what --format page asks for; give one of the two");
  if (words.vtk && !words.out.is_given())
    faults.push_back("--vtk writes pictures into --out DIR, which is not given; add it");
  if (words.vtk) named.insert("vtk");
  if (!words.vtk_scale.empty() && !named.contains("vtk"))
    faults.push_back("--vtk-scale is the scale of the pictures of --vtk, which is not given; add it");
  if (!words.vtk_scale.empty())
    line.format_options.vtk_scale = read.number("--vtk-scale", words.vtk_scale).value_or(1);
  for (const Format& format : format_catalogue())
    if (named.contains(format.name) && !format.is_available()) faults.push_back(format.remedy);
  if (words.format.empty()) named.insert("csv");
  line.format_options.all_unknowns = words.all;
  if (words.all && (!words.out.is_given() || !named.contains("csv")))
    faults.push_back("--all is for trajectory.csv in --out DIR; give both or neither, with csv in --format");
  if (!words.no_page) named.insert("page");
  for (const Format& format : format_catalogue())
    if (named.contains(format.name)) line.formats.push_back(format);
}

// "60s", "10min", "1h" or "t=0.5".
std::optional<CheckpointInterval> read_interval(const std::string& word, ArgumentParser& read,
                                                std::vector<std::string>& faults) {
  if (word.empty()) return std::nullopt;
  CheckpointInterval every;
  constexpr std::pair<const char*, double> units[] = {{"min", 60}, {"ms", 1e-3}, {"s", 1}, {"h", 3600}};
  std::optional<double> value;
  if (word.starts_with("t=")) {
    value = read.number("--checkpoint t=", word.substr(2));
    every.simulated = value.value_or(1);
  } else {
    const auto unit = std::ranges::find_if(units, [&](const auto& u) { return word.ends_with(u.first); });
    if (unit == std::end(units)) {
      faults.push_back("--checkpoint is '" + word +
                       "': give a wall time with its unit (60s, 10min, 1h) or a simulated time (t=0.5)");
      return std::nullopt;
    }
    value = read.number("--checkpoint", word.substr(0, word.size() - std::string(unit->first).size()));
    every.seconds = value.value_or(1) * unit->second;
  }
  if (value && !(*value > 0 && std::isfinite(*value)))
    faults.push_back("--checkpoint is '" + word + "': the time must be positive");
  return every;
}

void check_checkpoint_words(const RunWords& words, std::vector<std::string>& faults) {
  if (words.checkpoint.empty()) return;
  if (!words.out.is_given())
    faults.push_back("--checkpoint saves the run in --out DIR, which is not given; add it");
  if (words.case_name == "-")
    faults.push_back(
        "--checkpoint needs a model that can be read again, but CASE is standard input; give a file");
  if (!words.repeat.empty())
    faults.push_back("--repeat measures times of runs without checkpoints; give it or --checkpoint");
}

RunLine run_line(const RunWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  RunLine line;
  if (words.case_name.empty()) faults.push_back("CASE is missing or empty; give a case, or --resume DIR");
  line.checkpoint = read_interval(words.checkpoint, read, faults);
  check_checkpoint_words(words, faults);
  RunRequest& request = line.request;
  request.case_name = words.case_name;
  if (!words.formulation.empty()) request.formulation = words.formulation;
  if (!words.method.empty()) request.method = words.method;
  ToleranceRequest& tolerance = request.tolerance;
  read.tolerances("--rtol", words.rtol, tolerance.rtol, tolerance.rtol_of);
  const bool has_atol = read.tolerances("--atol", words.atol, tolerance.atol, tolerance.atol_of);
  if (!has_atol) tolerance.atol = tolerance.rtol;
  request.is_tolerance_open = words.rtol.empty() && words.atol.empty();
  if (!words.until.empty()) request.until = read.number("--until", words.until);
  if (!words.h0.empty()) request.h0 = read.number("--h0", words.h0).value_or(0);
  if (!words.step.empty()) request.step = read.number("--step", words.step).value_or(0);
  if (!words.every.empty()) request.every = read.number("--every", words.every);
  request.at = read.numbers("--at", words.at);
  request.outputs = read.names(words.outputs);
  request.settings = read.settings(words.set);
  if (!words.repeat.empty()) request.repeat = read.count("--repeat", words.repeat);
  if (!words.timeout.empty()) request.timeout = read.number("--timeout", words.timeout);
  if (!words.threads.empty())
    request.settings["threads"] = std::to_string(read.count("--threads", words.threads));
  read_formats(words, read, line, faults);
  throw_if_any(std::move(faults));
  return line;
}

// From the first sample on there is something to keep.
class Keeper final : public RunObserver {
 public:
  void begin(const RunHeader&) override { listen_for_signals(); }
};

// The files of a run while it goes on.
struct RunWriters {
  std::vector<std::unique_ptr<RunObserver>> list;
  ObserverList all;
};

void make_writers(const RunLine& line, const RunPlan& plan, OutputFolder& folder, RunWriters& writers) {
  for (const Format& format : line.formats) {
    if (!format.is_available()) continue;
    writers.list.push_back(format.make_writer(folder.staging(), plan, line.format_options));
    writers.all.add(*writers.list.back());
  }
}

std::string resume_command(const RunWords& words) { return "pleuel run --resume " + words.out.folder; }

// Checkpoints of a new run, or of one that continues from `from`; null if there are none.
std::unique_ptr<RunSaver> make_saver(const RunWords& words, const RunLine& line, const RunPlan& plan,
                                     std::optional<Checkpoint> from, RunObserver& writers) {
  if (!line.checkpoint) return nullptr;
  const std::filesystem::path result = words.out.folder;
  std::unique_ptr<RunSaver> saver;
  if (from) {
    saver = std::make_unique<RunSaver>(result, *line.checkpoint, std::move(*from), plan, writers);
  } else {
    StateWriter request;
    request(SavedRequest{std::filesystem::current_path().string(), words});
    saver = std::make_unique<RunSaver>(result, *line.checkpoint, identity_of(plan, PLEUEL_VERSION),
                                       request.words(), plan, writers);
  }
  if (words.report.report() == Report::summary)
    saver->when_written = [&words](double t) {
      tell("pleuel: saved at t = " + number_text(t, 6) +
           "; if the run is interrupted, continue with: " + resume_command(words) + "\n");
    };
  return saver;
}

void check_formats(const RunWords& words, const RunLine& line, const RunPlan& plan) {
  std::vector<std::string> faults;
  for (const Format& format : line.formats) {
    const std::string refusal = format.refusal(plan);
    const bool is_by_flag = words.vtk && format.name == "vtk";
    if (!refusal.empty())
      faults.push_back((is_by_flag ? "--" : "--format ") + format.name + ": '" + line.request.case_name +
                       "' " + refusal);
  }
  throw_if_any(std::move(faults));
}

std::string digits_text(double value) { return formatted("%.2f", value); }

std::string reason_of(const Choice& choice) {
  return choice.is_automatic() ? "chosen: " + choice.reason : "";
}

std::string tolerances_text(const ToleranceRequest& tolerance) {
  std::string text = "rtol " + formatted("%g", tolerance.rtol) + ", atol " + formatted("%g", tolerance.atol);
  for (const auto& [key, value] : tolerance.rtol_of)
    text += ", rtol of " + key + " " + formatted("%g", value);
  for (const auto& [key, value] : tolerance.atol_of)
    text += ", atol of " + key + " " + formatted("%g", value);
  return text;
}

void add_header(ReportBuilder& lines, const RunHeader& header) {
  lines.title(header.case_name + (header.title.empty() ? "" : ": " + header.title));
  lines.add("formulation", header.formulation.name, reason_of(header.formulation));
  lines.add("method", header.method.name, reason_of(header.method));
  lines.add("tolerances", tolerances_text(header.tolerance));
  lines.add("start",
            "initial values moved by " + formatted("%.2e", header.position_moved) + " (position), " +
                formatted("%.2e", header.velocity_moved) + " (velocity)",
            most_moved_text(header.most_moved_position, header.most_moved_velocity));
}

void add_end(ReportBuilder& lines, const RunResult& result, const Style& style) {
  const bool is_ok = result.status == RunStatus::ok;
  lines.add_marked("end", is_ok ? style.good(result.message) : style.bad(name_of(result.status)),
                   is_ok ? "" : result.message);
  lines.gap();
  std::vector<ReportBuilder::Number> numbers;
  for (std::size_t i = 0; i < std::min(result.outputs.size(), most_outputs); ++i) {
    const Output& output = result.outputs[i];
    numbers.push_back({output.name, number_text(output.value, 12), output.unit});
  }
  lines.add_table(numbers);
  if (result.outputs.size() > most_outputs) lines.add("…", "all values: --json or --out");
  if (!result.outputs.empty()) lines.gap();
}

// The first changes of the method; all of them are in run.json.
void add_method_changes(ReportBuilder& lines, const std::vector<MethodChange>& changes) {
  constexpr std::size_t most_changes = 6;
  for (std::size_t i = 0; i < std::min(changes.size(), most_changes); ++i)
    lines.add("change",
              "from t = " + number_text(changes[i].t, 4) + " s on " + changes[i].formulation + " with " +
                  changes[i].method,
              changes[i].reason);
  if (changes.size() > most_changes)
    lines.add("", std::to_string(changes.size() - most_changes) + " further changes: --json or --out");
}

// The number of occurrences of each event, and the time of the last one.
void add_events(ReportBuilder& lines, const std::vector<RunEvent>& events) {
  std::map<std::string, std::pair<int, double>> by_name;
  for (const RunEvent& event : events) {
    auto& [count, last] = by_name[event.name];
    ++count;
    last = event.t;
  }
  for (const auto& [name, times] : by_name) {
    lines.add("event", name + ": " + std::to_string(times.first) + (times.first == 1 ? " time" : " times"),
              "the last at t = " + number_text(times.second, 12));
  }
}

void add_comparison(ReportBuilder& lines, const Comparison& comparison) {
  std::string text;
  const auto append = [&](const char* label, const std::string& shown, double value) {
    if (!std::isnan(value)) text += (text.empty() ? "" : ", ") + std::string(label) + " " + shown;
  };
  const bool is_scd_defined = comparison.scd_undefined.empty();
  if (is_scd_defined) append("scd", digits_text(comparison.scd), comparison.scd);
  append("mescd", digits_text(comparison.mescd), comparison.mescd);
  append("error", formatted("%.2e", comparison.error), comparison.error);
  append("error_table", formatted("%.2e", comparison.error_table), comparison.error_table);
  lines.add("reference", text, comparison.source);
  if (!is_scd_defined) lines.add("", "scd is not defined: " + comparison.scd_undefined);
}

void add_reactions(ReportBuilder& lines, const RunResult& result) {
  const auto worst = worst_reaction(result);
  if (!worst) {
    lines.add("reactions", "error not known",
              "a fixed step, redundant constraints or a singular configuration");
    return;
  }
  const bool is_relative = !std::isnan(result.reactions->error);
  lines.add("reactions",
            "error " + formatted("%.2e", worst->value) + (worst->unit.empty() ? "" : " " + worst->unit) +
                " in " + worst->name +
                (is_relative ? ", " + formatted("%.2e", result.reactions->error) + " of the largest" : ""),
            std::string("estimate at the end; ") + (result.reactions->is_from_saddle
                                                        ? "reactions from the accelerations at q and v"
                                                        : "reactions of the method itself"));
}

void add_work(ReportBuilder& lines, const RunResult& result) {
  const Statistics& n = result.statistics;
  lines.add("steps", std::to_string(n.steps) + ": " + std::to_string(n.accepted) + " accepted, " +
                         std::to_string(n.rejected) + " rejected, " + std::to_string(n.newton_failures) +
                         " Newton failures");
  lines.add("evaluations", std::to_string(n.rhs) + " right-hand sides, " + std::to_string(n.jacobians) +
                               " Jacobians, " + factorizations_text(n) + ", " + std::to_string(n.solves) +
                               " solves" +
                               (n.krylov_iterations > 0
                                    ? ", " + std::to_string(n.krylov_iterations) + " Krylov iterations"
                                    : ""));
  if (result.solver)
    lines.add("solver",
              result.solver->name + ": " + std::to_string(result.solver->size) + " unknowns, border " +
                  std::to_string(result.solver->n_border),
              result.solver->reason);
  lines.add("time", formatted("%.4g s", result.cpu_seconds), "processor time of the integration");
  constexpr double large_memory = 2e8;  // bytes
  if (const double peak = peak_memory(); peak > large_memory)
    lines.add("memory",
              formatted("%.0f MB", peak / 1e6) + ", " +
                  formatted("%.0f bytes per unknown", peak / static_cast<double>(result.y.size())),
              "largest of the process");
}

// Choices with reasons, final values, digits against the reference, constraint residuals, energy,
// work and time.
std::string summary(const RunResult& result, const Style& style) {
  ReportBuilder lines(style);
  add_header(lines, result.header);
  add_method_changes(lines, result.method_changes);
  for (const std::string& remark : all_remarks(result)) lines.add("remark", remark);
  add_end(lines, result, style);
  add_events(lines, result.events);
  if (result.comparison) add_comparison(lines, *result.comparison);
  if (!std::isnan(result.residuals.position)) {
    const auto level = [](const char* name, double value) {
      return std::isnan(value)
                 ? std::string()
                 : std::string(name) + formatted("%.2e", value);  // equilibria have only one level
    };
    lines.add("constraints",
              level("position ", result.residuals.position) +
                  level(", velocity ", result.residuals.velocity) +
                  level(", acceleration ", result.residuals.acceleration),
              "largest residuals of the run");
  }
  if (result.reactions) add_reactions(lines, result);
  if (!std::isnan(result.energy_drift)) {
    const bool has_ratio = !std::isnan(result.energy_ratio);
    lines.add("energy",
              "drift " + formatted("%.2e", result.energy_drift) +
                  (has_ratio ? ", ratio " + number_text(result.energy_ratio, 12) : "") +
                  ", lost in the method " + formatted("%.2e", result.numerical_dissipation) + " J",
              has_ratio ? "" : "no ratio: the energy at the start is zero, or small against the largest one");
  }
  add_work(lines, result);
  return std::move(lines).text();
}

int report_run(Report report, const RunResult& result) {
  const int code = exit_code_of(result.status);
  if (report == Report::json) return show(run_json(result) + "\n", code);
  if (result.failure) tell(describe(*result.failure) + "\n");
  if (report == Report::quiet) return code;
  return show(summary(result, Style::of_stdout()), code);
}

// Files and report; the report is shown even if a file cannot be written.
int deliver(const RunLine& line, Report report, const RunResult& result, OutputFolder* folder) {
  std::vector<std::string> losses;
  if (result.lost_output) losses.push_back(*result.lost_output);
  for (const Format& format : line.formats)
    if (folder != nullptr && !format.is_available() && report == Report::summary)
      tell("pleuel: no " + format.files + ": " + format.remedy + "\n");
  if (folder != nullptr)
    losses = save_result(
        *folder,
        [&](const std::filesystem::path& files) {
          write_whole_file(files / "run.json", run_json(result) + "\n");
        },
        std::move(losses));
  return with_losses(losses, report_run(report, result));
}

// Checkpoints of a complete run are removed, unless a file of its result could not be written.
void finish_checkpoints(const RunWords& words, const RunResult& result, int code, RunSaver& saver) {
  const Report report = words.report.report();
  if (saver.fault() && report != Report::json)
    tell("pleuel: remark: the last checkpoint could not be written: " + *saver.fault() + "\n");
  const bool is_complete =
      result.status == RunStatus::ok || (result.failure && result.failure->kind != FailureKind::time_limit);
  if (is_complete && code != output_lost) return saver.remove();
  if (saver.written() && report == Report::summary)
    tell("pleuel: saved at t = " + number_text(*saver.written(), 6) +
         "; continue with: " + resume_command(words) + "\n");
}

// An interrupted run is not replaced by accident.
void refuse_unfinished(const RunWords& words) {
  if (!words.out.is_given() || words.out.force || !has_checkpoints(words.out.folder)) return;
  throw DirectoryError("the directory '" + words.out.folder +
                       "' holds an interrupted run; continue it with `" + resume_command(words) +
                       "`, give another directory, or --force, which replaces it");
}

void check_identity(const RunWords& words, const RunPlan& plan, const Checkpoint& from) {
  if (words.out.force) return;
  std::vector<std::string> faults = differences(from.identity, identity_of(plan, PLEUEL_VERSION));
  for (std::string& fault : faults)
    fault = "the checkpoint in '" + words.out.folder + "' does not fit: " + fault;
  if (!faults.empty())
    faults.push_back(
        "a continued run would not have the result of an uninterrupted one; start it again, or give "
        "--force to continue all the same");
  throw_if_any(std::move(faults));
}

RunResult saved_run(const RunPlan& plan, RunObserver& observer, RunSaver* saver) {
  try {
    return run(plan, {.observer = &observer, .checkpoints = saver, .stop = &stop_requested});
  } catch (const StateMismatch& error) {
    throw CheckpointError("the checkpoint cannot be continued: " + std::string(error.what()));
  }
}

int integrate(const RunWords& words, const RunLine& line, std::optional<Checkpoint> from) {
  const Catalogue catalogue = catalogue_for({line.request.case_name});
  const RunPlan checked = plan(catalogue, line.request);
  check_formats(words, line, checked);
  if (line.checkpoint) check_checkpoints(checked);
  if (from)
    check_identity(words, checked, *from);
  else
    refuse_unfinished(words);
  std::optional<OutputFolder> folder;
  // After the checks, so that an invalid request creates no directory.
  words.out.open(folder, "run");
  OutputFolder* const out = folder ? &*folder : nullptr;

  RunWriters writers;
  if (out != nullptr) make_writers(line, checked, *out, writers);
  const auto saver = make_saver(words, line, checked, std::move(from), writers.all);
  ObserverList observers;
  Keeper keeper;
  observers.add(keeper);
  std::optional<ProgressBar> bar;
  if (words.report.report() != Report::quiet) observers.add(bar.emplace());
  observers.add(saver ? saver->observer() : writers.all);
  const RunResult result = saved_run(checked, observers, saver.get());
  const int code = deliver(line, words.report.report(), result, out);
  if (saver) finish_checkpoints(words, result, code, *saver);
  return code;
}

// The words of the interrupted run, with those that may be given again.
RunWords resumed_words(const RunWords& given, const Checkpoint& from) {
  StateWriter with_words, without;
  with_words(given);
  without(RunWords{});
  if (with_words.words() != without.words() || !given.repeat.empty() || given.out.is_given())
    throw InvalidInput(
        "--resume takes the case and its options from the checkpoint; only --checkpoint, --timeout, "
        "--threads, "
        "--json, --quiet and --force may be given with it");
  SavedRequest saved;
  StateReader(from.request)(saved);
  std::error_code none;
  const auto folder = std::filesystem::absolute(given.resume, none);
  if (std::filesystem::current_path(none) != saved.folder) {
    std::filesystem::current_path(saved.folder, none);
    if (none)
      tell("pleuel: remark: the run was started in '" + saved.folder +
           "', which is not there; its files are looked for here\n");
    saved.words.out.folder = folder.string();
  } else {
    saved.words.out.folder = given.resume;
  }
  RunWords words = saved.words;
  words.out.force = given.out.force;
  words.report = given.report;
  if (!given.checkpoint.empty()) words.checkpoint = given.checkpoint;
  if (!given.timeout.empty()) words.timeout = given.timeout;
  if (!given.threads.empty()) words.threads = given.threads;
  return words;
}

int run_case(const RunWords& given) {
  RunWords words = given;
  std::optional<Checkpoint> from;
  if (!given.resume.empty()) {
    FoundCheckpoint found = newest_checkpoint(given.resume);
    for (const std::string& fault : found.refused)
      tell("pleuel: remark: " + fault + "; an older one is taken\n");
    words = resumed_words(given, found.checkpoint);
    from = std::move(found.checkpoint);
  }
  const RunLine line = run_line(words);
  return guarded(
      {line.request.case_name, words.report.report()},
      [&] { return integrate(words, line, std::move(from)); },
      line.request.timeout.value_or(default_timeout));
}

}  // namespace

Command run_command() {
  return make_command("run", "Integrate a case and report the result", declare_run, run_case);
}

}  // namespace pleuel::cli
