#include "pleuel/dae/tolerances.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

// All groups are valid keys, even groups without unknowns in a formulation. One request then serves
// a study over several formulations.
constexpr std::array kGroups = {Group::q, Group::v, Group::a, Group::lambda, Group::s, Group::eta, Group::y};

enum class Zero { allowed, forbidden };

struct Kind {
  const char* name;
  Zero zero;
};

bool is_allowed(const Kind& kind, double value) {
  return std::isfinite(value) && (value > 0 || (value == 0 && kind.zero == Zero::allowed));
}

void check_value(const Kind& kind, const std::string& key, double value, std::vector<std::string>& faults) {
  if (is_allowed(kind, value)) return;
  faults.push_back(kind.name + (key.empty() ? "" : " of '" + key + "'") + " is " + number_text(value) +
                   "; it must be finite and " + (kind.zero == Zero::allowed ? "not negative" : "positive") +
                   ", for example 1e-6");
}

std::vector<std::string> valid_keys(const std::vector<Unknown>& unknowns) {
  std::vector<std::string> keys;
  for (Group group : kGroups) keys.emplace_back(name_of(group));
  for (const Unknown& unknown : unknowns) keys.push_back(unknown.name);
  return keys;
}

void check_map(const Kind& kind, const std::map<std::string, double>& values,
               const std::vector<std::string>& valid, std::vector<std::string>& faults) {
  for (const auto& [key, value] : values) {
    if (std::find(valid.begin(), valid.end(), key) == valid.end()) {
      faults.push_back(unknown_name(std::string("group or unknown for ") + kind.name, key, valid));
    }
    check_value(kind, key, value, faults);
  }
}

double value_for(const Unknown& unknown, double common, const std::map<std::string, double>& values) {
  if (const auto by_name = values.find(unknown.name); by_name != values.end()) return by_name->second;
  if (const auto by_group = values.find(name_of(unknown.group)); by_group != values.end()) {
    return by_group->second;
  }
  return common;
}

}  // namespace

Tolerances resolve(const ToleranceRequest& request, const std::vector<Unknown>& unknowns) {
  const Kind rtol_kind{"rtol", Zero::forbidden};
  const Kind atol_kind{"atol", Zero::allowed};
  std::vector<std::string> faults;
  const std::vector<std::string> valid = valid_keys(unknowns);
  check_value(rtol_kind, "", request.rtol, faults);
  if (std::isfinite(request.rtol) && request.rtol >= 1)
    faults.push_back("rtol is " + shortest_text(request.rtol) +
                     "; it must be below 1: 1e-6 asks for six digits, for example");
  check_value(atol_kind, "", request.atol, faults);
  check_map(rtol_kind, request.rtol_of, valid, faults);
  check_map(atol_kind, request.atol_of, valid, faults);
  if (!faults.empty()) throw InvalidInput(std::move(faults));

  Tolerances result{Vector(unknowns.size()), Vector(unknowns.size())};
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    result.rtol[i] = value_for(unknowns[i], request.rtol, request.rtol_of);
    result.atol[i] = value_for(unknowns[i], request.atol, request.atol_of);
  }
  return result;
}

}  // namespace pleuel
