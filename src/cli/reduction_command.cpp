// The command reduction: what reduced elastic bodies keep and what they lose.
#include "pleuel/run/reduction_errors.hpp"

#include <numbers>

#include "pleuel/cli/analysis_report.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/exit_code.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/io/analysis_json.hpp"

namespace pleuel::cli {
namespace {

struct ReductionWords {
  AnalysisWords of;
  bool has_no_runs = false;
  std::string until, rtol, formulation, method;
};

void declare_reduction(Options& options, ReductionWords& words) {
  add_analysis(options, words.of);
  options.flag("--no-runs", words.has_no_runs, "only the table of shapes; no estimate of errors");
  options.word("--until", words.until, "end time of both runs; default: that of the case", "T").excludes =
      "--no-runs";
  options.word("--rtol", words.rtol, "tolerance of both runs, default 1e-8", "R").excludes = "--no-runs";
  options.word("--formulation", words.formulation, "of both runs; default: the automatic choice", "F")
      .excludes = "--no-runs";
  options.word("--method", words.method, "of both runs; default: the automatic choice", "M").excludes =
      "--no-runs";
  options.footer(
      "Lists the shapes that reduced elastic bodies keep ('modes' or 'reduction' of a body), then runs the "
      "case "
      "twice, the second time with twice as many modes and four more. The difference estimates the error of "
      "the first run at the markers (docs/flexible.md).\n"
      "Example: pleuel reduction models/truck-plate.json --until 1");
}

ReductionRequest reduction_request(const ReductionWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  ReductionRequest request;
  request.of = {words.of.case_name, read.settings(words.of.set)};
  request.has_runs = !words.has_no_runs;
  if (!words.until.empty()) request.until = read.number("--until", words.until);
  if (!words.rtol.empty()) request.tolerance = read.number("--rtol", words.rtol);
  if (!words.formulation.empty()) request.formulation = words.formulation;
  if (!words.method.empty()) request.method = words.method;
  request.stop = &stop_requested;
  throw_if_any(std::move(faults));
  return request;
}

std::string percent_text(double part) { return number_text(100 * part, 3) + " %"; }

void add_body(ReportBuilder& lines, const ReductionReport& body) {
  lines.gap();
  lines.title("Body " + body.body + ": " + std::to_string(body.shapes.size()) + " shapes of " +
              std::to_string(body.n_unknowns) + " unknowns");
  std::vector<ReportBuilder::Number> rows;
  for (std::size_t k = 0; k < body.shapes.size(); ++k) {
    const auto& shape = body.shapes[k];
    rows.push_back({std::to_string(k + 1) + " " + shape.kind, number_text(shape.omega, 6), "rad/s",
                    number_text(shape.omega / (2 * std::numbers::pi), 6) + " Hz, damping ratio " +
                        number_text(shape.ratio, 3) + (shape.of.empty() ? "" : ", " + shape.of)});
  }
  lines.add_table(rows);
  if (body.first_omitted > 0)
    lines.add("left out", "from " + number_text(body.first_omitted, 6) + " rad/s on",
              "loads of frequency w find these modes amplified by up to 1/(1 - w^2/" +
                  number_text(body.first_omitted, 6) + "^2)");
  std::string text = percent_text(body.inertia) + " under forces of inertia";
  for (const auto& marker : body.markers)
    text += ", " + percent_text(marker.error) + " under loads at '" + marker.name + "'";
  lines.add("statics", text, "missing part of static responses, in the norm of energy");
}

std::string reduction_text(const ReductionErrors& result, const Style& style) {
  ReportBuilder lines(style);
  lines.title(result.header.case_name + (result.header.title.empty() ? "" : ": " + result.header.title));
  for (const ReductionReport& body : result.bodies) add_body(lines, body);
  if (result.formulation.empty()) return std::move(lines).text();
  lines.gap();
  lines.title("Estimated errors of motion and reactions");
  std::string counts;
  for (std::size_t b = 0; b < result.refined_modes.size(); ++b)
    counts += (b == 0 ? "" : ", ") + std::to_string(result.refined_modes[b]) + " of " + result.bodies[b].body;
  lines.add("runs", "t = " + number_text(result.t_begin, 10) + " to " + number_text(result.t_end, 10),
            result.formulation + ", " + result.method + ", tolerance " + number_text(result.tolerance, 3) +
                (counts.empty() ? "" : "; shapes of the second run: " + counts));
  if (result.status != RunStatus::ok)
    lines.add_marked("no estimate", style.bad(name_of(result.status)), result.message);
  std::vector<ReportBuilder::Number> rows;
  for (const MarkerError& e : result.markers) {
    rows.push_back({e.marker + " motion", number_text(e.motion, 3), "m", "largest difference"});
    rows.push_back({e.marker + " force", number_text(e.force, 3), "N",
                    "largest difference; the largest force is " + number_text(e.largest_force, 4) + " N"});
    if (e.largest_moment > 0)
      rows.push_back(
          {e.marker + " moment", number_text(e.moment, 3), "N m",
           "largest difference; the largest moment is " + number_text(e.largest_moment, 4) + " N m"});
  }
  lines.add_table(rows);
  return std::move(lines).text();
}

int reduction(const ReductionWords& words) {
  const ReductionRequest request = reduction_request(words);
  const Report report = words.of.report.report();
  return guarded({request.of.case_name, report}, [&] {
    const ReductionErrors result = reduction_errors(catalogue_for({request.of.case_name}), request);
    return show_analysis(report, result, exit_code_of(result.status), reduction_json, reduction_text);
  });
}

}  // namespace

Command reduction_command() {
  return make_command("reduction", "What reduced elastic bodies keep, and the error of what they leave out",
                      declare_reduction, reduction);
}

}  // namespace pleuel::cli
