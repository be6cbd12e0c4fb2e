#include "pleuel/sweep/sweep_page.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "pleuel/base/number_text.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/sweep/page_curves.hpp"

namespace pleuel::sweep {
namespace {

using Json = nlohmann::ordered_json;

// What the page needs beside sweep.json: the parts of the command, levels that are words, and which
// runs it shows.
Json page_json(const Findings& of, long stride) {
  const Study& study = of.study;
  Json json;
  json["folder"] = of.list.folder;
  json["stride"] = stride;
  json["command"] = "pleuel run " + shell_word(study.case_name);
  Json fixed = Json::array();
  const auto add = [&](const std::string& option, const std::string& value) {
    fixed.push_back("--" + option + " " + shell_word(value));
  };
  const StudySettings& s = study.settings;
  if (s.formulation) add("formulation", *s.formulation);
  if (s.method) add("method", *s.method);
  if (s.rtol) add("rtol", shortest_text(*s.rtol));
  if (s.atol) add("atol", shortest_text(*s.atol));
  if (s.until) add("until", shortest_text(*s.until));
  for (const auto& [name, value] : study.parameters) add("set", name + "=" + value);
  json["fixed"] = std::move(fixed);
  Json columns = Json::array();
  for (std::size_t k = 0; k < study.n_columns(); ++k) {
    const Variation& varied = study.column(k);
    Json column;
    column["factor"] = varied.factor;
    column["is_logarithmic"] = varied.kind == Variation::Kind::logarithmic;
    column["words"] = Json::array();
    if (!varied.is_number())
      for (const Level& level : varied.levels) column["words"].push_back(level.text);
    columns.push_back(std::move(column));
  }
  json["columns"] = std::move(columns);
  return json;
}

}  // namespace

void write_page(const std::filesystem::path& path, const Findings& of) {
  const Study& study = of.study;
  const long n = study.n_runs(), stride = (n + most_page_runs - 1) / most_page_runs;
  Page page(path, "sweep");
  page.add_json("study", findings_json(of));
  page.add_json("extras", json_line(page_json(of, stride)));
  std::vector<int> states;
  std::vector<double> numbers;
  for (long run = 0; run < n; run += stride) states.push_back(static_cast<int>(of.all.states[run]));
  for (std::size_t k = 0; k < study.n_columns(); ++k) {
    const bool is_number = study.column(k).is_number();
    // A word is shown by its place in the list.
    for (long run = 0; run < n; run += stride)
      numbers.push_back(is_number ? study.level(run, k).number
                                  : static_cast<double>(study.group(run, k, SweepStatistics::n_groups)));
  }
  for (const auto& column : of.all.values)
    for (long run = 0; run < n; run += stride) numbers.push_back(column[run]);
  page.add_numbers("states", std::span<const int>(states));
  page.add_numbers("numbers", std::span<const double>(numbers));
  add_curves(page, of);
  page.commit();
}

}  // namespace pleuel::sweep
