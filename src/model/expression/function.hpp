// A scalar function of time, measures and an element's variables.
#pragma once

#include <span>

#include "pleuel/model/expression/expression.hpp"

namespace pleuel {

/// f(t, x₁, …): the inputs of the expression are t, then value and rate of each measure in
/// `measures`, then the element's variables.
struct Function {
  Expression expression;
  std::vector<int> measures;  ///< measures in use, by index in the model, ascending

  bool is_of_time_alone() const { return measures.empty(); }
};

}  // namespace pleuel
