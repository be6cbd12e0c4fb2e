// Reads command-line arguments as numbers, lists and settings.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"

namespace pleuel::cli {

/// Throws InvalidInput with all faults, if any.
void throw_if_any(std::vector<std::string> faults);

/// Numbers are parsed here instead of in the command-line parser, so that all faults are reported
/// together.
class ArgumentParser {
 public:
  explicit ArgumentParser(std::vector<std::string>& faults) : faults_(faults) {}

  std::optional<double> number(const std::string& place, const std::string& text);

  /// Words "R" go to `common`, "GROUP=R" to `of`; returns true if a common value was given.
  bool tolerances(const std::string& place, const std::vector<std::string>& words, double& common,
                  std::map<std::string, double>& of);

  /// Numbers separated by commas.
  std::vector<double> numbers(const std::string& place, const std::vector<std::string>& words);

  /// Names separated by commas.
  std::vector<std::string> names(const std::vector<std::string>& words) const;

  Settings settings(const std::vector<std::string>& words);

  int count(const std::string& place, const std::string& text);
  /// --jobs: 1 if it is not given, at most the number of cores.
  int jobs(const std::string& text);

 private:
  std::vector<std::string>& faults_;
};

}  // namespace pleuel::cli
