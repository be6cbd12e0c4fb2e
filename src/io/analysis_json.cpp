#include "pleuel/io/analysis_json.hpp"

#include <nlohmann/json.hpp>
#include <numbers>

#include "pleuel/io/json_values.hpp"
#include "pleuel/mechanics/analysis/mode_directions.hpp"
#include "pleuel/mechanics/body_mass.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;  // keys in the order written here

Json header_json(const CaseHeader& header, const char* status) {
  return {
      {"case", header.case_name}, {"title", header.title}, {"remarks", header.remarks}, {"status", status}};
}

/// Names and values, by name.
Json values(const std::vector<Quantity>& names, const Vector& x) {
  Json json = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) json[names[i].name] = x[static_cast<Eigen::Index>(i)];
  return json;
}

Json energy_json(const Energy& e) {
  return {{"kinetic", e.kinetic}, {"potential", e.potential}, {"total", e.total()}};
}

Json names_of_rows(const SystemInfo& info, const std::vector<int>& rows) {
  Json list = Json::array();
  for (const int i : rows) list.push_back(info.constraints[i]);
  return list;
}

Json degrees_of_freedom_json(const DegreesOfFreedom& m, const SystemInfo& info) {
  Json redundant = Json::array();
  for (const RedundantConstraint& r : m.redundant)
    redundant.push_back({{"constraint", info.constraints[r.row]},
                         {"kind", name_of(r.kind)},
                         {"of", names_of_rows(info, r.of)}});
  Json undetermined = Json::array();
  for (const int i : m.undetermined)
    undetermined.push_back({{"multiplier", info.lambda[i].name}, {"constraint", info.constraints[i]}});
  return {{"velocities", m.n_v},
          {"constraints", m.n_constraints},
          {"rank", m.rank},
          {"usual_rank", m.usual_rank},
          {"freedoms_by_count", m.by_count()},
          {"freedoms_by_rank", m.by_rank()},
          {"freedoms", m.near_here()},
          {"singular_position", m.is_singular()},
          {"redundant", redundant},
          {"why_unclear", m.why_unclear},
          {"reactions_not_unique", undetermined}};
}

Json mode_json(const Mode& mode) {
  Json amplitude = Json::array(), phase = Json::array();
  const auto add = [&](const Eigen::VectorXcd& x) {
    for (const Complex& c : x) {
      amplitude.push_back(std::abs(c));
      phase.push_back(std::arg(c));
    }
  };
  add(mode.theta);
  add(mode.s);
  return {{"kind", name_of(mode.kind)},
          {"trend", name_of(mode.trend)},
          {"eigenvalue", {mode.eigenvalue.real(), mode.eigenvalue.imag()}},
          {"frequency", mode.frequency()},
          {"omega", mode.omega()},
          {"natural_omega", mode.natural_omega()},
          {"damping_ratio", mode.damping_ratio()},
          {"amplitude", amplitude},
          {"phase", phase},
          {"energy_share", std::vector<double>(mode.share.begin(), mode.share.end())}};
}

Json outputs_json(const std::vector<Output>& outputs) {
  Json json = Json::object();
  for (const Output& output : outputs) json[output.name] = output.value;
  return json;
}

/// Multipliers with what they belong to.
Json multipliers_json(const SystemInfo& info, const Vector& lambda) {
  Json list = Json::array();
  for (int i = 0; i < info.n_lambda(); ++i)
    list.push_back({{"multiplier", info.lambda[i].name},
                    {"constraint", info.constraints[i]},
                    {"value", lambda[i]},
                    {"unit", info.lambda[i].unit}});
  return list;
}

void add_modes(Json& json, const ModeSet& set, const SystemInfo& info) {
  json["freedoms"] = set.n_degrees_of_freedom;
  json["all_modes"] = set.is_all;
  json["at_rest"] = set.is_at_rest;
  json["unstable"] = set.is_unstable();
  json["zero_eigenvalues"] = set.n_zero;
  json["independent"] = set.independent;
  json["shape_names"] = Json::array();
  json["shape_units"] = Json::array();
  for (const auto& part : {mode_directions(info), info.s})
    for (const Quantity& x : part) {
      json["shape_names"].push_back(x.name);
      json["shape_units"].push_back(x.unit);
    }
  json["modes"] = Json::array();
  for (const Mode& mode : set.modes) json["modes"].push_back(mode_json(mode));
}

Json body_json(const BodyMass& b) {
  Json json = {{"name", b.name}, {"mass", b.mass}};
  json["centre"] = std::vector<double>(b.centre.data(), b.centre.data() + (b.is_planar ? 2 : 3));
  if (b.is_planar) {
    json["inertia"] = b.inertia(2, 2);
    return json;
  }
  for (int i = 0; i < 3; ++i) {
    const Eigen::RowVector3d row = b.inertia.row(i);
    json["inertia"].push_back(std::vector<double>(row.data(), row.data() + 3));
  }
  return json;
}

void add_bodies(Json& json, const std::vector<BodyMass>& bodies) {
  if (bodies.empty()) return;
  for (const BodyMass& b : bodies) json["bodies"].push_back(body_json(b));
  json["total"] = body_json(total_mass(bodies));
  json["total"].erase("name");
}

const char* text_of(StartVerdict verdict) {
  switch (verdict) {
    case StartVerdict::ok:
      return "ok";
    case StartVerdict::redundant:
      return "redundant";
    case StartVerdict::none:
      return "inconsistent";
  }
  return "";
}

}  // namespace

std::string check_json(const CheckResult& result) {
  Json json = header_json(result.header, text_of(result.verdict));
  json["faults"] = result.faults;
  json["t"] = result.t;
  if (result.header.system == nullptr) {
    json["unknowns"] = result.n_unknowns;
    json["initial_values_moved"] = {{"position", result.moved}, {"velocity", nullptr}};
    return json_line(json);
  }
  const SystemInfo& info = result.header.system->info();
  json["coordinates"] = info.n_q();
  json["internal_states"] = info.n_s();
  json["mobility"] =
      result.degrees_of_freedom ? degrees_of_freedom_json(*result.degrees_of_freedom, info) : Json(nullptr);
  json["given_residuals"] = {{"position", result.given.position}, {"velocity", result.given.velocity}};
  json["start"] = nullptr;
  json["energy"] = nullptr;
  if (!result.start) return json_line(json);
  const InitialState& x = *result.start;
  add_bodies(json, body_masses_of(*result.header.system, x.q));
  json["initial_values_moved"] = {{"position", x.position_moved},
                                  {"velocity", x.velocity_moved},
                                  {"most_position", moved_json(result.report.position)},
                                  {"most_velocity", moved_json(result.report.velocity)}};
  json["strain_energy"] = result.report.strain_energy;
  json["start"] = {{"q", values(info.q, x.q)},
                   {"v", values(info.v, x.v)},
                   {"a", values(info.a, x.a)},
                   {"lambda", values(info.lambda, x.lambda)},
                   {"s", values(info.s, x.s)}};
  json["energy"] = energy_json(result.energy);
  return json_line(json);
}

std::string statics_json(const StaticsResult& result) {
  const Equilibrium& e = result.equilibrium;
  const SystemInfo& info = result.header.system->info();
  Json json = header_json(result.header, "ok");
  json["t"] = result.t;
  json["stability"] = name_of(e.stability);
  json["iterations"] = e.state.iterations;
  json["moved"] = e.state.position_moved;
  json["residuals"] = {{"force", e.force_residual},
                       {"worst", e.worst_force},
                       {"force_scale", e.force_scale},
                       {"position", e.constraint_residual}};
  json["internal_states"] = {{"state", name_of(e.states)},
                             {"why_held", e.why_held},
                             {"largest_rate", e.largest_rate},
                             {"worst", e.worst_rate}};
  json["outputs"] = outputs_json(result.outputs);
  json["reactions"] = multipliers_json(info, e.state.lambda);
  json["q"] = values(info.q, e.state.q);
  json["lambda"] = values(info.lambda, e.state.lambda);
  json["s"] = values(info.s, e.state.s);
  json["energy"] = energy_json(result.energy);
  if (e.modes)
    add_modes(json, *e.modes, info);
  else
    json["no_modes"] = e.no_modes;
  return json_line(json);
}

std::string modes_json(const ModesResult& result) {
  const SystemInfo& info = result.header.system->info();
  Json json = header_json(result.header, "ok");
  json["about"] = name_of(result.about);
  json["t"] = result.t;
  json["outputs"] = outputs_json(result.outputs);
  json["reactions"] = multipliers_json(info, result.state.lambda);
  json["q"] = values(info.q, result.state.q);
  json["v"] = values(info.v, result.state.v);
  json["s"] = values(info.s, result.state.s);
  add_modes(json, result.modes, info);
  return json_line(json);
}

std::string part_modes_json(const PartModes& modes) {
  Json json{{"case", modes.header.case_name}, {"part", modes.part}, {"modes", Json::array()}};
  for (Eigen::Index k = 0; k < modes.omega.size(); ++k) {
    Json shape = Json::object();
    for (std::size_t i = 0; i < modes.coordinates.size(); ++i)
      shape[modes.coordinates[i]] = modes.shapes(static_cast<Eigen::Index>(i), k);
    json["modes"].push_back({{"omega", modes.omega[k]},
                             {"frequency", modes.omega[k] / (2 * std::numbers::pi)},
                             {"shape", std::move(shape)}});
  }
  return json.dump();
}

std::string reduction_json(const ReductionErrors& errors) {
  Json json = header_json(errors.header, name_of(errors.status));
  Json bodies = Json::array();
  for (std::size_t b = 0; b < errors.bodies.size(); ++b) {
    const ReductionReport& body = errors.bodies[b];
    Json shapes = Json::array(), markers = Json::object();
    for (const auto& shape : body.shapes)
      shapes.push_back(
          {{"kind", shape.kind}, {"of", shape.of}, {"omega", shape.omega}, {"damping_ratio", shape.ratio}});
    for (const auto& marker : body.markers) markers[marker.name] = marker.error;
    bodies.push_back({{"body", body.body},
                      {"unknowns", body.n_unknowns},
                      {"shapes", shapes},
                      {"first_omitted", body.first_omitted},
                      {"static_error_of_inertia", body.inertia},
                      {"static_errors_of_markers", markers}});
    if (b < errors.refined_modes.size()) bodies.back()["refined_shapes"] = errors.refined_modes[b];
  }
  json["bodies"] = bodies;
  if (errors.formulation.empty()) return json.dump();
  if (!errors.message.empty()) json["message"] = errors.message;
  json["formulation"] = errors.formulation;
  json["method"] = errors.method;
  json["tolerance"] = errors.tolerance;
  json["t_begin"] = errors.t_begin;
  json["t_end"] = errors.t_end;
  Json list = Json::array();
  for (const MarkerError& e : errors.markers)
    list.push_back({{"marker", e.marker},
                    {"motion", e.motion},
                    {"force", e.force},
                    {"moment", e.moment},
                    {"largest_force", e.largest_force},
                    {"largest_moment", e.largest_moment}});
  json["markers"] = list;
  return json.dump();
}

}  // namespace pleuel
