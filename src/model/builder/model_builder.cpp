#include "pleuel/model/builder/model_builder.hpp"

#include <nlohmann/json.hpp>

#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string object_of(const ModelEntries& entries) {
  std::string text;
  for (const auto& [name, value] : entries)
    text += (text.empty() ? "" : ", ") + quoted(name) + ": " + value.text();
  return "{" + text + "}";
}

ModelEntries with_head(ModelEntries head, const ModelEntries& entries) {
  head.insert(head.end(), entries.begin(), entries.end());
  return head;
}

}  // namespace

ModelValue::ModelValue(double number) : text_(shortest_text(number)) {}
ModelValue::ModelValue(bool flag) : text_(flag ? "true" : "false") {}
ModelValue::ModelValue(const char* text) : text_(quoted(text)) {}
ModelValue::ModelValue(const std::string& text) : text_(quoted(text)) {}

ModelValue ModelValue::list(std::initializer_list<ModelValue> values) {
  ModelValue list;
  for (const ModelValue& value : values) list.text_ += (list.text_.empty() ? "" : ", ") + value.text_;
  list.text_ = "[" + list.text_ + "]";
  return list;
}

ModelValue ModelValue::named(std::initializer_list<std::pair<std::string, ModelValue>> values) {
  ModelValue named;
  named.text_ = object_of(ModelEntries(values));
  return named;
}

ModelBuilder::ModelBuilder(const std::string& name, int dimension)
    : head_{{"pleuel", 2}, {"name", name}, {"dimension", dimension}} {}

ModelBuilder& ModelBuilder::gravity(std::initializer_list<ModelValue> components) {
  return entry("gravity", ModelValue::list(components));
}

ModelBuilder& ModelBuilder::entry(const std::string& name, const ModelValue& value) {
  head_.emplace_back(name, value);
  return *this;
}

ModelBuilder& ModelBuilder::parameter(const std::string& name, const ModelValue& value) {
  parameters_.emplace_back(name, value.text());
  return *this;
}

ModelBuilder& ModelBuilder::body(const std::string& name, const ModelEntries& entries) {
  return add("bodies", object_of(with_head({{"name", name}}, entries)));
}

ModelBuilder& ModelBuilder::joint(const std::string& name, const std::string& type, const std::string& a,
                                  const std::string& b, const ModelEntries& entries) {
  return add("joints", object_of(with_head({{"name", name}, {"type", type}, {"a", a}, {"b", b}}, entries)));
}

ModelBuilder& ModelBuilder::driver(const std::string& name, const std::string& type,
                                   const ModelEntries& entries) {
  return add("drivers", object_of(with_head({{"name", name}, {"type", type}}, entries)));
}

ModelBuilder& ModelBuilder::force(const std::string& name, const std::string& type,
                                  const ModelEntries& entries) {
  return add("forces", object_of(with_head({{"name", name}, {"type", type}}, entries)));
}

ModelBuilder& ModelBuilder::output(const ModelValue& value) { return add("outputs", value.text()); }

ModelBuilder& ModelBuilder::add(const char* section, std::string element) {
  for (auto& [name, elements] : sections_) {
    if (name != section) continue;
    elements.push_back(std::move(element));
    return *this;
  }
  sections_.push_back({section, {std::move(element)}});
  return *this;
}

std::string ModelBuilder::text() const {
  std::string text;
  const auto append = [&](const std::string& name, const std::string& value) {
    text += (text.empty() ? "{\n  " : ",\n  ") + quoted(name) + ": " + value;
  };
  for (const auto& [name, value] : head_) append(name, value.text());
  if (!parameters_.empty()) {
    std::string all;
    for (const auto& [name, value] : parameters_)
      all += (all.empty() ? "" : ", ") + quoted(name) + ": " + value;
    append("parameters", "{" + all + "}");
  }
  for (const auto& [name, elements] : sections_) {
    std::string all;
    for (const std::string& element : elements) all += (all.empty() ? "\n    " : ",\n    ") + element;
    append(name, "[" + all + "\n  ]");
  }
  return text + "\n}\n";
}

}  // namespace pleuel
