#include "pleuel/problem/problem_catalogue.hpp"

#include <algorithm>

#include "pleuel/problem/bolt.hpp"
#include "pleuel/problem/model_problem.hpp"

namespace pleuel {

std::vector<Problem> problem_catalogue() {
  std::vector<Problem> all = equation_problems();
  const auto elastic = std::ranges::find(all, "flexible-slider-crank", &Problem::name);
  all.insert(elastic + 1,
             {shipped_model("fe-slider-crank"), shipped_model("viscoplastic-slider-crank"), bolt_problem()});
  return all;
}

}  // namespace pleuel
