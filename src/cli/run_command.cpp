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
#include "pleuel/run/observer_list.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/worst_reaction.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_outputs = 12;

struct RunWords {
  std::string case_name, formulation, method, until, h0, step, every, repeat, timeout, threads, vtk_scale;
  std::vector<std::string> rtol, atol, at, outputs, set, format;
  bool vtk = false, no_page = false, all = false;
  OutWords out;
  ReportWords report;
};

struct RunLine {
  RunRequest request;
  std::vector<Format> formats;  // of the files in --out
  FormatOptions format_options;
};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : format_catalogue()) names.push_back(format.name);
  return names;
}

void declare_run(Options& options, RunWords& words) {
  add_case(options, words.case_name);
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

RunLine run_line(const RunWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  RunLine line;
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

RunResult observed_run(const RunWords& words, const RunLine& line, const RunPlan& plan,
                       OutputFolder* folder) {
  ObserverList observers;
  Keeper keeper;
  observers.add(keeper);
  std::optional<ProgressBar> bar;
  if (words.report.report() != Report::quiet) observers.add(bar.emplace());
  std::vector<std::unique_ptr<RunObserver>> writers;
  for (const Format& format : line.formats) {
    if (folder == nullptr || !format.is_available()) continue;
    writers.push_back(format.make_writer(folder->staging(), plan, line.format_options));
    observers.add(*writers.back());
  }
  return run(plan, {.observer = &observers, .stop = &stop_requested});
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
                               " Jacobians, " + std::to_string(n.factorizations) + " factorisations, " +
                               std::to_string(n.solves) + " solves");
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

int integrate(const RunWords& words, const RunLine& line) {
  const Catalogue catalogue = catalogue_for({line.request.case_name});
  const RunPlan checked = plan(catalogue, line.request);
  check_formats(words, line, checked);
  std::optional<OutputFolder> folder;
  // After the checks, so that an invalid request creates no directory.
  words.out.open(folder, "run");
  OutputFolder* const out = folder ? &*folder : nullptr;
  return deliver(line, words.report.report(), observed_run(words, line, checked, out), out);
}

int run_case(const RunWords& words) {
  const RunLine line = run_line(words);
  return guarded(
      {line.request.case_name, words.report.report()}, [&] { return integrate(words, line); },
      line.request.timeout.value_or(default_timeout));
}

}  // namespace

Command run_command() {
  return make_command("run", "Integrate a case and report the result", declare_run, run_case);
}

}  // namespace pleuel::cli
