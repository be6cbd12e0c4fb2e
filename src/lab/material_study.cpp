#include "pleuel/lab/material_study.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pleuel/base/number_text.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/run/observer_list.hpp"
#include "pleuel/run/run_failure.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

constexpr double megapascal = 1e6;
constexpr double atol_per_rtol = 1e-3;

class Rows final : public RunObserver {
 public:
  explicit Rows(std::vector<std::vector<double>>& rows) : rows_(rows) {}
  void sample(const Sample& at) override {
    const ConstVec outputs = at.outputs();
    std::vector<double> row = {at.t()};
    row.insert(row.end(), outputs.data(), outputs.data() + outputs.size());
    rows_.push_back(std::move(row));
  }

 private:
  std::vector<std::vector<double>>& rows_;
};

std::shared_ptr<const material::Material> checked_material(const MaterialStudyRequest& request) {
  try {
    return make_material(request.set, request.state);
  } catch (const InvalidInput& error) {
    throw InvalidModel(error.faults());
  }
}

bool is_creep(const MaterialStudyRequest& request) { return request.test.kind == MaterialTestKind::creep; }

/// Ends the curve before a number that is not finite, and marks it as failed.
void end_before_not_finite(const RunPlan& plan, MaterialCurve& curve) {
  for (std::size_t k = 0; k < curve.rows.size(); ++k) {
    const auto& row = curve.rows[k];
    const auto bad = std::ranges::find_if_not(row, [](double x) { return std::isfinite(x); });
    if (bad == row.end()) continue;
    const std::string& column =
        curve.run.header.outputs[static_cast<std::size_t>(bad - row.begin()) - 1].name;
    Failure failure =
        failure_at(plan, FailureKind::not_finite, row[0], "'" + column + "' is not a finite number");
    failure.worst = column;
    failure.causes = {
        "parameters of the law beyond the range of numbers, such as a modulus that makes stresses vanish"};
    failure.remedy = "check the parameters and their units: pleuel list materials LAW names them";
    curve.run.status = RunStatus::failed;
    curve.run.message = failure.what;
    curve.run.failure = std::move(failure);
    curve.rows.resize(k);
    return;
  }
}

MaterialCurve run_curve(const MaterialStudyRequest& request, const MaterialTest& test,
                        const RunWatch& watch) {
  const std::string name = "material point";  // not the name of the set, which may be a path
  Catalogue catalogue = standard_catalogue();
  catalogue.problems = {material_test_problem(name, checked_material(request), test)};
  MaterialCurve curve{.test = test, .rows = {}, .run = {}};
  Rows rows(curve.rows);
  ObserverList observers;
  observers.add(rows);
  if (watch.observer != nullptr) observers.add(*watch.observer);
  const RunPlan checked =
      plan(catalogue,
           {.case_name = name,
            .formulation = "qs",
            .method = request.method,
            .tolerance = {.rtol = request.rtol, .atol = request.atol.value_or(atol_per_rtol * request.rtol)},
            .step = request.step,
            .at = request.at.empty() ? sample_times(test, request.samples) : request.at,
            .settings = request.settings,
            .timeout = request.timeout});
  curve.run = run(checked, {.observer = &observers, .stop = watch.stop});
  if (curve.run.status == RunStatus::ok) end_before_not_finite(checked, curve);
  return curve;
}

Json curve_json(const MaterialStudy& study, const MaterialCurve& curve) {
  const Statistics& s = curve.run.statistics;
  Json json = {{"status", name_of(curve.run.status)}, {"message", curve.run.message}};
  if (is_creep(study.request)) {
    json["stress"] = curve.test.stress;
  } else if (study.request.test.kind != MaterialTestKind::path) {
    json["rate"] = curve.test.rate;
  }
  json["rows"] = curve.rows;
  json["stats"] = {{"steps", s.steps},
                   {"accepted", s.accepted},
                   {"rejected", s.rejected},
                   {"rhs", s.rhs},
                   {"jacobians", s.jacobians},
                   {"factorizations", s.factorizations},
                   {"complex_factorizations", s.complex_factorizations},
                   {"solves", s.solves}};
  json["cpu_seconds"] = curve.run.cpu_seconds;
  return json;
}

std::vector<std::pair<double, double>> points(const MaterialCurve& curve, std::size_t x, std::size_t y,
                                              double from_x = 0) {
  std::vector<std::pair<double, double>> all;
  for (const auto& row : curve.rows) all.emplace_back(row[x] - from_x, row[y]);
  return all;
}

}  // namespace

std::size_t MaterialStudy::column(const std::string& name) const {
  return static_cast<std::size_t>(std::ranges::find(columns, name, &Quantity::name) - columns.begin());
}

std::string MaterialStudy::label(const MaterialCurve& curve) const {
  if (is_creep(request)) return number_text(curve.test.stress / megapascal) + " MPa";
  if (request.test.kind == MaterialTestKind::path) return name(request.test.kind);
  return number_text(curve.test.rate) + " 1/s";
}

MaterialStudy material_study(const MaterialStudyRequest& request, const RunWatch& watch) {
  MaterialStudy study{.request = request, .columns = {{"t", "s"}}, .curves = {}};
  std::vector<MaterialTest> tests = {request.test};
  if (!request.family.empty()) {
    tests.clear();
    for (const double value : request.family) {
      tests.push_back(request.test);
      (is_creep(request) ? tests.back().stress : tests.back().rate) = value;
    }
  }
  if (standard_catalogue().method(request.method).is_mechanical())
    throw InvalidInput(
        "method '" + request.method +
        "' integrates motions of masses, and a material point has none; take radau5, radau, bdf or bdf2");
  (void)checked_material(request);
  for (const MaterialTest& test : tests)
    (void)controls_of(test, request.state);  // check all before the first run
  for (const MaterialTest& test : tests) {
    study.curves.push_back(run_curve(request, test, watch));
    if (study.status() != RunStatus::ok) break;
  }
  const auto& outputs = study.curves.front().run.header.outputs;
  study.columns.insert(study.columns.end(), outputs.begin(), outputs.end());
  return study;
}

std::string title_of(const MaterialStudyRequest& request) {
  return name(request.test.kind) + " test of " + request.set.name + ", " + name(request.state);
}

std::string material_csv(const MaterialStudy& study) {
  const bool has_family = study.curves.size() > 1;
  std::string text;
  const std::string value = is_creep(study.request) ? "stress" : "rate";
  if (!study.request.set.caution.empty())
    text += "# " + study.request.set.name + ": " + study.request.set.caution + "\n";
  text += "# units:";
  if (has_family) text += " " + value + (is_creep(study.request) ? " MPa," : " 1/s,");
  for (const Quantity& column : study.columns)
    text += " " + column.name + " " + column.unit + (&column == &study.columns.back() ? "\n" : ",");
  if (has_family) text += value + ",";
  for (const Quantity& column : study.columns)
    text += csv_field(column.name) + (&column == &study.columns.back() ? "\n" : ",");
  for (const MaterialCurve& curve : study.curves)
    for (const auto& row : curve.rows) {
      if (has_family)
        text += csv_number(is_creep(study.request) ? curve.test.stress / megapascal : curve.test.rate) + ",";
      for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csv_number(row[i]);
      text += "\n";
    }
  return text;
}

std::string material_json(const MaterialStudy& study) {
  const MaterialStudyRequest& request = study.request;
  Json json = {{"case", request.set.name},
               {"status", name_of(study.status())},
               {"message", study.curves.back().run.message},
               {"law", request.set.law},
               {"provenance", request.set.provenance},
               {"caution", request.set.caution},
               {"parameters", request.set.parameters},
               {"state", name(request.state)},
               {"test", name(request.test.kind)},
               {"method", request.method},
               {"rtol", request.rtol},
               {"atol", request.atol.value_or(atol_per_rtol * request.rtol)}};
  for (const Quantity& column : study.columns) {
    json["columns"].push_back(column.name);
    json["units"].push_back(column.unit);
  }
  for (const MaterialCurve& curve : study.curves) json["curves"].push_back(curve_json(study, curve));
  return json_line(json);
}

Plot material_plot(const MaterialStudy& study) {
  const MaterialStudyRequest& request = study.request;
  Plot plot{.title = title_of(request),
            .subtitle = request.set.caution,
            .x_title = {},
            .y_title = {},
            .curves = {}};
  const std::size_t strain = study.column("eps11"), stress = study.column("sigma11");
  switch (request.test.kind) {
    case MaterialTestKind::tension:
    case MaterialTestKind::cyclic:
      plot.x_title = "strain ε11";
      plot.y_title = "stress σ11 in MPa";
      for (const MaterialCurve& curve : study.curves)
        plot.curves.push_back({study.label(curve), points(curve, strain, stress)});
      break;
    case MaterialTestKind::creep: {
      const std::size_t inelastic = study.column("ep11");
      const bool is_elastic = inelastic == study.columns.size();
      plot.x_title = "time in s";
      plot.y_title = is_elastic ? "strain ε11" : "inelastic strain ε11";
      plot.x_axis = plot.y_axis = Axis::decades;
      for (const MaterialCurve& curve : study.curves)
        plot.curves.push_back({study.label(curve), points(curve, 0, is_elastic ? strain : inelastic)});
      break;
    }
    case MaterialTestKind::relaxation:
      plot.x_title = "time held in s";
      plot.y_title = "stress σ11 in MPa";
      plot.x_axis = Axis::decades;
      for (const MaterialCurve& curve : study.curves)
        plot.curves.push_back({study.label(curve), points(curve, 0, stress, curve.test.loaded())});
      break;
    case MaterialTestKind::path:
      plot.x_title = "time in s";
      plot.y_title = "stress in MPa";
      for (std::size_t i = 0; i < study.columns.size(); ++i)
        if (study.columns[i].name.starts_with("sigma"))
          plot.curves.push_back({study.columns[i].name, points(study.curves.front(), 0, i)});
      break;
  }
  return plot;
}

}  // namespace pleuel
