// schema.json has what every catalogue shares. The definitions that are null there are filled in
// here: the types of elements, and the parts of outputs.
#include "pleuel/model/file/schema.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pleuel/model/file/embedded_schema.hpp"
#include "pleuel/model/file/element_reader.hpp"
#include "pleuel/model/file/output_reader.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

// Objects are filled key by key: nested initialiser lists take ten times as long to compile.
Json keyed(const char* key, Json value) {
  Json object;
  object[key] = std::move(value);
  return object;
}

Json reference(const std::string& name) { return keyed("$ref", "#/definitions/" + name); }

Json list_of(Json items, int least, int most) {
  Json schema = keyed("type", "array");
  schema["items"] = std::move(items);
  schema["minItems"] = least;
  schema["maxItems"] = most;
  return schema;
}

Json any_of(Json a, Json b) {
  Json all = Json::array();
  all.push_back(std::move(a));
  all.push_back(std::move(b));
  return keyed("anyOf", all);
}

Json with_help(Json schema, const std::string& help) {
  // Beside a $ref, draft 7 ignores everything else.
  if (schema.contains("$ref")) {
    Json all = Json::array();
    all.push_back(std::move(schema));
    schema = keyed("allOf", all);
  }
  schema["description"] = help;
  return schema;
}

std::string help_of(const ParameterSpec& spec) {
  std::string help = spec.help;
  if (spec.dimension != Dimension{} && !spec.is_of_motions) help += " [" + unit_text(spec.dimension) + "]";
  if (spec.default_text) help += "; default " + *spec.default_text;
  return help;
}

Json value_schema(const ParameterSpec& spec) {
  const int least = size_in(2, spec), most = size_in(3, spec);
  switch (spec.kind) {
    case ValueKind::number:
    case ValueKind::whole:
    case ValueKind::function:
      return reference("number");
    case ValueKind::choice:
      return keyed("enum", spec.choices);
    case ValueKind::vector:
      return list_of(reference("number"), least, most);
    case ValueKind::matrix: {
      const Json row = list_of(reference("number"), least, most);
      Json schema = any_of(reference("number"), row);
      schema["anyOf"].push_back(list_of(row, least, most));
      return schema;
    }
    case ValueKind::curve:
      return reference("curve");
    case ValueKind::marker:
    case ValueKind::joint:
    case ValueKind::measure:
      break;
  }
  return reference("name");
}

Json schema_of(const ElementType& type, bool needs_name) {
  Json schema = keyed("type", "object"), required = Json::array();
  Json& properties = schema["properties"];
  const auto add = [&](const std::string& key, Json value, bool is_required) {
    properties[key] = std::move(value);
    if (is_required) required.push_back(key);
  };
  add("name", reference("name"), needs_name);
  add("type", keyed("const", type.name), true);
  const Json marker = with_help(reference("name"), "the marker it attaches to: body.marker");
  if (type.n_markers == 1) add("marker", marker, true);
  if (type.n_markers == 2)
    for (const char* key : {"a", "b"}) add(key, marker, true);
  for (const ParameterSpec& spec : type.parameters)
    add(spec.name, with_help(value_schema(spec), help_of(spec)), !spec.default_text && !spec.is_optional);
  schema["additionalProperties"] = false;
  schema["required"] = required;
  schema["description"] = type.title;
  return schema;
}

Json element_schema(const std::vector<ElementType>& types, bool needs_name) {
  const Json type_is_required = Json::array({"type"});
  Json names = Json::array(), cases = Json::array();
  for (const auto& type : types) {
    names.push_back(type.name);
    Json when = keyed("properties", keyed("type", keyed("const", type.name)));
    when["required"] = type_is_required;
    Json one = keyed("if", when);
    one["then"] = schema_of(type, needs_name);
    cases.push_back(std::move(one));
  }
  Json schema = keyed("type", "object");
  schema["required"] = type_is_required;
  schema["properties"] = keyed("type", keyed("enum", names));
  if (!cases.empty()) schema["allOf"] = cases;
  return schema;
}

Json parts_of_markers() {
  auto all = marker_parts(3);
  for (const auto& part : marker_parts(2))
    if (std::find(all.begin(), all.end(), part) == all.end()) all.push_back(part);
  return keyed("enum", all);
}

}  // namespace

std::string model_schema(const ModelCatalogue& catalogue) {
  Json schema = Json::parse(embedded_schema("schema.json"));
  Json& definitions = schema["definitions"];
  definitions["measure"] = element_schema(catalogue.measures, true);
  definitions["joint"] = element_schema(catalogue.joints, true);
  definitions["driver"] = element_schema(catalogue.drivers, true);
  definitions["force"] = element_schema(catalogue.forces, true);
  definitions["start"] = element_schema(catalogue.drivers, false);
  definitions["marker_part"] = parts_of_markers();
  auto reaction = reaction_parts(3);
  reaction.insert(reaction.end(), {"f", "m"});
  definitions["reaction_part"] = keyed("enum", reaction);
  definitions["joint_part"] = keyed("enum", joint_parts(nullptr));
  definitions["load_part"] = keyed("enum", load_parts());
  return schema.dump(1) + "\n";
}

}  // namespace pleuel
