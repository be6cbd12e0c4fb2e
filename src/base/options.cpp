#include "pleuel/base/options.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <system_error>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

// Bounds at or beyond these mean "no bound": they are OptionSpec's defaults.
constexpr double no_minimum = -1e308;
constexpr double no_maximum = 1e308;

std::optional<double> finite_number(std::string_view text) {
  const bool has_plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  if (has_plus) text.remove_prefix(1);  // from_chars accepts only a minus sign
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string domain_of(const OptionSpec& spec) {
  std::string domain;
  for (const auto& choice : spec.choices) domain += (domain.empty() ? "" : ", ") + choice;
  if (!spec.choices.empty() && !spec.number_allowed) return "one of " + domain;
  const bool has_minimum = spec.minimum > no_minimum;
  const bool has_maximum = spec.maximum < no_maximum;
  const std::string kind = spec.is_whole ? "a whole number" : "a number";
  std::string number = spec.is_whole ? kind : "a finite number";
  if (has_minimum && has_maximum) {
    number = kind + " from " + shortest_text(spec.minimum) + " to " + shortest_text(spec.maximum);
  } else if (has_minimum) {
    number = kind + " not below " + shortest_text(spec.minimum);
  } else if (has_maximum) {
    number = kind + " not above " + shortest_text(spec.maximum);
  }
  return domain.empty() ? number : "one of " + domain + ", or " + number;
}

bool is_in_domain(const OptionSpec& spec, const std::string& text) {
  if (spec.is_text) return true;
  if (std::find(spec.choices.begin(), spec.choices.end(), text) != spec.choices.end()) return true;
  if (!spec.choices.empty() && !spec.number_allowed) return false;
  const auto value = finite_number(text);
  if (!value || (spec.is_whole && *value != std::trunc(*value))) return false;
  return *value >= spec.minimum && *value <= spec.maximum;
}

std::string fault_of(const OptionSpec& spec, const std::string& text) {
  std::string fault = "option '" + spec.name + "' is '" + text + "', but must be " + domain_of(spec);
  const auto near = nearest_names(text, spec.choices);
  if (!near.empty()) fault += "; did you mean '" + near.front() + "'?";
  return fault;
}

const OptionSpec* find(const OptionSpecs& specs, const std::string& name) {
  const auto it =
      std::find_if(specs.begin(), specs.end(), [&](const auto& spec) { return spec.name == name; });
  return it == specs.end() ? nullptr : &*it;
}

}  // namespace

OptionValues::OptionValues(OptionSpecs specs, const Settings& settings) : specs_(std::move(specs)) {
  std::vector<std::string> faults;
  for (const auto& spec : specs_) {
    const auto given = settings.find(spec.name);
    const std::string& text = given == settings.end() ? spec.default_value : given->second;
    if (!is_in_domain(spec, text)) faults.push_back(fault_of(spec, text));
    values_[spec.name] = text;
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

const std::string& OptionValues::text(const std::string& name) const {
  const auto it = values_.find(name);
  assert(it != values_.end() && "an option that is read must be declared in the specs");
  if (it == values_.end()) throw std::logic_error("option '" + name + "' is read but not declared");
  return it->second;
}

double OptionValues::number(const std::string& name) const {
  return parse_number("option '" + name + "'", text(name));
}

bool OptionValues::is_changed(const std::string& name) const {
  const OptionSpec* spec = find(specs_, name);
  if (spec == nullptr) return false;
  const std::string& value = text(name);
  if (value == spec->default_value) return false;
  const auto number = finite_number(value);
  // "0.50" is not a change of "0.5"
  return !number || number != finite_number(spec->default_value);
}

std::vector<std::string> unknown_settings(const Settings& settings, const std::vector<OptionSpecs>& specs) {
  std::vector<std::string> valid;
  std::set<std::string_view> known;  // the same names as in `valid`
  for (const auto& list : specs) {
    for (const auto& spec : list) {
      if (known.insert(spec.name).second) valid.push_back(spec.name);
    }
  }
  std::vector<std::string> faults;
  for (const auto& [name, value] : settings) {
    if (!known.contains(name)) faults.push_back(unknown_name("setting", name, valid));
  }
  return faults;
}

double parse_number(const std::string& place, const std::string& text) {
  const auto value = finite_number(text);
  if (!value)
    throw InvalidInput(place + " is '" + text + "', but must be a finite number such as 0.5 or 1e-6");
  return *value;
}

}  // namespace pleuel
