#include "pleuel/io/run_json.hpp"

#include <nlohmann/json.hpp>

#include "pleuel/base/memory.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/run/worst_reaction.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;  // keys in the order written here

// dump writes numbers that are not finite as null; invalid UTF-8 is replaced instead of throwing.
}  // namespace

const char* file_name_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::newton_divergence:
      return "newton_divergence";
    case FailureKind::step_collapse:
      return "step_collapse";
    case FailureKind::singular_matrix:
      return "singular_matrix";
    case FailureKind::not_finite:
      return "not_finite";
    case FailureKind::domain_left:
      return "domain_left";
    case FailureKind::user_exception:
      return "user_exception";
    case FailureKind::inconsistent:
      return "inconsistent";
    case FailureKind::singular_configuration:
      return "singular_configuration";
    case FailureKind::zeno_events:
      return "zeno_events";
    case FailureKind::retry_limit:
      return "retry_limit";
    case FailureKind::step_limit:
      return "step_limit";
    case FailureKind::time_limit:
      return "time_limit";
  }
  return "";
}

namespace {

Json failure_json(const std::optional<Failure>& failure) {
  if (!failure) return nullptr;
  return {{"kind", file_name_of(failure->kind)},
          {"what", failure->what},
          {"method", failure->method},
          {"formulation", failure->formulation},
          {"t", failure->t},
          {"h", failure->h},
          {"order", failure->order},
          {"inequality", failure->inequality},
          {"worst", failure->worst},
          {"recent_steps", failure->recent_steps},
          {"causes", failure->causes},
          {"remedy", failure->remedy}};
}

Json events_json(const std::vector<RunEvent>& events) {
  Json list = Json::array();
  for (const RunEvent& event : events)
    list.push_back({{"t", event.t}, {"name", event.name}, {"effect", name_of(event.effect)}});
  return list;
}

Json statistics_json(const Statistics& statistics) {
  return {{"steps", statistics.steps},
          {"accepted", statistics.accepted},
          {"rejected", statistics.rejected},
          {"newton_failures", statistics.newton_failures},
          {"rhs", statistics.rhs},
          {"jacobians", statistics.jacobians},
          {"factorizations", statistics.factorizations},
          {"real_factorizations", statistics.real_factorizations()},
          {"complex_factorizations", statistics.complex_factorizations},
          {"solves", statistics.solves},
          {"krylov_iterations", statistics.krylov_iterations}};
}

Json comparison_json(const std::optional<Comparison>& comparison) {
  if (!comparison) return nullptr;
  return {{"scd", comparison->scd},
          {"mescd", comparison->mescd},
          {"error", comparison->error},
          {"error_table", comparison->error_table},
          {"error_q", comparison->error_q},
          {"error_v", comparison->error_v},
          {"error_lambda", comparison->error_lambda},
          {"source", comparison->source}};
}

Json reactions_json(const RunResult& result) {
  const auto& reactions = result.reactions;
  if (!reactions) return nullptr;
  const auto worst = worst_reaction(result);
  const auto list = [](const Vector& x) { return std::vector<double>(x.begin(), x.end()); };
  return {{"worst", worst ? Json{{"name", worst->name}, {"unit", worst->unit}, {"error", worst->value}}
                          : Json(nullptr)},
          {"error", reactions->error},
          {"largest_error", reactions->largest_error},
          {"source", reactions->is_from_saddle ? "saddle" : "method"},
          {"lambda", list(reactions->lambda)},
          {"lambda_error", list(reactions->lambda_error)}};
}

Json solver_json(const std::optional<SolverUse>& solver) {
  if (!solver) return nullptr;
  return {{"name", solver->name},
          {"reason", solver->reason},
          {"unknowns", solver->size},
          {"border", solver->n_border},
          {"factor_entries", solver->counts.entries},
          {"krylov_solves", solver->krylov.solves},
          {"krylov_iterations", solver->krylov.iterations},
          {"krylov_failures", solver->krylov.failures}};
}

void add_header(Json& json, const RunHeader& header) {
  json["case"] = header.case_name;
  json["title"] = header.title;
  json["formulation"] = header.formulation.name;
  json["formulation_reason"] = header.formulation.reason;
  json["method"] = header.method.name;
  json["method_reason"] = header.method.reason;
  json["rtol"] = header.tolerance.rtol;
  json["atol"] = header.tolerance.atol;
  json["rtol_of"] = header.tolerance.rtol_of;
  json["atol_of"] = header.tolerance.atol_of;
  json["t_begin"] = header.t_begin;
  json["t_end"] = header.t_end;
  json["steps_per_mark"] = header.steps_per_mark ? Json(*header.steps_per_mark) : Json(nullptr);
  json["initial_values_moved"] = {{"position", header.position_moved},
                                  {"velocity", header.velocity_moved},
                                  {"most_position", moved_json(header.most_moved_position)},
                                  {"most_velocity", moved_json(header.most_moved_velocity)}};
}

void add_end_values(Json& json, const RunResult& result) {
  json["t"] = result.t;
  json["names"] = Json::array();
  json["units"] = Json::array();
  json["y"] = Json::array();
  for (std::size_t i = 0; i < result.header.unknowns.size(); ++i) {
    json["names"].push_back(result.header.unknowns[i].name);
    json["units"].push_back(result.header.unknowns[i].unit);
    json["y"].push_back(result.y[static_cast<Eigen::Index>(i)]);
  }
  json["outputs"] = Json::object();
  for (const auto& output : result.outputs) json["outputs"][output.name] = output.value;
}

}  // namespace

std::string run_json(const RunResult& result) {
  Json json = Json::object();
  add_header(json, result.header);
  json["remarks"] = all_remarks(result);
  json["status"] = name_of(result.status);
  json["message"] = result.message;
  json["failure"] = failure_json(result.failure);
  json["events"] = events_json(result.events);
  json["method_changes"] = Json::array();
  for (const MethodChange& change : result.method_changes)
    json["method_changes"].push_back({{"t", change.t},
                                      {"formulation", change.formulation},
                                      {"method", change.method},
                                      {"reason", change.reason}});
  json["ended_by"] = result.ended_by ? Json(*result.ended_by) : Json(nullptr);
  add_end_values(json, result);
  json["stats"] = statistics_json(result.statistics);
  json["solver"] = solver_json(result.solver);
  json["cpu_seconds"] = result.cpu_seconds;
  json["peak_memory"] = peak_memory();
  json["reference"] = comparison_json(result.comparison);
  json["residuals"] = {{"position", result.residuals.position},
                       {"velocity", result.residuals.velocity},
                       {"acceleration", result.residuals.acceleration}};
  json["reactions"] = reactions_json(result);
  json["energy_drift"] = result.energy_drift;
  json["energy_ratio"] = result.energy_ratio;
  json["numerical_dissipation"] = result.numerical_dissipation;
  return json_line(json);
}

std::string declined_json(const std::string& case_name, const std::string& message) {
  return json_line({{"case", case_name}, {"status", name_of(RunStatus::failed)}, {"message", message}});
}

}  // namespace pleuel
