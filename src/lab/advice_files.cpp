#include "pleuel/lab/advice_files.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "pleuel/io/json_values.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/lab/advice_words.hpp"
#include "pleuel/lab/csv.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

Json errors_json(const GroupErrors& errors) {
  Json json = Json::object();
  for_each_group(errors, [&](const char* name, double error) { json[name] = number_or_null(error); });
  return json;
}

Json environment_json(const Environment& e) {
  return {{"version", e.version},
          {"compiler", e.compiler},
          {"flags", e.flags},
          {"cpu", e.cpu},
          {"cores", e.cores}};
}

Json columns_json(const StudyRow& row) {
  Json json = Json::object();
  for_each_column(row, [&](const char* name, const auto& value) { json[name] = value; });
  return json;
}

Json run_json_of(const AdviceRow& row) {
  Json json = columns_json(row.row);
  json["outcome"] = name_of(row.outcome);
  json["relative_errors"] = errors_json(row.errors);
  return json;
}

Json reference_json(const Advice& advice) {
  if (!advice.reference) return nullptr;
  return {{"first", columns_json(advice.reference->first)},
          {"second", columns_json(advice.reference->second)},
          {"agreement", errors_json(advice.reference->agreement)}};
}

Json automatic_json(const std::optional<AutomaticTrial>& automatic) {
  if (!automatic) return nullptr;
  return {{"formulation", automatic->formulation.name},
          {"formulation_reason", automatic->formulation.reason},
          {"method", automatic->method.name},
          {"method_reason", automatic->method.reason},
          {"rtol", automatic->rtol},
          {"error", number_or_null(automatic->error)},
          {"error_at_first", number_or_null(automatic->error_at_first)},
          {"reached", automatic->has_reached},
          {"choice_seconds", automatic->choice_seconds},
          {"seconds", automatic->seconds}};
}

Json recommendation_json(const Advice& advice) {
  const AdviceRow* row = advice.recommended();
  if (row == nullptr) return nullptr;
  Json json = {{"command", advice.command}, {"reasons", advice.reasons}};
  json.update(run_json_of(*row));
  return json;
}

}  // namespace

std::string advice_json(const Advice& advice) {
  Json json = Json::object();
  json["case"] = advice.request.case_name;
  json["title"] = advice.title;
  json["t_end"] = advice.t_end;
  json["accuracy"] = advice.request.accuracy;
  json["groups"] = Json::array();
  for (const Group group : advice.request.groups) json["groups"].push_back(name_of(group));
  json["budget_seconds"] = advice.request.budget;
  json["seconds"] = advice.seconds;
  json["status"] = name_of(advice.status);
  json["end"] = name_of(advice.end);
  json["message"] = advice.message;
  json["recommendation"] = recommendation_json(advice);
  json["runners_up"] = Json::array();
  for (std::size_t k = 1; k < advice.ranking.size(); ++k)
    json["runners_up"].push_back(run_json_of(advice.rows[advice.ranking[k]]));
  json["automatic"] = automatic_json(advice.automatic);
  json["reference"] = reference_json(advice);
  json["set_aside"] = Json::array();
  for (const SetAside& pair : set_aside(advice))
    json["set_aside"].push_back(
        {{"formulation", pair.formulation}, {"method", pair.method}, {"reason", pair.reason}});
  json["refused"] = Json::array();
  for (const RefusedPair& pair : advice.refused)
    json["refused"].push_back(
        {{"formulation", pair.formulation}, {"method", pair.method}, {"reason", pair.reason}});
  json["not_tried"] = advice.not_tried;
  json["reference_failures"] = Json::array();
  for (const StudyRow& row : advice.reference_failures)
    json["reference_failures"].push_back(columns_json(row));
  json["runs"] = Json::array();
  for (const AdviceRow& row : advice.rows) json["runs"].push_back(run_json_of(row));
  json["environment"] = environment_json(advice.environment);
  return json_line(json);
}

std::string advice_csv(const Advice& advice) {
  std::string text;
  const auto append = [&](const std::string& field) {
    text += (text.empty() || text.back() == '\n' ? "" : ",") + field;
  };
  const AdviceRow pattern;
  for_each_column(pattern.row, [&](const char* name, const auto&) { append(name); });
  append("outcome");
  for_each_group(pattern.errors, [&](const char* name, double) { append(std::string("relative_") + name); });
  text += "\n";
  for (const AdviceRow& row : advice.rows) {
    for_each_column(row.row, [&](const char*, const auto& value) { append(csv_text(value)); });
    append(name_of(row.outcome));
    for_each_group(row.errors, [&](const char*, double error) { append(csv_number(error)); });
    text += "\n";
  }
  return text;
}

void write_advice(const std::filesystem::path& folder, const Advice& advice) {
  write_whole_file(folder / "advice.json", advice_json(advice) + "\n");
  write_whole_file(folder / "advice.csv", advice_csv(advice));
}

}  // namespace pleuel
