#include "pleuel/cli/element_listing.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel::cli {
namespace {

std::string where(const ElementType& type) {
  if (type.is_in(2) && type.is_in(3)) return "plane and space";
  return type.is_in(2) ? "plane" : "space";
}

std::string what(const ParameterSpec& p) {
  switch (p.kind) {
    case ValueKind::number:
      return p.dimension == dimension::none || p.dimension == dimension::any ? "number"
                                                                             : unit_text(p.dimension);
    case ValueKind::whole:
      return "whole number";
    case ValueKind::choice: {
      std::string all;
      for (const auto& choice : p.choices) all += (all.empty() ? "" : "|") + choice;
      return all;
    }
    case ValueKind::vector:
      return "vector";
    case ValueKind::matrix:
      return "matrix";
    case ValueKind::function: {
      std::string of = p.instead_of_measures.empty() ? "t, measures" : "t";
      for (const auto& variable : p.variables) of += ", " + variable.name;
      const std::string unit = p.dimension == dimension::none || p.dimension == dimension::any
                                   ? ""
                                   : ", " + unit_text(p.dimension);
      return "function of " + of + unit;
    }
    case ValueKind::curve:
      return "pairs, or a table with units and beyond";
    case ValueKind::marker:
      return "marker";
    case ValueKind::joint:
      return "joint";
    case ValueKind::measure:
      return "measure";
  }
  return "";
}

std::string parameters(const ElementType& type, const Style& style) {
  std::string text;
  const auto line = [&](const std::string& name, const std::string& kind, const std::string& help) {
    text += "  " + style.strong(name) + "  (" + kind + ")\n      " + help + "\n";
  };
  if (type.n_markers == 1) line("marker", "marker", "where it acts");
  if (type.n_markers == 2) {
    line("a", "marker", "first marker");
    line("b", "marker", "second marker");
  }
  for (const ParameterSpec& p : type.parameters) {
    const std::string value = p.default_text  ? "=" + *p.default_text
                              : p.is_optional ? " [may be left out]"
                                              : "";
    line(p.name + value, what(p), p.help);
  }
  return text.empty() ? "" : "\nKeys in the model file, with their defaults:\n" + text;
}

}  // namespace

std::string element_listing(const std::string& kind, const std::vector<ElementType>& types,
                            const std::optional<std::string>& name, const Style& style) {
  std::vector<std::string> names;
  std::size_t width = 0;
  for (const ElementType& type : types) {
    names.push_back(type.name);
    width = std::max(width, type.name.size());
  }
  if (!name) {
    std::string text;
    for (const ElementType& type : types)
      text += style.strong(type.name) + std::string(width - type.name.size() + 2, ' ') + type.title + " (" +
              where(type) + ")\n";
    return text;
  }
  const auto it = std::find(names.begin(), names.end(), *name);
  if (it == names.end()) throw InvalidInput(unknown_name(kind, *name, names));
  const ElementType& type = types[it - names.begin()];
  return style.strong(type.name) + ": " + type.title + " (" + where(type) + ")\n  " + type.equations + "\n" +
         parameters(type, style);
}

}  // namespace pleuel::cli
