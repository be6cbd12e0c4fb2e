// The solution inside one accepted step.
#pragma once

#include <memory>

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
  /// A copy that stays valid when the method takes further steps, as long as the method exists.
  /// Null if there is none.
  virtual std::unique_ptr<DenseOutput> copy() const { return nullptr; }
};

}  // namespace pleuel
