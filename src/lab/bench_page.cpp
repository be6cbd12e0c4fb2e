#include "pleuel/lab/bench_page.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pleuel/base/number_text.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/published_data.hpp"
#include "pleuel/lab/published_solvers.hpp"
#include "pleuel/lab/published_table.hpp"
#include "pleuel/lab/study_files.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

// Rows with the same case, settings and end time.
struct RowGroup {
  std::string case_name, settings;
  double t_end = 0;
  std::vector<StudyRow> rows = {};

  bool has(const RunKey& key, const std::string& of_problem) const {
    return case_name == key.case_name && settings == of_problem && t_end == key.t_end;
  }
};

// The group of each row, and the settings of the pair only.
struct Grouping {
  std::vector<RowGroup> groups;
  Json rows = Json::array();
};

Grouping grouped(const Catalogue& catalogue, const Study& study) {
  Grouping result;
  auto& groups = result.groups;
  for (const StudyRow& row : study.rows) {
    const SplitSettings settings = split_settings(catalogue, row.key);
    auto it =
        std::ranges::find_if(groups, [&](const RowGroup& g) { return g.has(row.key, settings.of_problem); });
    if (it == groups.end())
      it = groups.insert(groups.end(), {row.key.case_name, settings.of_problem, row.key.t_end});
    it->rows.push_back(row);
    result.rows.push_back({{"group", it - groups.begin()}, {"settings", settings.of_pair}});
  }
  return result;
}

// Three digits are enough for a diagram.
Json brief_numbers(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double x : numbers)
    list.push_back(std::isfinite(x) ? Json(std::stod(number_text(x, 3))) : Json(nullptr));
  return list;
}

Json traces_json(const Study& study) {
  Json list = Json::array();
  for (const DriftTrace& trace : study.traces) {
    const auto row = std::ranges::find_if(
        study.rows, [&](const StudyRow& candidate) { return candidate.key == trace.key; });
    if (row == study.rows.end()) continue;
    list.push_back({{"row", row - study.rows.begin()},
                    {"t", brief_numbers(trace.t)},
                    {"position", brief_numbers(trace.position)},
                    {"velocity", brief_numbers(trace.velocity)},
                    {"energy", brief_numbers(trace.energy)}});
  }
  return list;
}

Json marks_json(const Catalogue& catalogue, const std::string& table) {
  if (table.empty()) return nullptr;
  const SuccessData data = success_data(table);
  Json rows = Json::array(), notes = Json::object();
  for (const SuccessRow& row : data.rows) {
    const auto counterpart = matching_method(row.solver, catalogue);
    Json marks = Json::array();
    for (const SuccessMark& mark : row.marks) {
      const std::string number = mark.footnote > 0 ? std::to_string(mark.footnote) : "";
      marks.push_back(mark.mark + number);
      if (mark.footnote > 0) notes[number] = success_footnote(mark.footnote);
    }
    rows.push_back({{"solver", row.solver},
                    {"method", counterpart ? Json(counterpart->method) : Json(nullptr)},
                    {"marks", std::move(marks)}});
  }
  return {{"table", table},
          {"formulations", data.formulations},
          {"rows", std::move(rows)},
          {"notes", std::move(notes)}};
}

Json group_json(const Catalogue& catalogue, const RowGroup& group,
                const std::vector<CaseSummary>& summaries) {
  const auto summary = std::ranges::find_if(summaries, [&](const CaseSummary& s) {
    return s.case_name == group.case_name && s.settings == group.settings && s.t_end == group.t_end;
  });
  const bool is_as_published = group.settings.empty();
  const auto beside =
      is_as_published ? published_beside(catalogue, group.case_name, group.t_end, group.rows) : std::nullopt;
  return {{"case", group.case_name},
          {"title", catalogue.problem(group.case_name).title},
          {"settings", group.settings},
          {"t_end", group.t_end},
          {"summary", summary == summaries.end() ? Json(nullptr) : Json(summary - summaries.begin())},
          {"published", beside ? Json::parse(table_json(*beside)) : Json(nullptr)},
          {"marks",
           marks_json(catalogue, is_as_published ? success_table_name(group.case_name, group.t_end) : "")}};
}

Json request_json(const StudyRequest& request) {
  Json facts = Json::array();
  const auto add = [&](const char* label, const std::string& text) { facts.push_back({label, text}); };
  const auto list = [](const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? std::string("all") : text;
  };
  std::string tolerances;
  for (const double rtol : request.tolerances)
    tolerances += (tolerances.empty() ? "" : ", ") + csv_number(rtol);
  add("Cases", list(request.cases));
  add("Formulations", list(request.formulations));
  add("Methods", list(request.methods));
  add("Tolerances rtol", tolerances);
  add("atol", request.atol ? csv_number(*request.atol) : "as rtol");
  add("End time", request.until ? csv_number(*request.until) + " s" : "each case's own");
  add("First step",
      request.h0_per_rtol > 0 ? csv_number(request.h0_per_rtol) + " rtol" : "chosen by the method");
  add("Settings", request.settings.empty() ? "none" : settings_text(request.settings));
  add("Repetitions", "best of up to " + std::to_string(request.repeats) + " within " +
                         csv_number(request.repeat_seconds) + " s of processor time, at least one");
  add("Limit of a run", csv_number(request.timeout) + " s of wall time");
  add("Budget", request.budget ? csv_number(*request.budget) + " s of wall time" : "none");
  return facts;
}

}  // namespace

std::string bench_page_json(const Catalogue& catalogue, const StudyRequest& request, const Study& study,
                            const std::vector<CaseSummary>& summaries) {
  Grouping grouping = grouped(catalogue, study);
  Json json = Json::object();
  json["request"] = request_json(request);
  json["groups"] = Json::array();
  for (const RowGroup& group : grouping.groups) {
    json["groups"].push_back(group_json(catalogue, group, summaries));
    // Below the name of the case: the source of its digits.
    Json& title = json["groups"].back()["title"];
    for (const StudyReference& reference : study.references)
      if (reference.case_name == group.case_name) title = title.get<std::string>() + "; " + reference.message;
  }
  json["rows"] = std::move(grouping.rows);
  json["traces"] = traces_json(study);
  // Other programs in the same runs: ratios to them are meaningful.
  json["peers"] = {"ida"};
  return json_line(json);
}

void write_bench_page(const std::filesystem::path& path, const Catalogue& catalogue,
                      const StudyRequest& request, const Study& study,
                      const std::vector<CaseSummary>& summaries) {
  Page page(path, "bench");
  page.add_json("study", study_json(study, summaries));
  page.add_json("extras", bench_page_json(catalogue, request, study, summaries));
  page.commit();
}

}  // namespace pleuel
