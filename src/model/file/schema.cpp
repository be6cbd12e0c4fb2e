#include "pleuel/model/file/schema.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "pleuel/model/file/body_reader.hpp"
#include "pleuel/model/file/element_reader.hpp"
#include "pleuel/model/file/output_reader.hpp"
#include "pleuel/model/file/shape_reader.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

Json reference(const std::string& name) { return {{"$ref", "#/definitions/" + name}}; }

Json list_of(const Json& items, int least, int most) {
  return {{"type", "array"}, {"items", items}, {"minItems", least}, {"maxItems", most}};
}

Json with_help(Json schema, const std::string& help) {
  // Beside a $ref, draft 7 ignores everything else.
  if (schema.contains("$ref")) schema = {{"allOf", Json::array({schema})}};
  schema["description"] = help;
  return schema;
}

Json one_of_texts(const std::vector<std::string>& texts) { return {{"enum", texts}}; }

Json object_of(const Json& properties, const std::vector<std::string>& required) {
  Json schema = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  return schema;
}

std::string help_of(const ParameterSpec& spec) {
  std::string help = spec.help;
  if (spec.dimension != Dimension{} && !spec.is_of_motions) help += " [" + unit_text(spec.dimension) + "]";
  if (spec.default_text) help += "; default " + *spec.default_text;
  return help;
}

Json value_schema(const ParameterSpec& spec) {
  switch (spec.kind) {
    case ValueKind::number:
    case ValueKind::whole:
    case ValueKind::function:
      return reference("number");
    case ValueKind::choice:
      return one_of_texts(spec.choices);
    case ValueKind::vector:
      return list_of(reference("number"), size_in(2, spec), size_in(3, spec));
    case ValueKind::matrix: {
      const int least = size_in(2, spec), most = size_in(3, spec);
      const Json row = list_of(reference("number"), least, most);
      return {{"anyOf", {reference("number"), row, list_of(row, least, most)}}};
    }
    case ValueKind::curve: {
      Json points = {{"type", "array"}, {"minItems", 2}};
      points["items"] = list_of(reference("number"), 2, 2);
      const Json units = list_of({{"type", "string"}}, 2, 2);
      const Json table =
          object_of({{"units", with_help(units, "of x and y, for numbers without one; default SI")},
                     {"points", points},
                     {"beyond", with_help(one_of_texts({"refuse", "hold", "continue"}),
                                          "what it is beyond its ends; default refuse")}},
                    {"points"});
      return {{"anyOf", {points, table}}};
    }
    case ValueKind::marker:
    case ValueKind::joint:
    case ValueKind::measure:
      break;
  }
  return reference("name");
}

Json element_schema(const std::vector<ElementType>& types, bool needs_name) {
  std::vector<std::string> names;
  Json cases = Json::array();
  for (const auto& type : types) {
    names.push_back(type.name);
    Json properties = {{"name", reference("name")}, {"type", {{"const", type.name}}}};
    std::vector<std::string> required = {"type"};
    if (needs_name) required.emplace_back("name");
    for (const char* key : {"marker", "a", "b"}) {
      const bool is_one = std::string(key) == "marker";
      if (type.n_markers == (is_one ? 1 : 2)) {
        properties[key] = with_help(reference("name"), "the marker it attaches to: body.marker");
        required.emplace_back(key);
      }
    }
    for (const auto& spec : type.parameters) {
      properties[spec.name] = with_help(value_schema(spec), help_of(spec));
      if (!spec.default_text && !spec.is_optional) required.push_back(spec.name);
    }
    Json then = object_of(properties, required);
    then["description"] = type.title;
    cases.push_back({{"if", {{"properties", {{"type", {{"const", type.name}}}}}, {"required", {"type"}}}},
                     {"then", then}});
  }
  Json schema = {{"type", "object"}, {"required", {"type"}}, {"properties", {{"type", one_of_texts(names)}}}};
  if (!cases.empty()) schema["allOf"] = cases;
  return schema;
}

// A list whose items may be repeated.
Json list_schema(const std::string& item) { return {{"type", "array"}, {"items", reference("any_" + item)}}; }

void add_repeatable(Json& definitions, const std::string& name, const Json& schema) {
  definitions[name] = schema;
  Json range = {{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1}};
  range["additionalProperties"] = list_of(reference("number"), 2, 2);
  const Json repeat = object_of({{"repeat", range}, {"items", list_schema(name)}}, {"repeat", "items"});
  definitions["any_" + name] = {
      {"if", {{"type", "object"}, {"required", {"repeat"}}}}, {"then", repeat}, {"else", reference(name)}};
}

/// For pictures alone.
Json look_schema() {
  Json properties = {{"type", one_of_texts({"box", "cylinder", "sphere", "rod", "polygon"})}};
  for (const char* key : {"radius", "inner_radius", "length", "thickness", "angle"})
    properties[key] = reference("number");
  for (const char* key : {"size", "at", "from", "to", "axis"}) properties[key] = reference("vector");
  properties["orientation"] = reference("orientation");
  properties["points"] = {{"type", "array"}, {"items", list_of(reference("number"), 2, 2)}, {"minItems", 3}};
  return object_of(properties, {"type"});
}

Json shape_schema() {
  Json schema = look_schema();
  for (const char* key : {"density", "mass"}) schema["properties"][key] = reference("number");
  return schema;
}

Json marker_properties() {
  return {{"at", reference("vector")},
          {"angle", reference("number")},
          {"z", reference("vector")},
          {"x", reference("vector")},
          {"orientation", reference("orientation")}};
}

Json marker_schema() { return {{"anyOf", {reference("vector"), object_of(marker_properties(), {})}}}; }

/// One of a list, with its name.
Json named_marker_schema() {
  Json properties = marker_properties();
  properties["name"] = reference("name");
  return object_of(properties, {"name"});
}

Json rigid_body_schema() {
  const Json row = list_of(reference("number"), 3, 3);
  Json properties = {{"name", reference("name")}, {"type", {{"const", "rigid"}}}};
  properties["mass"] = with_help(reference("number"), "[kg]");
  properties["inertia"] =
      with_help({{"anyOf", {reference("number"), row, list_of(row, 3, 3)}}},
                "about the centre of mass [kg*m^2]: planar a number, spatial three moments or three rows");
  properties["com"] = with_help(reference("vector"), "centre of mass in the body's frame [m]");
  properties["shape"] = with_help(reference("shape"), "gives mass, com and inertia");
  properties["look"] = with_help({{"type", "array"}, {"items", reference("look")}},
                                 "how pictures show it, in place of its shape");
  properties["position"] = with_help(reference("vector"), "of the body's frame at the start [m]");
  properties["angle"] = with_help(reference("number"), "planar: at the start [rad]");
  properties["orientation"] = with_help(reference("orientation"), "spatial: at the start");
  properties["velocity"] = with_help(reference("vector"), "of the frame's origin at the start [m/s]");
  properties["angular_velocity"] = with_help({{"anyOf", {reference("number"), reference("vector")}}},
                                             "at the start, in the axes of the ground [rad/s]");
  properties["markers"] = reference("markers");
  return object_of(properties, {"name"});
}

Json mesh_schema() {
  const Json number = reference("number"), point = list_of(number, 2, 2);
  const Json element = one_of_texts({"T6", "T3"});
  const auto type = [](const char* name) -> Json { return {{"const", name}}; };
  Json corners = {{"type", "array"}, {"items", point}, {"minItems", 3}};
  return {
      {"anyOf",
       {object_of({{"type", type("box")},
                   {"length", number},
                   {"height", number},
                   {"cells", point},
                   {"element", element},
                   {"corner", with_help(point, "lower left [m]; default [0, -height/2]")}},
                  {"type", "length", "height", "cells"}),
        object_of({{"type", type("beam")}, {"length", number}, {"elements", number}},
                  {"type", "length", "elements"}),
        object_of({{"type", type("polygon")}, {"corners", corners}, {"size", number}, {"element", element}},
                  {"type", "corners", "size"}),
        object_of({{"type", type("dog-bone")},
                   {"length", number},
                   {"gauge_length", number},
                   {"gauge_width", number},
                   {"head_width", number},
                   {"radius", number},
                   {"cells", with_help(list_of(number, 4, 4), "along gauge, fillet and head, and across")}},
                  {"type", "length", "gauge_length", "gauge_width", "head_width", "radius", "cells"}),
        object_of({{"file", with_help({{"type", "string"}}, "a .msh file of Gmsh, beside the model file")}},
                  {"file"})}}};
}

Json frame_schema() {
  const Json node = {{"anyOf", {reference("name"), list_of(reference("number"), 2, 2)}}};
  return {
      {"anyOf",
       {object_of({{"type", {{"const", "chord"}}}, {"a", node}, {"b", node}}, {"type", "a", "b"}),
        object_of({{"type", {{"const", "tangent"}}}, {"set", reference("name")}}, {"type", "set"}),
        object_of(
            {{"type", {{"const", "supports"}}},
             {"fix", with_help({{"type", "object"}, {"additionalProperties", one_of_texts({"x", "y", "xy"})}},
                               "directions in which the nodes of a set are held")}},
            {"type", "fix"})}}};
}

Json material_schema() {
  const Json number = reference("number");
  const Json density = with_help(number, "[kg/m^3]"), text = {{"type", "string"}};
  const Json numbers = {{"type", "object"}, {"additionalProperties", number}};
  return {
      {"anyOf",
       {object_of({{"young", with_help(number, "Young's modulus [N/m^2]")},
                   {"poisson", with_help(number, "Poisson's ratio; beams do not use it")},
                   {"density", density}},
                  {"young", "density"}),
        object_of({{"law", with_help(text, "of inelastic strains, or a set of its parameters, by name")},
                   {"parameters", with_help(numbers, "in SI units; they take the place of those of the set")},
                   {"options", {{"type", "object"}, {"additionalProperties", text}}},
                   {"density", density}},
                  {"law", "density"})}}};
}

Json flexible_body_schema() {
  const Json number = reference("number"), truth = {{"type", "boolean"}};
  const Json marker =
      object_of({{"set", reference("name")}, {"node", list_of(number, 2, 2)}, {"angle", number}}, {});
  Json properties = {{"name", reference("name")}, {"type", {{"const", "flexible"}}}};
  properties["mesh"] = mesh_schema();
  properties["material"] = material_schema();
  properties["thickness"] = with_help(number, "of triangles, along z [m]");
  properties["state"] =
      with_help(one_of_texts({"plane-stress", "plane-strain"}), "of triangles; default plane-stress");
  properties["section"] = with_help(
      object_of({{"area", with_help(number, "[m^2]")},
                 {"inertia", with_help(number, "second moment of area [m^4]")},
                 {"axial", with_help(truth, "whether it can stretch; default true")},
                 {"rotary", with_help(truth, "whether turning sections have inertia; default true")}},
                {"area", "inertia"}),
      "of beams");
  properties["frame"] = frame_schema();
  properties["damping"] = object_of({{"alpha", with_help(number, "times the mass [1/s]")},
                                     {"beta", with_help(number, "times the stiffness [s]")}},
                                    {});
  properties["modes"] = with_help(number, "how many normal modes are kept; default: all unknowns");
  properties["elasticity"] = with_help(one_of_texts({"linear", "geometric", "green"}), "default linear");
  properties["tractions"] = with_help(
      {{"type", "array"},
       {"items", object_of({{"set", reference("name")}, {"value", list_of(reference("number"), 2, 2)}},
                           {"set", "value"})}},
      "forces per area on edges of triangles, formulas of t along x and y of the body's frame [N/m^2]");
  properties["position"] = with_help(reference("vector"), "of the body's frame at the start [m]");
  properties["angle"] = with_help(number, "at the start [rad]");
  properties["velocity"] = with_help(reference("vector"), "of the frame's origin at the start [m/s]");
  properties["angular_velocity"] = with_help(number, "at the start [rad/s]");
  properties["markers"] = {{"type", "object"}, {"additionalProperties", marker}};
  return object_of(properties, {"name", "type", "mesh", "material", "frame"});
}

Json body_schema() {
  return {{"if",
           {{"type", "object"}, {"properties", {{"type", {{"const", "flexible"}}}}}, {"required", {"type"}}}},
          {"then", reference("flexible_body")},
          {"else", reference("rigid_body")}};
}

Json output_schema() {
  const auto parts_of = [](const std::vector<std::string>& all) -> Json {
    return {{"type", "array"}, {"items", one_of_texts(all)}};
  };
  const Json name = reference("name");
  auto all_marker_parts = marker_parts(3);
  for (const auto& part : marker_parts(2))
    if (std::find(all_marker_parts.begin(), all_marker_parts.end(), part) == all_marker_parts.end())
      all_marker_parts.push_back(part);
  return {
      {"anyOf",
       {name, object_of({{"unknown", name}, {"name", name}}, {"unknown"}),
        object_of({{"marker", name}, {"parts", parts_of(all_marker_parts)}, {"name", name}}, {"marker"}),
        object_of({{"reaction", name}, {"parts", parts_of(reaction_parts(3))}, {"name", name}}, {"reaction"}),
        object_of({{"measure", name}, {"parts", parts_of({"value", "rate"})}, {"name", name}}, {"measure"}),
        object_of({{"energy", one_of_texts({"kinetic", "potential", "total"})}, {"name", name}}, {"energy"}),
        object_of(
            {{"field", with_help(name, "of a body with inelastic strains: \"rod.von_mises\"")},
             {"at", with_help({{"anyOf", {one_of_texts({"max", "min"}), list_of(reference("number"), 2, 2)}}},
                              "its extreme over the body, or [element, point of it]; default max")},
             {"name", name}},
            {"field"})}}};
}

Json simulation_schema() {
  const Json number = reference("number"), text = {{"type", "string"}};
  return object_of({{"begin", number},
                    {"until", number},
                    {"formulation", text},
                    {"method", text},
                    {"rtol", number},
                    {"atol", number},
                    {"every", number},
                    {"breakpoints", {{"type", "array"}, {"items", number}}},
                    {"redundant", one_of_texts({"refuse", "minimum-norm"})},
                    {"sweeps", number}},
                   {});
}

Json definitions_of(const ModelCatalogue& catalogue) {
  Json all;
  all["number"] = {
      {"type", {"number", "string"}},
      {"description", "a number in SI, or a text: a formula, a number with a unit: \"2*l\", \"30 mm\""}};
  all["vector"] = list_of(reference("number"), 2, 3);
  all["name"] = {{"type", "string"}, {"minLength", 1}};
  all["orientation"] = object_of({{"axis", list_of(reference("number"), 3, 3)},
                                  {"angle", reference("number")},
                                  {"quaternion", list_of(reference("number"), 4, 4)},
                                  {"euler_xyz", list_of(reference("number"), 3, 3)}},
                                 {});
  all["marker"] = marker_schema();
  all["markers"] = {{"type", "object"}, {"additionalProperties", reference("marker")}};
  all["shape"] = shape_schema();
  all["look"] = look_schema();
  add_repeatable(all, "named_marker", named_marker_schema());
  all["rigid_body"] = rigid_body_schema();
  all["flexible_body"] = flexible_body_schema();
  add_repeatable(all, "body", body_schema());
  add_repeatable(all, "measure", element_schema(catalogue.measures, true));
  add_repeatable(all, "joint", element_schema(catalogue.joints, true));
  add_repeatable(all, "driver", element_schema(catalogue.drivers, true));
  add_repeatable(all, "force", element_schema(catalogue.forces, true));
  add_repeatable(all, "start", element_schema(catalogue.drivers, false));
  add_repeatable(all, "output", output_schema());
  return all;
}

}  // namespace

std::string model_schema(const ModelCatalogue& catalogue) {
  Json bodies = list_schema("body");
  bodies["minItems"] = 1;
  Json properties = {{"$schema", {{"type", "string"}}},
                     {"pleuel", {{"enum", {1, 2}}}},
                     {"name", {{"type", "string"}, {"minLength", 1}, {"maxLength", 100}}},
                     {"title", {{"type", "string"}}},
                     {"dimension", {{"enum", {2, 3}}}},
                     {"gravity", reference("vector")}};
  properties["parameters"] = {{"type", "object"}, {"additionalProperties", reference("number")}};
  properties["ground"] =
      object_of({{"markers", {{"anyOf", {reference("markers"), list_schema("named_marker")}}}}}, {});
  properties["bodies"] = bodies;
  for (const auto& [key, item] : {std::pair{"measures", "measure"},
                                  {"joints", "joint"},
                                  {"drivers", "driver"},
                                  {"forces", "force"},
                                  {"start", "start"},
                                  {"outputs", "output"}})
    properties[key] = list_schema(item);
  properties["simulation"] = simulation_schema();
  Json schema = object_of(properties, {"pleuel", "name", "dimension", "bodies"});
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "A model of Pleuel";
  schema["definitions"] = definitions_of(catalogue);
  return schema.dump(1) + "\n";
}

}  // namespace pleuel
