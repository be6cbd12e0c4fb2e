// What a caller did wrong, said completely.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace pleuel {

/// The user erred: thrown while something is built or checked, never inside a step. It states all
/// that is wrong, one sentence a fault, each with the place, the value, what is allowed and what to
/// do.
class InvalidInput : public std::invalid_argument {
 public:
  explicit InvalidInput(std::vector<std::string> faults);
  explicit InvalidInput(std::string fault) : InvalidInput(std::vector<std::string>{std::move(fault)}) {}

  const std::vector<std::string>& faults() const { return faults_; }

 private:
  std::vector<std::string> faults_;
};

}  // namespace pleuel
