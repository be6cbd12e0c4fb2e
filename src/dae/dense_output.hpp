// The solution inside one accepted step.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// A polynomial for y on [begin, end] with a known order of accuracy. It equals the step's values
/// at both ends.
class DenseOutput {
 public:
  virtual ~DenseOutput() = default;
  virtual double begin() const = 0;
  virtual double end() const = 0;
  virtual int order() const = 0;
  virtual void evaluate(double t, Vec y) const = 0;
};

}  // namespace pleuel
