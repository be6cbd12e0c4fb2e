// A scalar function of time, of measured quantities and of an element's own variables.
#pragma once

#include <span>

#include "pleuel/model/expression/expression.hpp"

namespace pleuel {

/// f(t, x₁, …): inputs of the expression are t, then for each measure of `measures` its value and
/// its rate, then the element's variables.
struct Function {
  Expression expression;
  std::vector<int> measures;  ///< those used, by number in the model's list, ascending

  bool is_of_time_alone() const { return measures.empty(); }
};

}  // namespace pleuel
