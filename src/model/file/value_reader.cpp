#include "pleuel/model/file/value_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/model/unit/quantity_text.hpp"

namespace pleuel {
namespace {

using Kind = JsonValue::Kind;
constexpr std::size_t longest_name = 100;
constexpr double largest_whole = 1e9;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The names in a formula, each once.
std::vector<std::string> names_in(std::string_view formula) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < formula.size();) {
    auto end = at;
    if (is_letter(formula[at])) {
      while (end < formula.size() &&
             (is_letter(formula[end]) || is_digit(formula[end]) || formula[end] == '.'))
        ++end;
      names.emplace_back(formula.substr(at, end - at));
    } else if (is_digit(formula[at]) || formula[at] == '.') {
      double value = 0;  // the e of 1e5 is no name
      const auto behind = std::from_chars(formula.data() + at, formula.data() + formula.size(), value).ptr;
      end = static_cast<std::size_t>(behind - formula.data());
    }
    at = std::max(end, at + 1);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string without_rate(const std::string& name) {
  return name.ends_with(".rate") ? name.substr(0, name.size() - 5) : name;
}

// What JSON alone says, without the time that a formula takes.
std::optional<double> plain_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> ValueReader::number(const Place& place, const NumberRule& rule) {
  const auto& json = place.value();
  ParameterTable::Entry entry;
  if (json.kind == Kind::number) {
    entry.value = json.number;
  } else if (json.kind == Kind::text) {
    const auto found = evaluated(place, json.text);
    if (!found || !fits_or_fault(place, *found, rule.dimension)) return std::nullopt;
    entry = *found;
  } else {
    faults_.add(place,
                "is " + json.shown() + ", but must be a number or a text such as \"2*l\" or \"30 mm\"");
    return std::nullopt;
  }
  if (!is_in_range(place, entry.value, rule)) return std::nullopt;
  return entry.value;
}

bool ValueReader::is_in_range(const Place& place, double value, const NumberRule& rule) {
  if (value > rule.minimum || (value == rule.minimum && !rule.is_above_minimum)) return true;
  std::string given = place.value().shown();
  const auto digits = shortest_text(value);
  if (given != digits) given += " = " + digits;
  const auto unit = rule.dimension == Dimension{} ? "" : " " + unit_text(rule.dimension);
  faults_.add(place, "is " + given + unit + ", but must " +
                         (rule.is_above_minimum ? "be above " : "not be below ") +
                         shortest_text(rule.minimum) + unit);
  return false;
}

std::optional<int> ValueReader::whole(const Place& place, const NumberRule& rule) {
  const auto value = number(place, rule);
  if (!value) return std::nullopt;
  if (*value != std::trunc(*value) || std::abs(*value) > largest_whole) {
    faults_.add(place, "is " + place.value().shown() +
                           (place.value().kind == Kind::text ? " = " + shortest_text(*value) : "") +
                           ", but must be a whole number up to 1e9");
    return std::nullopt;
  }
  return static_cast<int>(*value);
}

std::optional<Vector> ValueReader::vector(const Place& place, int size, const NumberRule& rule) {
  const auto& json = place.value();
  if (json.kind != Kind::list || static_cast<int>(json.items.size()) != size) {
    faults_.add(place, "is " + json.shown() + ", but must be a list of " + std::to_string(size) + " numbers");
    return std::nullopt;
  }
  Vector result(size);
  bool is_good = true;
  for (int i = 0; i < size; ++i) {
    const auto entry = number(place.item(i), rule);
    is_good = is_good && entry;
    result[i] = entry.value_or(0);
  }
  return is_good ? std::optional(result) : std::nullopt;
}

std::optional<Matrix> ValueReader::matrix(const Place& place, int size, const NumberRule& rule) {
  const auto& json = place.value();
  if (json.kind == Kind::number || json.kind == Kind::text) {
    const auto factor = number(place, rule);
    return factor ? std::optional<Matrix>(*factor * Matrix::Identity(size, size)) : std::nullopt;
  }
  const bool has_size = json.kind == Kind::list && static_cast<int>(json.items.size()) == size;
  if (!has_size) {
    const auto n = std::to_string(size);
    faults_.add(place, "is " + json.shown() + ", but must be a list of " + n + " rows of " + n +
                           " numbers, or of " + n +
                           " numbers: its diagonal, or a number: times the identity");
    return std::nullopt;
  }
  if (json.items[0].kind != Kind::list) {
    const auto diagonal = vector(place, size, rule);
    return diagonal ? std::optional<Matrix>(diagonal->asDiagonal()) : std::nullopt;
  }
  Matrix result(size, size);
  bool is_good = true;
  for (int i = 0; i < size; ++i) {
    const auto row = vector(place.item(i), size, rule);
    if (row) result.row(i) = row->transpose();
    is_good = is_good && row;
  }
  return is_good ? std::optional(result) : std::nullopt;
}

std::optional<std::string> ValueReader::text(const Place& place) {
  if (place.value().kind == Kind::text) return place.value().text;
  faults_.add(place, "is " + place.value().shown() + ", but must be a text in quotes");
  return std::nullopt;
}

std::optional<std::string> ValueReader::name(const Place& place) {
  if (place.value().kind != Kind::text) {
    faults_.add(place, "is " + place.value().shown() + ", but must be a name in quotes");
    return std::nullopt;
  }
  const std::string& pattern = place.value().text;
  std::string result;
  for (std::size_t at = 0; at < pattern.size();) {
    if (pattern[at] != '{') {
      result += pattern[at++];
      continue;
    }
    const auto end = pattern.find('}', at);
    if (end == std::string::npos) {
      faults_.add(place, "is " + place.value().shown() +
                             ", where a '}' is missing; write names such as \"link{i+1}\"");
      return std::nullopt;
    }
    const auto entry = evaluated(place, pattern.substr(at + 1, end - at - 1));
    if (!entry) return std::nullopt;
    if (entry->value != std::trunc(entry->value) || std::abs(entry->value) > largest_whole) {
      faults_.add(place, "is " + place.value().shown() + ", where {" +
                             shortened(pattern.substr(at + 1, end - at - 1)) + "} is " +
                             shortest_text(entry->value) + ", but must be a whole number");
      return std::nullopt;
    }
    result += std::to_string(static_cast<long>(entry->value));
    at = end + 1;
  }
  if (result.size() > longest_name) {
    faults_.add(place, "is " + place.value().shown() + " with " + std::to_string(result.size()) +
                           " letters, but a name may have " + std::to_string(longest_name));
    return std::nullopt;
  }
  return result;
}

std::optional<std::string> ValueReader::choice(const Place& place, const std::vector<std::string>& choices) {
  const auto typed = text(place);
  if (!typed) return std::nullopt;
  if (std::find(choices.begin(), choices.end(), *typed) != choices.end()) return typed;
  std::string all;
  for (const auto& valid : choices) all += (all.empty() ? "'" : ", '") + valid + "'";
  const auto near = nearest_names(shortened(*typed), choices);
  faults_.add(place, "is " + place.value().shown() + ", but must be one of " + all +
                         (near.empty() ? "" : "; did you mean '" + near.front() + "'?"));
  return std::nullopt;
}

std::optional<ParameterTable::Entry> ValueReader::quantity(const Place& place) {
  const auto& json = place.value();
  if (json.kind == Kind::number) return ParameterTable::Entry{json.number, {}, false};
  if (json.kind == Kind::text) return evaluated(place, json.text);
  faults_.add(place, "is " + json.shown() + ", but must be a number or a text such as \"2*l\" or \"30 mm\"");
  return std::nullopt;
}

bool ValueReader::is_loop(const Place& place, const std::string& name) const {
  for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) {
    if (loop->name == name) return true;
  }
  return false;
}

const ValueReader::Compiled* ValueReader::compiled(const Place& place, const std::string& text) {
  auto key = text;
  for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) key += '\n' + loop->name;
  if (const auto known = compiled_.find(key); known != compiled_.end()) return &known->second;
  if (faults_.is_settled(place)) return nullptr;
  try {
    const auto where = place.text();
    const auto is_name = [&](std::string_view n) {
      const std::string name(n);
      return parameters_.find(name) != nullptr || is_loop(place, name) || is_reserved_in_expressions(name);
    };
    const auto parts = split_quantity(where, text, is_name);
    Compiled result;
    std::vector<std::pair<std::string, double>> constants;
    for (const auto& used : names_in(parts.formula)) {
      if (is_loop(place, used))
        result.loops.push_back(used);
      else if (const auto* parameter = parameters_.find(used))
        constants.emplace_back(used, parameter->value);
      else if (!is_reserved_in_expressions(used)) {
        std::string sentence = "in '" + shortened(text) + "': ";
        if (used == "t") sentence += "a number may not depend on the time t here; ";
        auto valid = parameters_.names();
        for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get())
          valid.push_back(loop->name);
        faults_.add(place, sentence + unknown_name("parameter", shortened(used), valid));
        return nullptr;
      }
    }
    result.expression = Expression(where, std::string(parts.formula), result.loops, constants);
    result.has_unit = !parts.unit.empty();
    if (result.has_unit) result.unit = parse_unit(where, parts.unit);
    if (parameters_.find(std::string(parts.formula)) != nullptr) result.lone_parameter = parts.formula;
    return &compiled_.emplace(std::move(key), std::move(result)).first->second;
  } catch (const InvalidInput& fault) {
    faults_.add_text(place, fault.what());
    return nullptr;
  }
}

std::optional<ParameterTable::Entry> ValueReader::evaluated(const Place& place, const std::string& text) {
  if (const auto value = plain_number(text)) return ParameterTable::Entry{*value, {}, false};
  const auto* known = compiled(place, text);
  if (known == nullptr) return std::nullopt;
  std::vector<double> inputs;
  for (const auto& name : known->loops) {
    for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) {
      if (loop->name == name) inputs.push_back(loop->value);
    }
  }
  ParameterTable::Entry entry;
  entry.value = known->expression.value(inputs) * known->unit.factor;
  entry.dimension = known->unit.dimension;
  entry.has_unit = known->has_unit;
  if (!known->has_unit && !known->lone_parameter.empty()) {
    const auto& parameter = *parameters_.find(known->lone_parameter);
    entry.dimension = parameter.dimension;
    entry.has_unit = parameter.has_unit;
  }
  if (!std::isfinite(entry.value)) {
    faults_.add(place, "'" + shortened(text) + "' is not a finite number here");
    return std::nullopt;
  }
  return entry;
}

bool ValueReader::fits_or_fault(const Place& place, const ParameterTable::Entry& entry,
                                const Dimension& expected) {
  if (!entry.has_unit || fits(entry.dimension, expected)) return true;
  const bool is_pure = expected == Dimension{};
  faults_.add(place, "is " + place.value().shown() + ", which is in " + unit_text(entry.dimension) +
                         ", but must be " +
                         (is_pure ? std::string("a number without a unit")
                                  : "in " + unit_text(expected) + " or a unit of the same kind"));
  return false;
}

std::optional<Function> ValueReader::function(const Place& place, const Dimension& dimension,
                                              const std::vector<std::string>& variables,
                                              const NameIndex& measures) {
  const auto& json = place.value();
  const int n_plain = 1 + static_cast<int>(variables.size());
  if (json.kind == Kind::number) return Function{Expression::constant(json.number, n_plain), {}};
  if (json.kind != Kind::text) {
    faults_.add(
        place, "is " + json.shown() + ", but must be a number or a formula in quotes such as \"2*sin(3*t)\"");
    return std::nullopt;
  }
  std::string key = json.text;
  for (const auto& variable : variables) key += '\n' + variable;
  for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) key += '\r' + loop->name;
  auto known = functions_.find(key);
  if (known == functions_.end()) {
    if (faults_.is_settled(place)) return std::nullopt;
    try {
      auto fresh = compile_function(place, variables, measures);
      bool has_loop = false;
      for (const auto& name : names_in(json.text)) has_loop = has_loop || is_loop(place, name);
      if (has_loop) {
        if (!fits_or_fault(place, {0, fresh.unit.dimension, fresh.has_unit}, dimension)) return std::nullopt;
        return std::move(fresh.function);
      }
      known = functions_.emplace(key, std::move(fresh)).first;
    } catch (const InvalidInput& fault) {
      faults_.add_text(place, fault.what());
      return std::nullopt;
    }
  }
  if (!fits_or_fault(place, {0, known->second.unit.dimension, known->second.has_unit}, dimension))
    return std::nullopt;
  return known->second.function;
}

ValueReader::CompiledFunction ValueReader::compile_function(const Place& place,
                                                            const std::vector<std::string>& variables,
                                                            const NameIndex& measures) {
  const auto where = place.text();
  const auto is_variable = [&](const std::string& name) {
    return name == "t" || std::find(variables.begin(), variables.end(), name) != variables.end();
  };
  const auto is_known = [&](const std::string& name) {
    return is_variable(name) || parameters_.find(name) != nullptr || is_loop(place, name) ||
           measures.contains(without_rate(name)) || is_reserved_in_expressions(name);
  };
  const auto parts =
      split_quantity(where, place.value().text, [&](std::string_view n) { return is_known(std::string(n)); });
  CompiledFunction result;
  std::vector<std::pair<std::string, double>> constants;
  std::vector<std::pair<int, std::string>> used_measures;
  for (const auto& used : names_in(parts.formula)) {
    const auto* parameter = parameters_.find(used);
    const auto measure = measures.find(without_rate(used));
    if (is_variable(used)) {
      if (parameter != nullptr || measure != measures.end() || is_loop(place, used))
        throw InvalidInput(
            where + ": '" + used + "' in '" + shortened(place.value().text) +
            "' is this element's own variable and a name of the file too; rename the one of the file");
    } else if (is_loop(place, used)) {
      for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) {
        if (loop->name == used) constants.emplace_back(used, loop->value);
      }
    } else if (parameter != nullptr) {
      constants.emplace_back(used, parameter->value);
    } else if (measure != measures.end()) {
      used_measures.emplace_back(measure->second, measure->first);
    } else if (!is_reserved_in_expressions(used)) {
      auto valid = parameters_.names();
      for (const auto& [name, index] : measures) valid.push_back(name);
      std::sort(valid.begin(), valid.end());
      valid.insert(valid.begin(), variables.begin(), variables.end());
      valid.insert(valid.begin(), "t");
      throw InvalidInput(where + ": in '" + shortened(place.value().text) +
                         "': " + unknown_name("parameter, measure or variable", shortened(used), valid));
    }
  }
  std::sort(used_measures.begin(), used_measures.end());
  used_measures.erase(std::unique(used_measures.begin(), used_measures.end()), used_measures.end());
  std::vector<std::string> inputs = {"t"};
  for (const auto& [index, name] : used_measures) {
    result.function.measures.push_back(index);
    inputs.push_back(name);
    inputs.push_back(name + ".rate");
  }
  inputs.insert(inputs.end(), variables.begin(), variables.end());
  result.function.expression = Expression(where, std::string(parts.formula), inputs, constants);
  result.has_unit = !parts.unit.empty();
  if (result.has_unit) {
    result.unit = parse_unit(where, parts.unit);
    result.function.expression = result.function.expression.times(result.unit.factor);
  }
  return result;
}

bool ValueReader::object(const Place& place, const std::vector<std::string>& allowed) {
  const auto& json = place.value();
  if (json.kind != Kind::object) {
    faults_.add(place, "is " + json.shown() + ", but must be an object { … }");
    return false;
  }
  for (const auto& key : json.keys) {
    if (std::find(allowed.begin(), allowed.end(), key.text) != allowed.end()) continue;
    faults_.add_text(place, place.text_at(key.line, key.column, key.text) + ": " +
                                unknown_name("key", shortened(key.text), allowed) + "; correct or remove it");
  }
  return true;
}

bool ValueReader::list(const Place& place) {
  if (place.value().kind == Kind::list) return true;
  faults_.add(place, "is " + place.value().shown() + ", but must be a list [ … ]");
  return false;
}

bool ValueReader::has(const Place& place, const std::string& key, const std::string& meaning) {
  if (place.value().find(key) != nullptr) return true;
  faults_.add(place, "the key '" + key + "' is missing: " + meaning + "; add it");
  return false;
}

bool is_formula_name(const std::string& text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

bool is_element_name(const std::string& text) {
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '-';
  });
}

std::string shortest_text(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

}  // namespace pleuel
