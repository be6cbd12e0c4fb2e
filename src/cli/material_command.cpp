// The command material: tests of a material at one point.
#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/base/printable.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/progress_bar.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/material_study.hpp"
#include "pleuel/model/material_set.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::cli {
namespace {

constexpr double megapascal = 1e6;
constexpr std::size_t most_rows = 13;
constexpr int column_width = 14;

struct MaterialWords {
  std::string name, test, state, strain, hold, cycles, path, method, rtol, atol, step, samples, timeout;
  std::vector<std::string> rate, stress, at, set;
  OutWords out;
  ReportWords report;
};

Candidates material_candidates() {
  Candidates candidates{.files = "*.json"};
  for (const MaterialSet& set : material_sets()) candidates.words.push_back(set.name);
  return candidates;
}

void declare_material(Options& options, MaterialWords& words) {
  Argument& name =
      options.required("NAME", &words.name,
                       "a parameter set, a file NAME.json, or a law with --set (see: pleuel list materials)");
  name.is_case = true;
  name.candidates = material_candidates;
  options.word("--test", words.test, "tension, creep, relaxation, cyclic or path; default tension", "T");
  options.list("--rate", words.rate, "strain rate in 1/s, one curve each; default 1e-3", "R1,R2,…");
  options.word("--strain", words.strain, "target strain, or ± amplitude of the test cyclic; default 0.01",
               "E");
  options.list("--stress", words.stress, "creep stress with unit, one curve each; default 100MPa", "S1,S2,…");
  options.word("--hold", words.hold, "hold time of creep and relaxation, in s or with unit; default 1e4",
               "T");
  options.word("--cycles", words.cycles, "cycles of the test cyclic, fractions allowed; default 3", "N");
  options
      .word("--path", words.path, "table of the test path: t,eps11,gamma12,sigma22,… in s, 1 and MPa",
            "FILE.csv")
      .candidates = [] { return Candidates{.files = "*.csv"}; };
  options.word("--state", words.state, "uniaxial, plane-stress, plane-strain or solid; default uniaxial",
               "S");
  add_set(options, words.set, "a parameter (Z0=300MPa) or option of the law, an option of the method");
  add_method(options, words.method, "the integrator (see: pleuel list methods); default radau5");
  options.word("--rtol", words.rtol, "relative tolerance; default 1e-8", "R");
  options.word("--atol", words.atol, "absolute tolerance; default: rtol/1000, because strains are small",
               "A");
  options.word("--step", words.step, "constant steps of this size, without error control", "H");
  options.word("--samples", words.samples, "points of a curve; default 200", "N");
  options.list("--at", words.at, "points at these times instead", "T1,T2,…");
  options.word("--timeout", words.timeout, "wall-time limit of one curve; default 86400", "SECONDS");
  add_out(options, words.out, "write curve.csv, curve.svg and material.json into this directory");
  add_report(options, words.report, "no table");
  options.footer(
      "Exit code 3: the parameters are not valid for this law.\n"
      "Example: pleuel material SS316-S-600C --test tension --rate 1e-3,1e-5 --strain 0.03 --out curves");
}

// The interpreted arguments; names and files are resolved later.
struct MaterialLine {
  std::string state = "uniaxial";
  MaterialTest test = {};
  std::vector<double> family = {};
  std::string method = "radau5";
  double rtol = 1e-8;
  std::optional<double> atol = {}, timeout = {};
  double step = 0;
  int samples = 200;
  std::vector<double> at = {};
  Settings settings = {};  // of the law and of the method
};

using MaterialFaults = std::vector<std::string>;

template <class Work>
void collecting(MaterialFaults& faults, Work work) {
  try {
    work();
  } catch (const InvalidInput& error) {
    faults.insert(faults.end(), error.faults().begin(), error.faults().end());
  }
}

// Quantities separated by commas. A stress without a unit is ambiguous: MPa or Pa.
std::vector<double> quantities(ArgumentParser& read, const std::string& place, const std::string& unit,
                               const std::vector<std::string>& words, MaterialFaults& faults) {
  std::vector<double> all;
  for (const std::string& word : read.names(words))
    collecting(faults, [&] {
      const bool is_bare = word.find_first_not_of("0123456789+-.eE") == std::string::npos;
      if (is_bare && unit == "Pa")
        throw InvalidInput(place + " is '" + word + "', which has no unit; write for instance " + word +
                           "MPa");
      all.push_back(parse_quantity(place, unit, word));
    });
  return all;
}

// Rejects options that belong to another test.
void refuse_foreign(const MaterialWords& words, MaterialTestKind test, MaterialFaults& faults) {
  using enum MaterialTestKind;
  const auto belongs = [&](const char* option, bool is_given, const std::vector<MaterialTestKind>& to) {
    if (!is_given || std::ranges::find(to, test) != to.end()) return;
    std::string tests;
    for (const MaterialTestKind kind : to) tests += (tests.empty() ? "" : " or ") + name(kind);
    faults.push_back(std::string(option) + " does not apply to the test " + name(test) +
                     "; leave it out, or take --test " + tests);
  };
  belongs("--rate", !words.rate.empty(), {tension, relaxation, cyclic});
  belongs("--strain", !words.strain.empty(), {tension, relaxation, cyclic});
  belongs("--stress", !words.stress.empty(), {creep});
  belongs("--hold", !words.hold.empty(), {creep, relaxation});
  belongs("--cycles", !words.cycles.empty(), {cyclic});
  belongs("--path", !words.path.empty(), {path});
  if (test == path && words.path.empty())
    faults.push_back("--test path needs the table of the path; give --path FILE.csv");
}

MaterialLine material_line(const MaterialWords& words) {
  MaterialFaults faults;
  ArgumentParser read(faults);
  MaterialLine line;
  MaterialTest& test = line.test;
  if (!words.test.empty()) collecting(faults, [&] { test.kind = material_test_kind(words.test); });
  if (!words.state.empty()) line.state = words.state;
  const auto single = [&](const char* place, const char* unit, const std::string& word, double& value) {
    if (!word.empty()) collecting(faults, [&] { value = parse_quantity(place, unit, word); });
  };
  single("--strain", "1", words.strain, test.strain);
  single("--hold", "s", words.hold, test.hold);
  single("--cycles", "1", words.cycles, test.cycles);
  const auto rates = quantities(read, "--rate", "1/s", words.rate, faults);
  const auto stresses = quantities(read, "--stress", "Pa", words.stress, faults);
  line.family = test.kind == MaterialTestKind::creep ? stresses : rates;
  if (!words.method.empty()) line.method = words.method;
  if (!words.rtol.empty()) line.rtol = read.number("--rtol", words.rtol).value_or(line.rtol);
  if (!words.atol.empty()) line.atol = read.number("--atol", words.atol);
  if (!words.step.empty()) line.step = read.number("--step", words.step).value_or(0);
  if (!words.samples.empty()) line.samples = read.count("--samples", words.samples);
  if (!words.timeout.empty()) line.timeout = read.number("--timeout", words.timeout);
  line.at = read.numbers("--at", words.at);
  line.settings = read.settings(words.set);
  refuse_foreign(words, test.kind, faults);
  throw_if_any(std::move(faults));
  return line;
}

CsvTable table_in(const std::string& file) {
  try {
    return {file, read_input_file(file, table_file)};
  } catch (const InvalidInput& error) {
    throw InvalidModel(error.faults());
  }
}

void read_path(const std::string& file, MaterialTest& test) {
  const CsvTable table = table_in(file);
  if (!table.has("t"))
    throw InvalidModel("--path: '" + file +
                       "' has no column t, the times in s");  // its content is not quoted
  for (const std::string& name : table.names()) {
    std::vector<double> values;
    const bool is_stress = name.starts_with("sigma");
    for (std::size_t i = 0; i < table.size(); ++i)
      values.push_back(table.number(i, name) * (is_stress ? megapascal : 1));
    if (name == "t") {
      test.path_times = values;
    } else {
      test.path.push_back({name, values});
    }
  }
}

// A wrong or missing file is an invalid model; an unknown name is an error of the command line.
MaterialSet named_set(const std::string& name) {
  try {
    return material_set(name);
  } catch (const InvalidInput& error) {
    if (name.ends_with(".json")) throw InvalidModel(error.faults());
    throw;
  }
}

MaterialStudyRequest material_request(const MaterialWords& words, const MaterialLine& line) {
  MaterialStudyRequest request;
  const Catalogue catalogue = standard_catalogue();
  const Method& method = catalogue.method(line.method);
  Settings of_law;
  for (const auto& [name, value] : line.settings) {
    const bool is_of_method =
        std::ranges::find(method.options, name, &OptionSpec::name) != method.options.end();
    (is_of_method ? request.settings : of_law)[name] = value;
  }
  request.set = with_settings(named_set(words.name), of_law);
  request.state = material::stress_state(line.state);
  request.test = line.test;
  if (!words.path.empty()) read_path(words.path, request.test);
  request.family = line.family;
  request.method = line.method;
  request.rtol = line.rtol;
  request.atol = line.atol;
  request.step = line.step;
  request.at = line.at;
  request.samples = line.samples;
  request.timeout = line.timeout;
  return request;
}

void write_curves(const std::filesystem::path& folder, const MaterialStudy& study) {
  write_whole_file(folder / "curve.csv", material_csv(study));
  write_whole_file(folder / "curve.svg", plot_svg(material_plot(study)));
  write_whole_file(folder / "material.json", material_json(study) + "\n");
}

// For a path all strains and stresses, otherwise those in the direction of the load.
bool is_shown(const std::string& column, MaterialTestKind kind) {
  const bool has_direction = column.size() > 2 && column.ends_with("11");
  if (column == "t") return true;
  if (kind == MaterialTestKind::path)
    return column.starts_with("eps") || column.starts_with("gamma") || column.starts_with("sigma");
  const bool is_directional =
      std::ranges::any_of(std::string("123"), [&](char c) { return column.back() == c; });
  return has_direction || !is_directional;
}

std::string right_aligned(const std::string& text) {
  const int n = static_cast<int>(text.size());
  return std::string(static_cast<std::size_t>(std::max(1, column_width - n)), ' ') + text;
}

std::string rows_text(const MaterialStudy& study, const MaterialCurve& curve, const Style& style) {
  std::vector<std::size_t> shown;
  std::string head, units;
  for (std::size_t i = 0; i < study.columns.size(); ++i) {
    if (!is_shown(study.columns[i].name, study.request.test.kind)) continue;
    shown.push_back(i);
    head += right_aligned(study.columns[i].name);
    units += right_aligned(study.columns[i].unit == "1" ? "" : study.columns[i].unit);
  }
  std::string text = style.strong(head) + "\n" + style.faint(units) + "\n";
  // With --at, each point was requested.
  const std::size_t n = curve.rows.size(), most = study.request.at.empty() ? most_rows : n;
  const std::size_t count = std::min(n, most);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& row = curve.rows[count < 2 ? i : i * (n - 1) / (count - 1)];
    for (const std::size_t k : shown) text += right_aligned(formatted("%.9g", row[k]));
    text += "\n";
  }
  return text;
}

std::string material_text(const MaterialStudy& study, const Style& style) {
  const MaterialStudyRequest& request = study.request;
  ReportBuilder lines(style);
  lines.title(title_of(request));
  if (!request.set.caution.empty()) lines.add("caution", request.set.caution);
  lines.add("law", request.set.law);
  const std::string atol = formatted("%g", request.atol.value_or(1e-3 * request.rtol));
  lines.add("method",
            request.method + (request.step > 0 ? formatted(", constant steps of %g s", request.step)
                                               : formatted(", rtol %g", request.rtol) + ", atol " + atol));
  std::string text = std::move(lines).text();
  for (const MaterialCurve& curve : study.curves) {
    text += "\n" + study.label(curve) +
            formatted(", %g steps", static_cast<double>(curve.run.statistics.steps)) + "\n" +
            rows_text(study, curve, style);
    if (curve.run.status != RunStatus::ok)
      text += style.bad(name_of(curve.run.status)) + ": " + printable(curve.run.message) + "\n";
  }
  return text;
}

int test_material(const MaterialWords& words, const MaterialLine& line) {
  const Report report = words.report.report();
  remark_on_tolerance(line.rtol, report);
  const MaterialStudyRequest request = material_request(words, line);
  std::optional<OutputFolder> folder;
  words.out.open(folder, "material");
  listen_for_signals();
  std::optional<ProgressBar> bar;
  if (report != Report::quiet) bar.emplace();
  const MaterialStudy study =
      material_study(request, {.observer = bar ? &*bar : nullptr, .stop = &stop_requested});
  std::vector<std::string> losses;
  if (folder)
    losses = save_result(*folder, [&](const std::filesystem::path& files) { write_curves(files, study); });
  int code = exit_code_of(study.status());
  if (report == Report::json) return with_losses(losses, show(material_json(study) + "\n", code));
  const auto& failure = study.curves.back().run.failure;
  if (failure) tell(describe(*failure) + "\n");
  if (report == Report::summary) code = show(material_text(study, Style::of_stdout()), code);
  return with_losses(losses, code);
}

int run_material(const MaterialWords& words) {
  const MaterialLine line = material_line(words);
  return guarded({words.name, words.report.report()}, [&] { return test_material(words, line); });
}

}  // namespace

Command material_command() {
  return make_command("material",
                      "Tests of a material at one point: tension, creep, relaxation, cycles, paths",
                      declare_material, run_material);
}

}  // namespace pleuel::cli
