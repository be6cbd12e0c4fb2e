#include "pleuel/sweep/result_files.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "pleuel/base/input_file.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/sweep/sweep_page.hpp"

namespace pleuel::sweep {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t most_failed = 1000;  // in sweep.json; runs.csv has all

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : name + " [" + unit + "]";
}

std::string hash_text(const std::string& text) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(content_hash(text)));
  return digits;
}

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json numbers(const std::vector<double>& list) {
  Json json = Json::array();
  for (const double x : list) json.push_back(number(x));
  return json;
}

Json json_of(const OutputStatistics& out) {
  Json json;
  json["name"] = out.name;
  json["unit"] = out.unit;
  json["is_verdict"] = out.is_verdict;
  json["n"] = out.n;
  json["mean"] = number(out.mean);
  json["deviation"] = number(out.deviation);
  json["standard_error"] = number(out.standard_error);
  json["min"] = number(out.min);
  json["q05"] = number(out.low);
  json["median"] = number(out.median);
  json["q95"] = number(out.high);
  json["max"] = number(out.max);
  json["run_of_min"] = out.run_min;
  json["run_of_max"] = out.run_max;
  json["twins"] = out.n_twins;
  json["solver_error"] = number(out.solver_error);
  json["solver_error_worst"] = number(out.solver_error_worst);
  json["scatter"] = number(out.scatter);
  return json;
}

Json json_of(const Study& study, const SweepStatistics& statistics, const Effect& effect) {
  Json json;
  json["parameter"] = study.column(effect.column).name;
  json["output"] = statistics.outputs[effect.output].name;
  json["groups"] = effect.groups;
  json["means"] = numbers(effect.means);
  json["counts"] = effect.counts;
  json["range"] = number(effect.range);
  json["share"] = number(effect.share);
  json["correlation"] = number(effect.correlation);
  json["rank_correlation"] = number(effect.rank_correlation);
  return json;
}

Json ranked(const Findings& of, const std::vector<long>& runs) {
  Json list = Json::array();
  const auto outputs = number_outputs(of.study);
  for (const long run : runs) {
    const auto it = std::ranges::find(outputs, of.study.objective->output, &OutputSpec::name);
    Json entry;
    entry["run"] = run;
    entry["value"] = number(of.all.values[it - outputs.begin()][run]);
    entry["command"] = of.study.command(run);
    list.push_back(std::move(entry));
  }
  return list;
}

Json failed_json(const Findings& of) {
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(of.all.failed.size(), most_failed); ++i) {
    const FailedRun& failed = of.all.failed[i];
    Json entry;
    entry["run"] = failed.run;
    entry["kind"] = failed.kind;
    entry["message"] = failed.message;
    entry["command"] = of.study.command(failed.run);
    list.push_back(std::move(entry));
  }
  return list;
}

Json columns_json(const Study& study) {
  Json list = Json::array();
  for (std::size_t k = 0; k < study.n_columns(); ++k) {
    const Variation& varied = study.column(k);
    Json column;
    column["name"] = varied.name;
    column["unit"] = varied.unit;
    column["is_setting"] = varied.is_setting;
    column["is_number"] = varied.is_number();
    column["plan"] = plan_names()[static_cast<std::size_t>(study.block_of(k).kind())];
    list.push_back(std::move(column));
  }
  return list;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> provenance(const Findings& of) {
  const Study& study = of.study;
  std::vector<std::pair<std::string, std::string>> list = {
      {"pleuel", of.list.identity.version},    {"study", one_line(study.title)},
      {"study hash", hash_text(study.text)},   {"case", study.case_name},
      {"case hash", of.list.identity.content},
  };
  std::string fixed, seeds;
  for (const auto& [name, value] : study.parameters)
    fixed += (fixed.empty() ? "" : ", ") + name + "=" + value;
  const StudySettings& s = study.settings;
  const auto add = [&](const char* name, const std::string& value) {
    fixed += (fixed.empty() ? "" : ", ") + std::string(name) + " " + value;
  };
  if (s.formulation) add("formulation", *s.formulation);
  if (s.method) add("method", *s.method);
  if (s.rtol) add("rtol", shortest_text(*s.rtol));
  if (s.atol) add("atol", shortest_text(*s.atol));
  if (s.until) add("until", shortest_text(*s.until));
  list.emplace_back("settings", fixed.empty() ? "those of the case" : one_line(fixed));
  for (const DesignBlock& block : study.blocks)
    seeds += (seeds.empty() ? "" : ", ") + plan_names()[static_cast<std::size_t>(block.kind())] + " " +
             std::to_string(block.size()) +
             (block.is_random() ? " seed " + std::to_string(block.seed()) : "");
  list.emplace_back("plans", seeds);
  list.emplace_back("runs", std::to_string(study.n_runs()));
  return list;
}

void write_csv(const std::filesystem::path& path, const Findings& of) {
  const Study& study = of.study;
  WholeFile file(path);
  for (const auto& [name, text] : provenance(of)) file.write("# " + name + ": " + text + "\n");
  std::string line = "run,status,kind,message";
  for (std::size_t k = 0; k < study.n_columns(); ++k)
    line += "," + csv_field(with_unit(study.column(k).name, study.column(k).unit));
  for (const OutputSpec* spec : number_outputs(study))
    line += "," + csv_field(with_unit(spec->name, spec->unit));
  file.write(line + ",formulation used,method used,t,steps,remarks\n");
  for (long run = 0; run < study.n_runs(); ++run) {
    if (!of.index.has(run)) continue;
    const Row row = of.index.row(run);
    line = std::to_string(run) + (row.is_ok ? ",ok," : ",failed,") + csv_field(row.kind) + "," +
           csv_field(one_line(row.message));
    for (std::size_t k = 0; k < study.n_columns(); ++k) {
      const Level level = study.level(run, k);
      line += "," + (study.column(k).is_number() ? csv_number(level.number) : csv_field(level.text));
    }
    for (const double value : row.values) line += "," + csv_number(value);
    std::string remarks;
    for (const std::string& remark : row.remarks) remarks += (remarks.empty() ? "" : "; ") + remark;
    line += "," + csv_field(row.formulation) + "," + csv_field(row.method) + "," + csv_number(row.t) + "," +
            std::to_string(row.steps) + "," + csv_field(one_line(remarks));
    file.write(line + "\n");
  }
  file.commit();
}

std::string findings_json(const Findings& of) {
  Json json;
  json["title"] = of.study.title;
  json["study"] = of.study.path;
  json["case"] = of.study.case_name;
  for (const auto& [name, text] : provenance(of)) json["provenance"][name] = text;
  json["runs"] = of.study.n_runs();
  json["ok"] = of.all.n_ok();
  json["failed"] = of.all.failed.size();
  json["missing"] = of.all.n_missing();
  json["conflicts"] = of.index.conflicts();
  json["columns"] = columns_json(of.study);
  json["outputs"] = Json::array();
  for (const auto& out : of.statistics.outputs) json["outputs"].push_back(json_of(out));
  json["effects"] = Json::array();
  for (const auto& effect : of.statistics.effects)
    json["effects"].push_back(json_of(of.study, of.statistics, effect));
  if (of.study.objective) {
    json["objective"]["output"] = of.study.objective->output;
    json["objective"]["is_maximized"] = of.study.objective->is_maximized;
    json["objective"]["best"] = ranked(of, of.statistics.best);
    json["objective"]["worst"] = ranked(of, of.statistics.worst);
  }
  json["solver_error"]["twins"] = of.all.twins.size();
  json["solver_error"]["failed_twins"] = of.all.n_failed_twins;
  json["solver_error"]["factor"] = of.study.twin_factor;
  json["failed_runs"] = failed_json(of);
  json["pages"] = of.pages;
  json["remarks"] = of.statistics.remarks;
  json["remarks_of_runs"] = Json::array();
  for (const auto& [text, count] : of.all.remarks) {
    Json remark;
    remark["text"] = text;
    remark["runs"] = count;
    json["remarks_of_runs"].push_back(std::move(remark));
  }
  json["measured"]["integration_seconds"] = of.all.cpu_seconds;
  json["measured"]["processor_seconds"] = of.all.all_seconds;
  return json_line(json);
}

void write_result(const std::filesystem::path& folder, const Findings& of) {
  write_csv(folder / "runs.csv", of);
  write_whole_file(folder / "sweep.json", findings_json(of) + "\n");
  if (has_hdf5()) write_hdf5(folder / "runs.h5", of);
  if (has_pages()) write_page(folder / "report.html", of);
}

}  // namespace pleuel::sweep
