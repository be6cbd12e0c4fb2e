#include "pleuel/cli/material_text.hpp"

#include <algorithm>
#include <sstream>

#include "pleuel/base/printable.hpp"

#include "pleuel/cli/report_builder.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_rows = 13;
constexpr int column_width = 14;

// Of a path all strains and stresses, otherwise what belongs to the direction of the load.
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
  // With --at, each point was asked for.
  const std::size_t n = curve.rows.size(), most = study.request.at.empty() ? most_rows : n;
  const std::size_t count = std::min(n, most);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& row = curve.rows[count < 2 ? i : i * (n - 1) / (count - 1)];
    for (const std::size_t k : shown) text += right_aligned(formatted("%.9g", row[k]));
    text += "\n";
  }
  return text;
}

std::string parameter_text(const material::Parameter& p, const Style& style) {
  std::string text =
      "  " + style.strong(p.name) + "  (" + (p.unit == "1" ? "number" : p.unit) + ", " + p.domain.text();
  if (p.default_value) text += ", default " + formatted("%g", *p.default_value);
  return text + ")\n      " + p.help + "\n";
}

std::string law_text(const material::MaterialLaw& law, const Style& style) {
  std::string states;
  for (const material::StressState state : law.states) states += (states.empty() ? "" : ", ") + name(state);
  std::string text = style.strong(law.name) + ": " + law.title + "\n" + indented(law.equations) +
                     "Source: " + law.source + "\nStress states: " + states +
                     "\n\nParameters (--set name=value, without unit in SI):\n";
  for (const material::Parameter& p : law.parameters) text += parameter_text(p, style);
  if (!law.options.empty()) text += "\nOptions (--set name=value), with their defaults:\n";
  for (const OptionSpec& option : law.options) {
    std::string choices;
    for (const std::string& choice : option.choices) choices += (choices.empty() ? "" : "|") + choice;
    text += "  " + style.strong(option.name + "=" + option.default_value) + "  (" + choices + ")\n      " +
            option.help + "\n";
  }
  return text;
}

std::string set_text(const MaterialSet& set, const Style& style) {
  std::string text = style.strong(set.name) + ": " + printable(set.title) + "\n";
  if (!set.caution.empty()) text += "Caution: " + set.caution + "\n";
  if (!set.provenance.empty()) text += "Provenance: " + set.provenance + "\n";
  text += "Law: " + set.law + " (see: pleuel list materials " + set.law + ")\n\nParameters:\n";
  for (const material::Parameter& p : material::law(set.law).parameters) {
    const auto given = set.written.find(p.name);
    if (given != set.written.end())
      text += "  " + style.strong(padded(p.name, 9)) + padded(given->second, 14) + p.help + "\n";
  }
  return text;
}

}  // namespace

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

std::string material_listing(const std::optional<std::string>& wanted, const Style& style) {
  if (wanted) {
    for (const material::MaterialLaw& law : material::laws())
      if (law.name == *wanted) return law_text(law, style);
    return set_text(material_set(*wanted), style);
  }
  std::string text = "Laws:\n";
  for (const material::MaterialLaw& law : material::laws())
    text += "  " + style.strong(padded(law.name, 22)) + law.title + "\n";
  text += "\nParameter sets:\n";
  for (const MaterialSet& set : material_sets()) {
    text += "  " + style.strong(padded(set.name, 22)) + set.title + "\n";
    text += std::string(24, ' ') + style.faint(set.caution) + "\n";
  }
  return text + "\nA set of your own is a JSON file (docs/materials.md).\n";
}

}  // namespace pleuel::cli
