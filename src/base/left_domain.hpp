// Reports that a model is evaluated outside its domain.
#pragma once

#include <stdexcept>
#include <string>

namespace pleuel {

/// Thrown by a model function at a state outside its domain, for example beyond the end of a table.
/// An integrator treats it like a NaN at a stage and shortens the step, because a trial state may
/// leave the domain although the solution does not. If the step size collapses for this reason, the
/// run fails with `domain_left` and this text. Any other exception ends the run at once.
class LeftDomain : public std::runtime_error {
 public:
  /// `quantity` is the optional name of the quantity that is out of range.
  explicit LeftDomain(const std::string& text, std::string quantity = {})
      : std::runtime_error(text), quantity_(std::move(quantity)) {}

  const std::string& quantity() const { return quantity_; }

 private:
  std::string quantity_;
};

}  // namespace pleuel
