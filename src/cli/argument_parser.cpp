#include "pleuel/cli/argument_parser.hpp"

#include <sched.h>

#include "pleuel/base/error.hpp"

namespace pleuel::cli {

void throw_if_any(std::vector<std::string> faults) {
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

std::optional<double> ArgumentParser::number(const std::string& place, const std::string& text) {
  try {
    return parse_number(place, text);
  } catch (const InvalidInput& error) {
    faults_.insert(faults_.end(), error.faults().begin(), error.faults().end());
    return std::nullopt;
  }
}

bool ArgumentParser::tolerances(const std::string& place, const std::vector<std::string>& words,
                                double& common, std::map<std::string, double>& of) {
  bool has_common = false;
  for (const auto& word : words) {
    const auto equals = word.find('=');
    const bool is_common = equals == std::string::npos;
    const auto value = number(is_common ? place : place + " " + word.substr(0, equals),
                              is_common ? word : word.substr(equals + 1));
    if (!value) continue;
    if (is_common) {
      common = *value;
      has_common = true;
    } else {
      of[word.substr(0, equals)] = *value;
    }
  }
  return has_common;
}

std::vector<double> ArgumentParser::numbers(const std::string& place, const std::vector<std::string>& words) {
  std::vector<double> values;
  for (const auto& part : names(words)) {
    if (const auto value = number(place, part)) values.push_back(*value);
  }
  return values;
}

std::vector<std::string> ArgumentParser::names(const std::vector<std::string>& words) const {
  std::vector<std::string> all;
  for (const auto& word : words) {
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = word.find(',', begin);
      all.push_back(word.substr(begin, end - begin));
    }
  }
  return all;
}

Settings ArgumentParser::settings(const std::vector<std::string>& words) {
  Settings settings;
  for (const auto& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      faults_.push_back("--set is '" + word + "', but must be NAME=VALUE");
    } else if (equals + 1 == word.size()) {
      faults_.push_back("--set is '" + word + "', whose value is empty; give one, or leave it out");
    } else {
      settings[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return settings;
}

int ArgumentParser::count(const std::string& place, const std::string& text) {
  constexpr double most = 1'000'000;
  const auto value = number(place, text);
  if (!value) return 1;
  if (*value >= 1 && *value <= most && *value == static_cast<int>(*value)) return static_cast<int>(*value);
  faults_.push_back(place + " is '" + text + "', but must be a whole number from 1 to 1000000");
  return 1;
}

int ArgumentParser::jobs(const std::string& text) {
  if (text.empty()) return 1;
  const int wanted = count("--jobs", text);
  cpu_set_t cores;
  CPU_ZERO(&cores);
  const int most = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
  if (wanted <= most) return wanted;
  faults_.push_back("--jobs is " + std::to_string(wanted) +
                    ", but each job has a core of its own and there are " + std::to_string(most));
  return 1;
}

}  // namespace pleuel::cli
