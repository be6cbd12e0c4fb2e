#include "pleuel/sweep/study_reader.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/model/file/json_text.hpp"
#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/problem/model_path.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/sweep/embedded_study_data.hpp"
#include "pleuel/sweep/output_spec_reader.hpp"
#include "pleuel/sweep/variation_reader.hpp"

namespace pleuel::sweep {
namespace {

constexpr InputKind study_file{"study", 64 * megabyte};
const std::vector<std::string> top_keys = {"pleuel_study", "$schema",      "title",     "case",
                                           "parameters",   "settings",     "vary",      "outputs",
                                           "objective",    "solver_error", "time_limit"};

// Twins of a study that does not say how many: every fiftieth run, but some.
constexpr long runs_per_twin = 50, least_twins = 5, most_twins = 50;

class StudyReader {
 public:
  StudyReader(const SourceLocation& root, const Catalogue& catalogue)
      : root_(root), catalogue_(catalogue), reader_(root.file(), named_, faults_) {
    reader_.set_version(2);
  }

  Study read() {
    if (is_study()) {
      read_head();
      read_values();
      read_rest();
    }
    faults_.throw_if_any();
    return std::move(study_);
  }

 private:
  bool is_given(const char* key) const { return root_.value().find(key) != nullptr; }

  bool is_study() {
    return (root_.value().kind != JsonValue::Kind::object ||
            reader_.has(root_, "pleuel_study",
                        "the version of this format, " + std::to_string(study_version))) &&
           reader_.object(root_, top_keys);
  }

  void read_head() {
    const auto version = root_.member("pleuel_study");
    if (const auto number = reader_.whole(version); number && *number != study_version)
      faults_.add(version, "is " + std::to_string(*number) + ", but this program reads version " +
                               std::to_string(study_version) + "; write that number");
    if (is_given("title")) study_.title = reader_.text(root_.member("title")).value_or("");
    if (!reader_.has(root_, "case", "the model file or built-in problem")) return;
    const auto at = root_.member("case");
    const auto name = reader_.text(at);
    if (!name) return;
    study_.case_name = *name;
    if (*name == standard_input_name) {
      faults_.add(at, "is '-', but workers cannot read standard input; give a file");
      return;
    }
    if (is_model_path(*name)) {
      const std::filesystem::path folder = std::filesystem::path(root_.file()).parent_path();
      study_.case_name = (folder / *name).lexically_normal().string();
      if (!is_model_path(study_.case_name)) study_.case_name = "./" + study_.case_name;
    }
    try {
      problem_ = &catalogue_.problem(study_.case_name);
    } catch (const InvalidInput& error) {
      for (const std::string& fault : error.faults()) faults_.add(at, fault);
    }
  }

  // Calls `each` for the members of an object of names and values.
  template <class Each>
  void for_members(const char* key, Each each) {
    if (!is_given(key)) return;
    const auto list = root_.member(key);
    if (list.value().kind != JsonValue::Kind::object) {
      faults_.add(list, "is " + list.value().shown() + ", but must be an object of names and values");
      return;
    }
    for (std::size_t i = 0; i < list.value().keys.size(); ++i)
      each(list.member(i), list.value().keys[i].text);
  }

  void read_values() {
    VariationReader variations(reader_, catalogue_, problem_);
    for_members("parameters", [&](const SourceLocation& at, const std::string& name) {
      variations.fixed_parameter(at, name, study_.parameters);
    });
    for_members("settings", [&](const SourceLocation& at, const std::string& name) {
      variations.fixed_setting(at, name, study_.settings);
    });
    if (!reader_.has(root_, "vary", "the values that differ from run to run")) return;
    const auto list = root_.member("vary");
    study_.blocks = variations.blocks(list);
    double product = 1;
    for (const DesignBlock& block : study_.blocks) {
      product *= static_cast<double>(block.size());
      remark_on_repeated_values(block);
    }
    if (product > static_cast<double>(most_runs))
      faults_.add(list, "has " + shortest_text(product) + " runs, but a study may have " +
                            std::to_string(most_runs) + "; take fewer values");
  }

  // Side by side in a list, or drawn at random, values may be equal; in a grid whole runs are.
  void remark_on_repeated_values(const DesignBlock& block) {
    if (block.kind() != PlanKind::grid) return;
    for (const Variation& varied : block.variations()) {
      std::set<std::string> seen;
      for (const Level& level : varied.levels) {
        const std::string value =
            std::isnan(level.number) ? level.text : number_level(level.number, varied.unit).text;
        if (!seen.insert(value).second)
          study_.remarks.push_back("'" + varied.name + "' has the value '" + shortened(level.text) +
                                   "' twice: its runs are made twice");
      }
    }
  }

  // A run with the fixed values, from which the names and units of outputs are known.
  std::optional<RunPlan> base_plan() {
    if (problem_ == nullptr) return std::nullopt;
    Study fixed;
    fixed.case_name = study_.case_name;
    fixed.parameters = study_.parameters;
    fixed.settings = study_.settings;
    try {
      return checked_plan(catalogue_, fixed.request(0));
    } catch (const InvalidInput& error) {
      // Where a value was refused already, that is the reason.
      const auto at = root_.member("case");
      const bool is_told = faults_.size() > 0;
      for (const std::string& fault : error.faults())
        if (!is_told) faults_.add(at, "cannot be built with the values outside of \"vary\": " + fault);
    }
    return std::nullopt;
  }

  void read_rest() {
    const auto base = base_plan();
    if (base) {
      study_.tolerance = base->request.tolerance;
      study_.t_begin = base->problem_case.t_begin;
    }
    if (reader_.has(root_, "outputs", "what is kept of each run"))
      OutputSpecReader(reader_, base ? &*base : nullptr).read(root_.member("outputs"), study_);
    if (is_given("objective")) read_objective(root_.member("objective"));
    read_twins();
    if (is_given("time_limit"))
      study_.time_limit = reader_
                              .number(root_.member("time_limit"),
                                      {.dimension = dimension::time, .minimum = 0, .is_above_minimum = true})
                              .value_or(1);
  }

  void read_objective(const SourceLocation& place) {
    if (!reader_.object(place, {"minimize", "maximize"})) return;
    const bool is_max = place.value().find("maximize") != nullptr;
    if (is_max == (place.value().find("minimize") != nullptr)) {
      faults_.add(place, "must have one of 'minimize' and 'maximize' with the name of an output");
      return;
    }
    const auto at = place.member(is_max ? "maximize" : "minimize");
    const auto name = reader_.text(at);
    if (!name) return;
    std::vector<std::string> valid;
    for (const OutputSpec& spec : study_.outputs)
      if (!spec.is_curve() && !spec.is_verdict()) valid.push_back(spec.name);
    if (std::ranges::find(valid, *name) == valid.end())
      faults_.add(at, unknown_name("numeric output of this study", shortened(*name), valid));
    study_.objective = Objective{*name, is_max};
  }

  void read_twins() {
    const long n = study_.n_runs();
    study_.n_twins = std::min(n, std::clamp(n / runs_per_twin, least_twins, most_twins));
    if (!is_given("solver_error")) return;
    const auto place = root_.member("solver_error");
    if (!reader_.object(place, {"runs", "factor"})) return;
    if (place.value().find("runs") != nullptr) {
      const auto at = place.member("runs");
      const auto given = reader_.whole(at, {.minimum = 0});
      study_.n_twins = given.value_or(0);
      if (study_.n_twins > n && !study_.blocks.empty())
        faults_.add(at, "is " + std::to_string(study_.n_twins) + ", but the study has only " +
                            std::to_string(n) + " runs to repeat; take at most as many");
    }
    if (place.value().find("factor") == nullptr) return;
    const auto at = place.member("factor");
    const auto factor = reader_.number(at, {.minimum = 0, .is_above_minimum = true});
    study_.twin_factor = factor.value_or(study_.twin_factor);
    if (factor && *factor > 0.1)
      faults_.add(at, "is " + at.value().shown() +
                          ", but must be 0.1 at most: the repeated runs stand for the exact ones; take 0.01");
  }

  SourceLocation root_;
  const Catalogue& catalogue_;
  Diagnostics faults_;
  NamedFiles named_;
  ValueReader reader_;
  const Problem* problem_ = nullptr;
  Study study_;
};

}  // namespace

Study read_study(const std::string& path, const std::string& text, const Catalogue& catalogue) {
  const JsonValue root = parse_json(path, text);
  Study study = StudyReader({path, root}, catalogue).read();
  study.path = path;
  study.text = text;
  return study;
}

Study read_study_file(const std::string& path, const Catalogue& catalogue) {
  return read_study(path, read_input_file(path, study_file), catalogue);
}

std::string study_schema() { return std::string(embedded_study_data("schema.json")); }

}  // namespace pleuel::sweep
