// Errors in the user's input.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace pleuel {

/// Thrown while input is built or checked, never inside a step. It lists all faults, one sentence
/// per fault, each with place, value, allowed values and remedy.
class InvalidInput : public std::invalid_argument {
 public:
  explicit InvalidInput(std::vector<std::string> faults);
  explicit InvalidInput(std::string fault) : InvalidInput(std::vector<std::string>{std::move(fault)}) {}

  const std::vector<std::string>& faults() const { return faults_; }

 private:
  std::vector<std::string> faults_;
};

}  // namespace pleuel
