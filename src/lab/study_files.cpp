#include "pleuel/lab/study_files.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/work_precision_svg.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

const char csv_name[] = "bench.csv";
const char json_name[] = "bench.json";

/// Calls visit(name, field) for each column of the environment.
template <class E, class Visit>
void for_each_environment_column(E& environment, Visit&& visit) {
  visit("version", environment.version);
  visit("compiler", environment.compiler);
  visit("flags", environment.flags);
  visit("cpu", environment.cpu);
  visit("cores", environment.cores);
}

// Reads the fields of one record.
class RecordReader {
 public:
  RecordReader(const CsvTable& file, std::size_t record) : file_(file), record_(record) {}

  void operator()(const char* name, std::string& field) const { field = file_.text(record_, name); }
  void operator()(const char* name, double& field) const { field = file_.number(record_, name); }
  void operator()(const char* name, long& field) const { field = static_cast<long>(whole_number(name)); }
  void operator()(const char* name, int& field) const { field = static_cast<int>(whole_number(name)); }

 private:
  double whole_number(const char* name) const {
    const double value = file_.number(record_, name);
    constexpr double largest = 2147483647;
    if (!(std::abs(value) <= largest) || value != std::floor(value))
      throw InvalidInput("row " + std::to_string(record_ + 1) + ", column '" + name + "' holds '" +
                         file_.text(record_, name) +
                         "', but must hold a whole number; remove the row or the file");
    return value;
  }

  const CsvTable& file_;
  std::size_t record_;
};

Json environment_json(const Study& study) {
  Json json = Json::object();
  for_each_environment_column(study.environment,
                              [&](const char* name, const auto& value) { json[name] = value; });
  if (study.core) {
    json["core"] = *study.core;
  } else {
    json["core"] = nullptr;
  }
  return json;
}

Json times_json(const std::vector<WorkCurve>& curves) {
  Json list = Json::array();
  for (const WorkCurve& curve : curves) {
    Json seconds = Json::array();
    for (const auto& time : curve.seconds) seconds.push_back(time ? Json(*time) : Json(nullptr));
    list.push_back({{"formulation", curve.formulation},
                    {"method", curve.method},
                    {"settings", curve.settings},
                    {"seconds", seconds}});
  }
  return list;
}

Json summary_json(const CaseSummary& summary) {
  return {{"case", summary.case_name},
          {"settings", summary.settings},
          {"t_end", summary.t_end},
          {"measure", name_of(summary.measure)},
          {"digits", summary.digits},
          {"time_to_digits", times_json(summary.ours)},
          {"public_codes", times_json(summary.peers)}};
}

// "slider-crank beam=nonlinear" -> a file name.
std::string picture_name(const CaseSummary& summary, bool is_end_named) {
  std::string name = summary.case_name;
  if (!summary.settings.empty()) name += "-" + summary.settings;
  if (is_end_named) name += "-" + csv_number(summary.t_end);
  for (char& c : name)
    if (c == ' ' || c == '/' || c == '=') c = '-';
  return name + ".svg";
}

}  // namespace

std::string study_csv(const Study& study) {
  std::string text;
  const auto append = [&](const std::string& field) {
    text += (text.empty() || text.back() == '\n' ? "" : ",") + field;
  };
  const StudyRow pattern;
  for_each_column(pattern, [&](const char* name, const auto&) { append(name); });
  for_each_environment_column(study.environment, [&](const char* name, const auto&) { append(name); });
  text += "\n";
  for (const StudyRow& row : study.rows) {
    for_each_column(row, [&](const char*, const auto& value) { append(csv_text(value)); });
    for_each_environment_column(study.environment,
                                [&](const char*, const auto& value) { append(csv_text(value)); });
    text += "\n";
  }
  return text;
}

std::string study_json(const Study& study, const std::vector<CaseSummary>& summaries) {
  Json json = Json::object();
  json["environment"] = environment_json(study);
  json["end"] = name_of(study.end);
  json["not_run"] = study.n_not_run;
  json["outdated"] = study.n_outdated;
  json["rows"] = Json::array();
  for (const StudyRow& row : study.rows) {
    Json fields = Json::object();
    for_each_column(row, [&](const char* name, const auto& value) { fields[name] = value; });
    json["rows"].push_back(std::move(fields));
  }
  json["refused"] = Json::array();
  for (const RefusedPair& pair : study.refused) {
    json["refused"].push_back({{"case", pair.case_name},
                               {"formulation", pair.formulation},
                               {"method", pair.method},
                               {"reason", pair.reason}});
  }
  json["apart"] = Json::array();
  for (const RefusedPair& pair : study.apart)
    json["apart"].push_back(
        {{"case", pair.case_name}, {"formulation", pair.formulation}, {"reason", pair.reason}});
  json["references"] = Json::array();
  for (const StudyReference& reference : study.references)
    json["references"].push_back({{"case", reference.case_name},
                                  {"first", reference.first},
                                  {"second", reference.second},
                                  {"difference", reference.difference},
                                  {"lambda_difference", reference.lambda_difference},
                                  {"message", reference.message}});
  json["summaries"] = Json::array();
  for (const CaseSummary& summary : summaries) json["summaries"].push_back(summary_json(summary));
  return json_line(json);
}

std::vector<StudyRow> rows_from_csv(const std::string& place, std::string_view text,
                                    const Environment& here) {
  const CsvTable file(place, std::string(text));
  const StudyRow pattern;
  for_each_column(pattern, [&](const char* name, const auto&) {
    if (file.has(name)) return;
    throw InvalidInput(place + " has no column '" + name +
                       "': an earlier version wrote it. Give another directory, or leave --resume out to "
                       "measure everything again");
  });
  std::vector<StudyRow> rows(file.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RecordReader read(file, i);
    for_each_column(rows[i], read);
    Environment there;
    for_each_environment_column(there, read);
    if (there == here) continue;
    throw InvalidInput(place + ": record " + std::to_string(i + 1) + " was measured by pleuel " +
                       there.version + ", " + there.compiler + ", " + there.flags + ", on " + there.cpu +
                       "; this is pleuel " + here.version + ", " + here.compiler + ", " + here.flags +
                       ", on " + here.cpu +
                       ". Give another directory, or leave --resume out to measure everything again");
  }
  return rows;
}

void write_study(const std::filesystem::path& folder, const Study& study,
                 const std::vector<CaseSummary>& summaries) {
  write_whole_file(folder / csv_name, study_csv(study));
  write_whole_file(folder / json_name, study_json(study, summaries) + "\n");
  for (const CaseSummary& summary : summaries) {
    const std::string picture = work_precision_svg(summary);
    if (picture.empty()) continue;
    const auto is_twin = [&](const CaseSummary& other) {
      return other.case_name == summary.case_name && other.settings == summary.settings;
    };
    const bool is_end_named = std::count_if(summaries.begin(), summaries.end(), is_twin) > 1;
    write_whole_file(folder / picture_name(summary, is_end_named), picture);
  }
}

std::vector<StudyRow> read_study(const std::filesystem::path& folder, const Environment& here) {
  const auto path = folder / csv_name;
  std::error_code none;
  if (std::filesystem::status(path, none).type() == std::filesystem::file_type::not_found) return {};
  return rows_from_csv(path.string(), read_input_file(path.string(), table_file), here);
}

}  // namespace pleuel
