#include "pleuel/model/material_set.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/material/embedded_set.hpp"
#include "pleuel/model/file/json_text.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel {
namespace {

using Faults = std::vector<std::string>;
using material::MaterialLaw;
using material::Parameter;

// One file each in src/material/data.
const std::vector<std::string> shipped = {"SS316-S-600C",  "B1900+Hf-871C",  "INCO718-650C", "Grade91-500C",
                                          "Perzyna-steel", "Norton-example", "elastic-steel"};

const Parameter* find_parameter(const MaterialLaw& law, const std::string& name) {
  const auto found = std::ranges::find(law.parameters, name, &Parameter::name);
  return found == law.parameters.end() ? nullptr : &*found;
}

std::string written_as(const JsonValue& value) {
  if (value.kind == JsonValue::Kind::text) return value.text;
  if (value.kind == JsonValue::Kind::number) return shortest_text(value.number);
  return "";
}

// Reads the keys of one file, with the place of each.
class SetReader {
 public:
  SetReader(const std::string& file, const std::string& text) : file_(file), root_(parse_json(file, text)) {}

  MaterialSet read() {
    if (root_.kind != JsonValue::Kind::object)
      throw InvalidInput(file_ + ": a parameter set is an object { \"law\": …, \"parameters\": { … } }");
    if (root_.find("law") == nullptr)  // it may be any JSON file; its content is not quoted
      throw InvalidInput(file_ + ": the key \"law\" is missing; see: pleuel list materials");
    check_keys();
    MaterialSet set{.name = file_, .law = text("law")};
    set.title = text("title");
    set.provenance = text("provenance");
    set.caution = text("caution");
    if (!set.law.empty() || faults_.empty())
      take([&] { read_values(set, material::law(set.law)); }, at(*root_.find("law")));
    if (!faults_.empty()) throw InvalidInput(faults_);
    return set;
  }

 private:
  std::string at(const JsonValue& value) const { return at(value.position()); }
  std::string at(const JsonPosition& position) const {
    return file_ + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": ";
  }

  void check_keys() {
    static const std::vector<std::string> known = {"law",     "title",      "provenance",
                                                   "caution", "parameters", "options"};
    for (const JsonKey& key : root_.keys)
      if (std::ranges::find(known, key.text) == known.end())
        faults_.push_back(at(key.position) + unknown_name("key", key.text, known));
  }

  std::string text(const std::string& key) {
    const JsonFound value = root_.find(key);
    if (value == nullptr) return "";
    if (value->kind != JsonValue::Kind::text)
      faults_.push_back(at(*value) + "\"" + key + "\" is " + name_of(value->kind) + "; it must be a text");
    return value->text;
  }

  JsonFound object(const std::string& key) {
    JsonFound value = root_.find(key);
    if (value != nullptr && value->kind != JsonValue::Kind::object) {
      faults_.push_back(at(*value) + "\"" + key + "\" is " + name_of(value->kind) +
                        "; it must be an object of names and values");
      return {};
    }
    return value;
  }

  void read_values(MaterialSet& set, const MaterialLaw& law) {
    if (const JsonFound options = object("options"))
      for (std::size_t i = 0; i < options->items.size(); ++i)
        set.options[options->keys[i].text] = written_as(options->items[i]);
    const JsonFound parameters = object("parameters");
    if (parameters == nullptr) return;
    for (std::size_t i = 0; i < parameters->items.size(); ++i) {
      const std::string& name = parameters->keys[i].text;
      const JsonValue& value = parameters->items[i];
      const Parameter* known = find_parameter(law, name);
      if (known == nullptr) {
        set.parameters[name] = 0;  // rejected by name when the material is created
        continue;
      }
      set.written[name] = written_as(value);
      take([&] { set.parameters[name] = parse_quantity(name, known->unit, set.written[name]); }, at(value));
    }
  }

  template <class Work>
  void take(Work work, const std::string& place) {
    try {
      work();
    } catch (const InvalidInput& error) {
      for (const std::string& fault : error.faults()) faults_.push_back(place + fault);
    }
  }

  std::string file_;
  JsonValue root_;
  Faults faults_;
};

}  // namespace

const std::vector<MaterialSet>& material_sets() {
  static const std::vector<MaterialSet> all = [] {
    std::vector<MaterialSet> sets;
    for (const std::string& name : shipped) {
      const std::string file = name + ".json";
      sets.push_back(read_material_set(file, std::string(material::embedded_set(file))));
      sets.back().name = name;
    }
    return sets;
  }();
  return all;
}

MaterialSet material_set(const std::string& name) {
  if (name.ends_with(".json")) return read_material_set(name, read_input_file(name, material_file));
  std::vector<std::string> names;
  for (const MaterialSet& set : material_sets()) {
    if (set.name == name) return set;
    names.push_back(set.name);
  }
  for (const MaterialLaw& law : material::laws()) {
    if (law.name == name) return {.name = name, .law = name, .title = law.title};
    names.push_back(law.name);
  }
  throw InvalidInput(unknown_name("parameter set or law", name, names) +
                     "; a set of your own is a file that ends with .json");
}

MaterialSet read_material_set(const std::string& file, const std::string& text) {
  return SetReader(file, text).read();
}

MaterialSet with_settings(MaterialSet set, const Settings& settings) {
  const MaterialLaw& law = material::law(set.law);
  Faults faults;
  std::vector<std::string> names;
  for (const Parameter& parameter : law.parameters) names.push_back(parameter.name);
  for (const OptionSpec& option : law.options) names.push_back(option.name);
  for (const auto& [name, text] : settings) {
    const Parameter* parameter = find_parameter(law, name);
    if (parameter == nullptr && std::ranges::find(names, name) == names.end()) {
      faults.push_back(unknown_name("parameter or option of the law '" + law.name + "',", name, names));
    } else if (parameter == nullptr) {
      set.options[name] = text;
    } else {
      try {
        set.parameters[name] = parse_quantity(name, parameter->unit, text);
        set.written[name] = text;
      } catch (const InvalidInput& error) {
        faults.insert(faults.end(), error.faults().begin(), error.faults().end());
      }
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return set;
}

double parse_quantity(const std::string& place, const std::string& unit, const std::string& text) {
  std::size_t end = text.find_first_not_of("0123456789+-.eE");
  if (end == std::string::npos) end = text.size();
  const double number = parse_number(place, text.substr(0, end));
  const std::string behind = text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
  if (behind.empty()) return number;
  const Unit given = parse_unit(place, behind);
  if (!fits(given.dimension, parse_unit(place, unit).dimension))
    throw InvalidInput(place + ": is '" + text + "', which is in " + behind + ", but must be in " + unit +
                       " or a unit of the same kind");
  return number * given.factor;
}

std::shared_ptr<const material::Material> make_material(const MaterialSet& set, material::StressState state) {
  return material::make_material({.law = set.law,
                                  .parameters = set.parameters,
                                  .state = state,
                                  .options = set.options,
                                  .place = set.name});
}

}  // namespace pleuel
