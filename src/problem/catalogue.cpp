#include "pleuel/problem/catalogue.hpp"

#include "pleuel/problem/andrews.hpp"
#include "pleuel/problem/pendulum.hpp"
#include "pleuel/problem/slider_crank.hpp"

namespace pleuel {

std::vector<Problem> problem_catalogue() {
  return {pendulum_problem(), slider_crank_problem(), andrews_problem()};
}

}  // namespace pleuel
