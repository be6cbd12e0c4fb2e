#include "pleuel/model/file/value_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <utility>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/model/expression/recording_parser.hpp"
#include "pleuel/model/unit/quantity_literal.hpp"
#include "pleuel/model/unit/quantity_text.hpp"

namespace pleuel {
namespace {

using Kind = JsonValue::Kind;
constexpr std::size_t longest_name = 100;
constexpr double largest_whole = 1e9;
constexpr const char* loose_unit =
    "Version 1 of the format takes numbers without a unit in SI here; version 2 refuses this";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The names in a formula, each once; units behind numbers are none.
std::vector<std::string> names_in(std::string_view formula,
                                  const std::function<bool(std::string_view)>& is_name) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < formula.size();) {
    auto end = at;
    if (is_letter(formula[at])) {
      while (end < formula.size() &&
             (is_letter(formula[end]) || is_digit(formula[end]) || formula[end] == '.'))
        ++end;
      names.emplace_back(formula.substr(at, end - at));
    } else if (begins_number(formula, at)) {
      end = at + quantity_literal(formula, at, is_name).length;
    }
    at = std::max(end, at + 1);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Functions cannot be meant where no parenthesis follows.
std::function<bool(std::string_view)> without_reserved(const std::function<bool(std::string_view)>& is_name) {
  return [&is_name](std::string_view name) {
    return is_name(name) && !is_reserved_in_expressions(std::string(name));
  };
}

std::string without_rate(const std::string& name) {
  return name.ends_with(".rate") ? name.substr(0, name.size() - 5) : name;
}

/// To two decimals, where a double has them.
std::string rounded_text(double x) {
  constexpr double has_decimals = 1e12;
  return shortest_text(std::abs(x) < has_decimals ? std::round(x * 100) / 100 : x);
}

// What JSON alone says, without the time that a formula takes.
std::optional<double> plain_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> ValueReader::number(const SourceLocation& place, const NumberRule& rule) {
  const auto& json = place.value();
  ParameterTable::Entry entry;
  if (json.kind == Kind::number) {
    entry.value = json.number;
  } else if (json.kind == Kind::text) {
    const auto found = evaluated(place, json.text);
    if (!found || !fits_or_fault(place, {found->dimension, found->loose}, rule.dimension))
      return std::nullopt;
    entry = *found;
  } else {
    faults_.add(place,
                "is " + json.shown() + ", but must be a number or a text such as \"2*l\" or \"30 mm\"");
    return std::nullopt;
  }
  if (entry.dimension.is_bare()) entry.value *= rule.factor;
  if (!is_in_range(place, entry.value, rule)) return std::nullopt;
  if (rule.factor == 1) remark_on_degrees(place, entry.value, entry.dimension, rule.dimension);
  return entry.value;
}

bool ValueReader::is_in_range(const SourceLocation& place, double value, const NumberRule& rule) {
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

std::optional<double> ValueReader::positive(const SourceLocation& place, const char* key,
                                            const Dimension& dimension, const char* meaning) {
  if (!has(place, key, meaning)) return std::nullopt;
  return number(place.member(key), {.dimension = dimension, .minimum = 0, .is_above_minimum = true});
}

std::optional<bool> ValueReader::boolean(const SourceLocation& place) {
  if (place.value().kind == Kind::boolean) return place.value().is_true;
  faults_.add(place, "is " + place.value().shown() + ", but must be true or false");
  return std::nullopt;
}

std::filesystem::path ValueReader::beside_model(const std::string& name) const {
  return std::filesystem::path(file_).parent_path() / name;
}

std::optional<int> ValueReader::whole(const SourceLocation& place, const NumberRule& rule) {
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

std::optional<Vector> ValueReader::vector(const SourceLocation& place, int size, const NumberRule& rule) {
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

std::optional<Matrix> ValueReader::matrix(const SourceLocation& place, int size, const NumberRule& rule,
                                          const std::vector<Dimension>& motions) {
  const auto& json = place.value();
  const auto rule_of = [&](int i, int j) {
    NumberRule own = rule;
    if (motions.empty()) return own;
    own.dimension = rule.dimension / (motions[i] * motions[j]);
    own.dimension.angle = std::max(own.dimension.angle, -1.0);  // torque per angle is in N m/rad
    return own;
  };
  if (json.kind == Kind::number || json.kind == Kind::text) {
    // The entries of the diagonal may measure different things: then only a number without a unit
    // is for all.
    std::optional<double> factor;
    for (int i = 0; i < size && (i == 0 || (factor && !motions.empty())); ++i)
      factor = number(place, rule_of(i, i));
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
  Matrix result = Matrix::Zero(size, size);
  bool is_good = true;
  const bool is_diagonal = json.items[0].kind != Kind::list;
  for (int i = 0; i < size; ++i) {
    const auto row = place.item(i);
    if (is_diagonal) {
      const auto entry = number(row, rule_of(i, i));
      is_good = is_good && entry;
      result(i, i) = entry.value_or(0);
      continue;
    }
    if (row.value().kind != Kind::list || static_cast<int>(row.value().items.size()) != size) {
      (void)vector(row, size, rule);  // says what it must be
      is_good = false;
      continue;
    }
    for (int j = 0; j < size; ++j) {
      const auto entry = number(row.item(j), rule_of(i, j));
      is_good = is_good && entry;
      result(i, j) = entry.value_or(0);
    }
  }
  return is_good ? std::optional(result) : std::nullopt;
}

std::optional<std::string> ValueReader::text(const SourceLocation& place) {
  if (place.value().kind == Kind::text) return place.value().text;
  faults_.add(place, "is " + place.value().shown() + ", but must be a text in quotes");
  return std::nullopt;
}

std::optional<std::string> ValueReader::filled(const SourceLocation& place) {
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
  return result;
}

std::optional<std::string> ValueReader::name(const SourceLocation& place) {
  auto result = filled(place);
  if (!result || result->size() <= longest_name) return result;
  faults_.add(place, "is " + place.value().shown() + " with " + std::to_string(result->size()) +
                         " letters, but a name may have " + std::to_string(longest_name));
  return std::nullopt;
}

std::optional<std::string> ValueReader::choice(const SourceLocation& place,
                                               const std::vector<std::string>& choices) {
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

std::optional<ParameterTable::Entry> ValueReader::quantity(const SourceLocation& place) {
  const auto& json = place.value();
  if (json.kind == Kind::number) return ParameterTable::Entry{.value = json.number};
  if (json.kind == Kind::text) return evaluated(place, json.text);
  faults_.add(place, "is " + json.shown() + ", but must be a number or a text such as \"2*l\" or \"30 mm\"");
  return std::nullopt;
}

bool ValueReader::is_loop(const SourceLocation& place, const std::string& name) const {
  for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) {
    if (loop->name == name) return true;
  }
  return false;
}

ValueReader::FormulaText ValueReader::without_unit(const SourceLocation& place, const std::string& where,
                                                   const std::string& text,
                                                   const std::function<bool(std::string_view)>& is_name) {
  const auto parts = split_quantity(where, text, is_name);
  FormulaText result{.place = place, .where = where, .formula = std::string(parts.formula), .unit = {}};
  result.has_unit = !parts.unit.empty();
  if (result.has_unit) result.unit = parse_unit(where, parts.unit);
  return result;
}

Expression ValueReader::record(const FormulaText& text, const FormulaScope& scope, Measured& measured) {
  const auto times_unit = [&](const NodeDimension& d) {
    if (!text.has_unit || d.is_open()) return d;
    return d.is_bare() ? NodeDimension::known(text.unit.dimension)
                       : NodeDimension::known(d.dimension * text.unit.dimension, true);
  };
  std::optional<RecordedFormula> recorded;
  std::string conflict;
  try {
    recorded = record_formula(text.where, text.formula, scope);
    measured.strict = measured.loose = times_unit(recorded->dimension);
  } catch (const DimensionFault& fault) {
    if (version_ >= 2) throw;
    conflict = fault.what();
  }
  // A formula with units of its own inside is read strictly in every version.
  if (version_ < 2 && !(recorded && recorded->has_units)) {
    auto loose = record_formula(text.where, text.formula, loosened(scope));
    if (!recorded && loose.has_units) throw DimensionFault(conflict);
    measured.loose = text.has_unit ? NodeDimension::known(text.unit.dimension) : loose.dimension;
    if (!recorded) {
      measured.strict = measured.loose;
      recorded = std::move(loose);
      remarks_.add_alike(text.place, conflict, loose_unit);
    }
  }
  if (!recorded->degrees.empty())
    remarks_.add(text.place, "is " + text.place.value().shown() + ", where '" + recorded->degrees +
                                 "' is an angle in radians; write '" + recorded->degrees +
                                 " deg' if degrees are meant, or '" + recorded->degrees + " rad'");
  return {std::move(recorded->tape), static_cast<int>(scope.inputs.size())};
}

FormulaScope ValueReader::loosened(FormulaScope scope) const {
  scope.rule = UnitRule::lenient;
  for (auto& input : scope.inputs)
    if (input.dimension.is_known()) input.dimension = NodeDimension::open();
  for (auto& constant : scope.constants)
    if (const auto* parameter = parameters_.find(constant.name)) constant.dimension = parameter->loose;
  return scope;
}

const ValueReader::Compiled* ValueReader::compiled(const SourceLocation& place, const std::string& text) {
  auto key = text;
  for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) key += '\n' + loop->name;
  if (const auto known = compiled_.find(key); known != compiled_.end()) return &known->second;
  if (faults_.is_settled(place)) return nullptr;
  try {
    const auto where = place.text();
    const std::function<bool(std::string_view)> is_name = [&](std::string_view n) {
      const std::string name(n);
      return parameters_.find(name) != nullptr || is_loop(place, name) || is_reserved_in_expressions(name);
    };
    const auto parts = without_unit(place, where, text, is_name);
    Compiled result;
    FormulaScope scope;
    scope.is_other_name = without_reserved(is_name);
    for (const auto& used : names_in(parts.formula, is_name)) {
      if (is_loop(place, used)) {
        result.loops.push_back(used);
        scope.inputs.push_back({used, NodeDimension{}});
      } else if (const auto* parameter = parameters_.find(used)) {
        scope.constants.push_back({used, parameter->value, parameter->dimension});
      } else if (!is_reserved_in_expressions(used)) {
        std::string sentence = "in '" + shortened(text) + "': ";
        if (used == "t") sentence += "a number may not depend on the time t here; ";
        auto valid = parameters_.names();
        for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get())
          valid.push_back(loop->name);
        faults_.add(place, sentence + unknown_name("parameter", shortened(used), valid));
        return nullptr;
      }
    }
    result.expression = record(parts, scope, result.measured);
    result.factor = parts.unit.factor;
    return &compiled_.emplace(std::move(key), std::move(result)).first->second;
  } catch (const InvalidInput& fault) {
    faults_.add_text(place, fault.what());
    return nullptr;
  }
}

std::optional<ParameterTable::Entry> ValueReader::evaluated(const SourceLocation& place,
                                                            const std::string& text) {
  if (const auto value = plain_number(text)) return ParameterTable::Entry{.value = *value};
  const auto* known = compiled(place, text);
  if (known == nullptr) return std::nullopt;
  std::vector<double> inputs;
  for (const auto& name : known->loops) {
    for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) {
      if (loop->name == name) inputs.push_back(loop->value);
    }
  }
  const ParameterTable::Entry entry{.value = known->expression.value(inputs) * known->factor,
                                    .dimension = known->measured.strict,
                                    .loose = known->measured.loose};
  if (!std::isfinite(entry.value)) {
    faults_.add(place, "'" + shortened(text) + "' is not a finite number here");
    return std::nullopt;
  }
  return entry;
}

bool ValueReader::fits_or_fault(const SourceLocation& place, const Measured& measured,
                                const Dimension& expected) {
  if (fits(measured.strict, expected)) return true;
  const bool is_refused = version_ >= 2 || !fits(measured.loose, expected);
  const NodeDimension& given = version_ >= 2 || !is_refused ? measured.strict : measured.loose;
  std::string sentence =
      "is " + place.value().shown() + ", which is " + dimension_text(given) + ", but must be " +
      (expected == dimension::none ? std::string("a number without a unit")
                                   : "in " + unit_text(expected) + " or a unit of the same kind");
  if (given.is_derived && expected != dimension::none)
    sentence += "; a factor in " + unit_text(expected / given.dimension) + " is missing";
  if (is_refused)
    faults_.add(place, sentence);
  else
    remarks_.add_alike(place, place.text() + ": " + sentence, loose_unit);
  return !is_refused;
}

void ValueReader::remark_on_degrees(const SourceLocation& place, double value, const NodeDimension& given,
                                    const Dimension& expected) {
  constexpr double turn = 2 * std::numbers::pi;
  if (expected != dimension::angle || !given.is_bare() || given.is_of_pi || std::abs(value) <= turn) return;
  const auto digits = shortest_text(value);
  remarks_.add(place, "is " + place.value().shown() + ", an angle of " + digits + " rad, " +
                          rounded_text(value / turn) + " revolutions; write \"" + digits +
                          " deg\" if degrees are meant, or \"" + digits + " rad\"");
}

std::optional<Function> ValueReader::function(const SourceLocation& place, const Dimension& dimension,
                                              const std::vector<FunctionVariable>& variables,
                                              const NameIndex& measures) {
  const auto& json = place.value();
  const int n_plain = 1 + static_cast<int>(variables.size());
  if (json.kind == Kind::number) {
    remark_on_degrees(place, json.number, {}, dimension);
    return Function{Expression::constant(json.number, n_plain), {}};
  }
  if (json.kind != Kind::text) {
    faults_.add(
        place, "is " + json.shown() + ", but must be a number or a formula in quotes such as \"2*sin(3*t)\"");
    return std::nullopt;
  }
  std::string key = json.text;
  for (const auto& variable : variables) key += '\n' + variable.name;
  for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) key += '\r' + loop->name;
  auto known = functions_.find(key);
  if (known == functions_.end()) {
    if (faults_.is_settled(place)) return std::nullopt;
    try {
      auto fresh = compile_function(place, variables, measures);
      bool has_loop = false;
      for (const auto* loop = place.loop(); loop != nullptr && !has_loop; loop = loop->outer.get()) {
        const auto names = names_in(json.text, [](std::string_view) { return false; });
        has_loop = std::find(names.begin(), names.end(), loop->name) != names.end();
      }
      if (has_loop) {
        if (!fits_or_fault(place, fresh.measured, dimension)) return std::nullopt;
        return std::move(fresh.function);
      }
      known = functions_.emplace(key, std::move(fresh)).first;
    } catch (const InvalidInput& fault) {
      faults_.add_text(place, fault.what());
      return std::nullopt;
    }
  }
  const CompiledFunction& found = known->second;
  if (!fits_or_fault(place, found.measured, dimension)) return std::nullopt;
  const Expression& expression = found.function.expression;
  if (expression.is_constant())
    remark_on_degrees(place, expression.value(std::vector<double>(expression.n_inputs())),
                      found.measured.strict, dimension);
  return found.function;
}

std::optional<std::vector<std::string>> ValueReader::names_in_formula(
    const SourceLocation& place, const std::function<bool(std::string_view)>& is_output) {
  const std::function<bool(std::string_view)> is_own = [&](std::string_view n) {
    const std::string name(n);
    return name == "t" || parameters_.find(name) != nullptr || is_loop(place, name) ||
           is_reserved_in_expressions(name);
  };
  const std::function<bool(std::string_view)> is_known = [&](std::string_view name) {
    return is_own(name) || is_output(name);
  };
  try {
    const auto where = place.text();
    auto names = names_in(without_unit(place, where, place.value().text, is_known).formula, is_known);
    std::erase_if(names, is_own);
    return names;
  } catch (const InvalidInput& fault) {
    faults_.add_text(place, fault.what());
    return std::nullopt;
  }
}

std::optional<ValueReader::Formula> ValueReader::formula(const SourceLocation& place,
                                                         const std::vector<FunctionVariable>& variables) {
  const int version = std::exchange(version_, 2);
  std::optional<Formula> result;
  try {
    CompiledFunction found = compile_function(place, variables, {});
    result = Formula{std::move(found.function.expression), found.measured.strict};
  } catch (const InvalidInput& fault) {
    faults_.add_text(place, fault.what());
  }
  version_ = version;
  return result;
}

ValueReader::CompiledFunction ValueReader::compile_function(const SourceLocation& place,
                                                            const std::vector<FunctionVariable>& variables,
                                                            const NameIndex& measures) {
  const auto where = place.text();
  const auto is_variable = [&](const std::string& name) {
    return name == "t" || std::any_of(variables.begin(), variables.end(),
                                      [&](const FunctionVariable& v) { return v.name == name; });
  };
  const std::function<bool(std::string_view)> is_known = [&](std::string_view n) {
    const std::string name(n);
    return is_variable(name) || parameters_.find(name) != nullptr || is_loop(place, name) ||
           measures.contains(without_rate(name)) || is_reserved_in_expressions(name);
  };
  const auto parts = without_unit(place, where, place.value().text, is_known);
  CompiledFunction result;
  FormulaScope scope;
  scope.is_other_name = without_reserved(is_known);
  std::vector<std::pair<int, std::string>> used_measures;
  for (const auto& used : names_in(parts.formula, is_known)) {
    const auto* parameter = parameters_.find(used);
    const auto measure = measures.find(without_rate(used));
    if (is_variable(used)) {
      if (parameter != nullptr || measure != measures.end() || is_loop(place, used))
        throw InvalidInput(
            where + ": '" + used + "' in '" + shortened(place.value().text) +
            "' is this element's own variable and a name of the file too; rename the one of the file");
    } else if (is_loop(place, used)) {
      for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) {
        if (loop->name == used) scope.constants.push_back({used, static_cast<double>(loop->value)});
      }
    } else if (parameter != nullptr) {
      scope.constants.push_back({used, parameter->value, parameter->dimension});
    } else if (measure != measures.end()) {
      used_measures.emplace_back(measure->second, measure->first);
    } else if (!is_reserved_in_expressions(used)) {
      auto valid = parameters_.names();
      for (const auto& [name, index] : measures) valid.push_back(name);
      std::sort(valid.begin(), valid.end());
      for (std::size_t i = variables.size(); i-- > 0;) valid.insert(valid.begin(), variables[i].name);
      valid.insert(valid.begin(), "t");
      throw InvalidInput(where + ": in '" + shortened(place.value().text) +
                         "': " + unknown_name("parameter, measure or variable", shortened(used), valid));
    }
  }
  std::sort(used_measures.begin(), used_measures.end());
  used_measures.erase(std::unique(used_measures.begin(), used_measures.end()), used_measures.end());
  const auto known_or_open = [](const Dimension& d, const Dimension& divisor) {
    return d == dimension::any ? NodeDimension::open() : NodeDimension::known(d / divisor);
  };
  scope.inputs.push_back({"t", NodeDimension::known(dimension::time)});
  for (const auto& [index, name] : used_measures) {
    const auto number = static_cast<std::size_t>(index);
    const Dimension d = number < measures_.size() ? measures_[number] : dimension::any;
    result.function.measures.push_back(index);
    scope.inputs.push_back({name, known_or_open(d, dimension::none)});
    scope.inputs.push_back({name + ".rate", known_or_open(d, dimension::time)});
  }
  for (const auto& variable : variables)
    scope.inputs.push_back({variable.name, known_or_open(variable.dimension, dimension::none)});
  result.function.expression = record(parts, scope, result.measured);
  if (parts.has_unit) result.function.expression = result.function.expression.times(parts.unit.factor);
  return result;
}

const std::string& ValueReader::file_text(const std::string& path, const InputKind& kind) {
  const NamedFiles::Text& text = named_.text(path, kind);
  files_.push_back(text.source);
  return text.bytes;
}

std::optional<fem::Mesh> ValueReader::file_mesh(const std::string& path) {
  std::error_code none;
  if (!named_.holds(path) && !std::filesystem::exists(path, none)) return std::nullopt;
  files_.push_back(named_.text(path, mesh_file).source);
  return named_.mesh(path);
}

bool ValueReader::object(const SourceLocation& place, const std::vector<std::string>& allowed) {
  const auto& json = place.value();
  if (json.kind != Kind::object) {
    faults_.add(place, "is " + json.shown() + ", but must be an object { … }");
    return false;
  }
  for (const auto& key : json.keys) {
    if (std::find(allowed.begin(), allowed.end(), key.text) != allowed.end()) continue;
    if (faults_.is_settled(place)) continue;
    faults_.add_text(place, place.text_at(key.position, key.text) + ": " +
                                unknown_name("key", shortened(key.text), allowed) + "; correct or remove it");
  }
  return true;
}

bool ValueReader::list(const SourceLocation& place) {
  if (place.value().kind == Kind::list) return true;
  faults_.add(place, "is " + place.value().shown() + ", but must be a list [ … ]");
  return false;
}

bool ValueReader::has(const SourceLocation& place, const std::string& key, const std::string& meaning) {
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

}  // namespace pleuel
