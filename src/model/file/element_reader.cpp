#include "pleuel/model/file/element_reader.hpp"

#include <algorithm>
#include <set>

#include "pleuel/base/names.hpp"
#include "pleuel/model/file/curve_reader.hpp"
#include "pleuel/model/file/json_text.hpp"

namespace pleuel {
namespace {

std::vector<std::string> marker_keys(const ElementType& type) {
  if (type.n_markers == 0) return {};
  return type.n_markers == 1 ? std::vector<std::string>{"marker"} : std::vector<std::string>{"a", "b"};
}

}  // namespace

std::vector<std::string> keys_of(const ElementType& type) {
  std::vector<std::string> keys = {"name", "type"};
  for (const auto& key : marker_keys(type)) keys.push_back(key);
  for (const auto& parameter : type.parameters) keys.push_back(parameter.name);
  return keys;
}

ElementReader::ElementReader(std::string kind, const std::vector<ElementType>& types, ValueReader& reader,
                             ModelDescription& model, ModelNames& names)
    : kind_(std::move(kind)), reader_(reader), model_(model), names_(names) {
  for (const auto& type : types) {
    types_.emplace(type.name, KnownType{&type, keys_of(type)});
    if (type.is_in(model.dimension)) type_names_.push_back(type.name);
  }
}

void ElementReader::take_names(const SourceLocation& place, NameIndex* index) {
  for (auto& item : list_items(place, reader_)) {
    const auto at = item.place(reader_.file());
    std::string name;
    const bool is_object = at.value().kind == JsonValue::Kind::object;
    if (is_object && reader_.has(at, "name", "it names this " + kind_ + " in messages and results")) {
      const auto key = at.member("name");
      const auto given = reader_.name(key);
      if (given && names_.take(key, *given, reader_)) name = *given;
    }
    if (index != nullptr && !name.empty()) index->emplace(name, static_cast<int>(pending_.size()));
    pending_.push_back({std::move(item), std::move(name)});
  }
}

void ElementReader::take_optional_names(const SourceLocation& place, const std::string& prefix) {
  std::set<std::string> taken;
  for (auto& item : list_items(place, reader_)) {
    const auto at = item.place(reader_.file());
    std::string name = prefix + std::to_string(pending_.size() + 1);
    if (at.value().kind == JsonValue::Kind::object && at.value().find("name") != nullptr) {
      const auto key = at.member("name");
      name = reader_.name(key).value_or(name);
      if (!is_element_name(name))
        reader_.faults().add(
            key, "the name '" + shortened(name) +
                     "' must begin with a letter and hold letters, digits, '_' and '-' only; change it");
    }
    if (!taken.insert(name).second)
      reader_.faults().add(at, "the name '" + name + "' is taken by another " + kind_ + "; choose another");
    pending_.push_back({std::move(item), std::move(name)});
  }
}

std::vector<Element> ElementReader::read() {
  std::vector<Element> elements;
  elements.reserve(pending_.size());
  for (const auto& pending : pending_) elements.push_back(read_element(pending));
  return elements;
}

Element ElementReader::read_element(const Pending& pending) {
  const auto place = pending.item.place(reader_.file());
  auto& faults = reader_.faults();
  const auto n_faults = faults.size();
  Element element;
  element.name = pending.name;
  element.place = place.text();
  if (place.value().kind != JsonValue::Kind::object) {
    reader_.object(place, {});
    return element;
  }
  const auto* known = type_of(place);
  if (known == nullptr) return element;
  element.type = known->type;
  reader_.object(place, known->keys);
  read_markers(place, element);
  refuse_conflicts(place, *known->type);
  read_values(place, element);
  if (known->type->faults && faults.size() == n_faults) {
    for (const auto& sentence : known->type->faults(element)) faults.add(place, sentence);
  }
  return element;
}

const ElementReader::KnownType* ElementReader::type_of(const SourceLocation& place) {
  if (!reader_.has(place, "type", "what " + kind_ + " it is")) return nullptr;
  const auto at = place.member("type");
  const auto typed = reader_.text(at);
  if (!typed) return nullptr;
  const auto known = types_.find(*typed);
  if (known == types_.end()) {
    reader_.faults().add(at, unknown_name(kind_ + " type", shortened(*typed), type_names_));
    return nullptr;
  }
  if (!known->second.type->is_in(model_.dimension)) {
    const bool is_planar = model_.dimension == 2;
    std::string all;
    for (const auto& name : type_names_) all += (all.empty() ? "" : ", ") + name;
    reader_.faults().add(at, "is '" + *typed + "', which exists in " + (is_planar ? "spatial" : "planar") +
                                 " models only; this one has the dimension " +
                                 std::to_string(model_.dimension) + ", where there are: " + all);
    return nullptr;
  }
  return &known->second;
}

void ElementReader::read_markers(const SourceLocation& place, Element& element) {
  const auto keys = marker_keys(*element.type);
  for (const auto& key : keys) {
    if (!reader_.has(place, key, "the marker this " + kind_ + " attaches to, \"body.marker\"")) continue;
    const auto marker = reference(place.member(key), "marker", names_.markers);
    if (marker) element.markers.push_back(*marker);
  }
  if (element.markers.size() != 2) return;
  const auto &a = model_.markers[element.markers[0]], &b = model_.markers[element.markers[1]];
  if (a.body != b.body) return;
  const auto body = a.body == ground ? "the ground" : "the body '" + model_.bodies[a.body].name + "'";
  const auto fault = "'" + b.name + "' and '" + a.name + "' both belong to " + body + ", but a " + kind_ +
                     " needs two bodies; choose a marker of another one";
  if (a.nodes || b.nodes)
    model_.inner_elements.push_back(
        {element.markers[0], element.markers[1], place.member("b").text(), fault});
  else
    reader_.faults().add(place.member("b"), fault);
}

void ElementReader::refuse_conflicts(const SourceLocation& place, const ElementType& type) {
  for (const auto& spec : type.parameters) {
    if (place.value().find(spec.name) == nullptr) continue;
    for (const auto& other : spec.replaces)
      if (place.value().find(other) != nullptr)
        reader_.faults().add(place.member(other), "is given beside '" + spec.name +
                                                      "', which stands in its place; remove one of them");
  }
}

std::optional<Function> ElementReader::read_function(const SourceLocation& place, const ParameterSpec& spec,
                                                     const Dimension& dimension) {
  auto function = reader_.function(place, dimension, spec.variables, names_.measures);
  if (!function || spec.instead_of_measures.empty() || function->is_of_time_alone()) return function;
  std::string used;
  for (const auto& [name, index] : names_.measures)
    if (index == function->measures.front()) used = name;
  reader_.faults().add(place, "is " + place.value().shown() + ", which uses the measure '" + used +
                                  "', but may depend on the time t only; " + spec.instead_of_measures);
  return std::nullopt;
}

void ElementReader::read_values(const SourceLocation& place, Element& element) {
  for (const auto& spec : element.type->parameters) {
    const bool is_given = place.value().find(spec.name) != nullptr;
    if (!is_given && !spec.default_text) {
      if (!spec.is_optional) reader_.has(place, spec.name, spec.help);
      continue;
    }
    auto value = is_given ? read_value(place.member(spec.name), spec, element)
                          : read_value(place.with(spec.name, default_of(spec)), spec, element);
    if (value) element.values.emplace(spec.name, std::move(*value));
  }
  if (reader_.version() >= 2) return;
  for (const auto& spec : element.type->parameters)
    if (spec.version_1_default && place.value().find(spec.name) == nullptr)
      read_version_1_default(place, spec, element);
}

void ElementReader::read_version_1_default(const SourceLocation& place, const ParameterSpec& spec,
                                           Element& element) {
  const JsonValue text{.kind = JsonValue::Kind::text, .text = *spec.version_1_default};
  auto value = read_value(place.with(spec.name, text), spec, element);
  if (!value) return;
  element.values.emplace(spec.name, std::move(*value));
  if (!spec.is_used || spec.is_used(element))
    reader_.remarks().add_alike(place, place.text() + ": '" + element.name + "' leaves out " + spec.name,
                                "Version 1 of the format takes it as " + *spec.version_1_default +
                                    ": write it if this is meant. In version 2, " + spec.name + " is the " +
                                    spec.help);
}

std::optional<Value> ElementReader::read_value(const SourceLocation& place, const ParameterSpec& spec,
                                               const Element& element) {
  NumberRule rule{spec.dimension, spec.minimum, spec.is_above_minimum};
  if (spec.dimension_in) rule.dimension = spec.dimension_in(element, model_);
  const auto as_value = [](auto&& found) -> std::optional<Value> {
    if (!found) return std::nullopt;
    return Value(std::move(*found));
  };
  switch (spec.kind) {
    case ValueKind::number:
      return as_value(reader_.number(place, rule));
    case ValueKind::whole:
      return as_value(reader_.whole(place, rule));
    case ValueKind::choice:
      return as_value(reader_.choice(place, spec.choices));
    case ValueKind::vector:
      return as_value(reader_.vector(place, size_in(model_.dimension, spec), rule));
    case ValueKind::matrix: {
      const int size = size_in(model_.dimension, spec);
      std::vector<Dimension> motions;
      for (int k = 0; spec.is_of_motions && k < size; ++k)
        motions.push_back(k < model_.dimension ? dimension::length : dimension::angle);
      return as_value(reader_.matrix(place, size, rule, motions));
    }
    case ValueKind::function:
      return as_value(read_function(place, spec, rule.dimension));
    case ValueKind::curve:
      return as_value(read_curve(place, spec));
    case ValueKind::marker:
      return as_value(reference(place, "marker", names_.markers));
    case ValueKind::joint:
      return as_value(reference(place, "joint", names_.joints));
    case ValueKind::measure:
      return as_value(reference(place, "measure", names_.measures));
  }
  return std::nullopt;
}

std::optional<Curve> ElementReader::read_curve(const SourceLocation& place, const ParameterSpec& spec) {
  return CurveReader(reader_).read(
      place,
      {spec.name, {.dimension = spec.x_dimension}, {spec.dimension, spec.minimum, spec.is_above_minimum}});
}

std::optional<int> ElementReader::reference(const SourceLocation& place, const std::string& kind,
                                            const NameIndex& index) {
  const auto name = reader_.name(place);
  if (!name) return std::nullopt;
  const auto found = index.find(*name);
  if (found != index.end()) return found->second;
  if (reader_.faults().is_settled(place)) return std::nullopt;
  reader_.faults().add(place, unknown_name(kind, shortened(*name), names_of(index)));
  return std::nullopt;
}

const JsonValue& ElementReader::default_of(const ParameterSpec& spec) {
  auto known = defaults_.find(&spec);
  if (known == defaults_.end()) {
    const auto& text = *spec.default_text;
    const bool is_list = text.starts_with('[');
    known = defaults_
                .emplace(&spec, is_list ? parse_json("default", text)
                                        : JsonValue{.kind = JsonValue::Kind::text, .text = text})
                .first;
  }
  return known->second;
}

}  // namespace pleuel
