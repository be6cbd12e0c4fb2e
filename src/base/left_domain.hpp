// A model's way to say that it does not hold here.
#pragma once

#include <stdexcept>
#include <string>

namespace pleuel {

/// Thrown by a function of a model at a state for which it is not made: a table that ends, a spring
/// compressed to nothing. A method meets it like a NaN at a stage, by a shorter step, since a try
/// may leave the domain where the solution does not; when steps collapse because of it, the run
/// fails as `domain_left` with this text. Any other exception ends the run at once.
class LeftDomain : public std::runtime_error {
 public:
  /// `quantity`, if given, is what is out of its range, by name.
  explicit LeftDomain(const std::string& text, std::string quantity = {})
      : std::runtime_error(text), quantity_(std::move(quantity)) {}

  const std::string& quantity() const { return quantity_; }

 private:
  std::string quantity_;
};

}  // namespace pleuel
