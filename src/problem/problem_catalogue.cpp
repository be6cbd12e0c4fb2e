#include "pleuel/problem/problem_catalogue.hpp"

#include "pleuel/problem/bolt.hpp"
#include "pleuel/problem/model_problem.hpp"

namespace pleuel {

std::vector<Problem> problem_catalogue() {
  std::vector<Problem> all = equation_problems(read_motion);
  all.push_back(shipped_model("fe-slider-crank"));
  all.push_back(shipped_model("viscoplastic-slider-crank"));
  all.push_back(bolt_problem());
  return all;
}

}  // namespace pleuel
