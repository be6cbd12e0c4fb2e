#include "pleuel/cli/summary.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "pleuel/cli/report_builder.hpp"
#include "pleuel/run/worst_reaction.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_outputs = 12;

std::string digits(double value) { return formatted("%.2f", value); }

std::string reason_of(const Choice& choice) {
  return choice.is_automatic() ? "chosen: " + choice.reason : "";
}

std::string tolerances(const ToleranceRequest& tolerance) {
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
  lines.add("tolerances", tolerances(header.tolerance));
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
  for (std::size_t i = 0; i < std::min(result.outputs.size(), most_outputs); ++i) {
    const Output& output = result.outputs[i];
    lines.add(output.name, padded(number_text(output.value, 12), 20) + output.unit);
  }
  if (result.outputs.size() > most_outputs) lines.add("…", "all values: --json or --out");
  if (!result.outputs.empty()) lines.gap();
}

// How often each event happened, and when last.
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
  append("scd", digits(comparison.scd), comparison.scd);
  append("mescd", digits(comparison.mescd), comparison.mescd);
  append("error", formatted("%.2e", comparison.error), comparison.error);
  append("error_table", formatted("%.2e", comparison.error_table), comparison.error_table);
  lines.add("reference", text, comparison.source);
}

void add_reactions(ReportBuilder& lines, const RunResult& result) {
  const auto worst = worst_reaction(result);
  if (!worst) {
    lines.add("reactions", "error not known",
              "a fixed step, constraints that repeat each other or a singular configuration");
    return;
  }
  const bool is_relative = !std::isnan(result.reactions->error);
  lines.add("reactions",
            "error " + formatted("%.2e", worst->value) + (worst->unit.empty() ? "" : " " + worst->unit) +
                " in " + worst->name +
                (is_relative ? ", " + formatted("%.2e", result.reactions->error) + " of the largest" : ""),
            std::string("local estimate at the end; ") + (result.reactions->is_from_saddle
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
  lines.add("time", formatted("%.4g s", result.cpu_seconds), "processor time of the integration");
}

}  // namespace

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
                 : std::string(name) + formatted("%.2e", value);  // equilibria have one level only
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
    lines.add("energy", "drift " + formatted("%.2e", result.energy_drift) +
                            (has_ratio ? ", ratio " + number_text(result.energy_ratio, 12) : "") +
                            ", lost in the method " + formatted("%.2e", result.numerical_dissipation) + " J");
  }
  add_work(lines, result);
  return std::move(lines).text();
}

}  // namespace pleuel::cli
