#include "pleuel/problem/problem_catalogue.hpp"

#include <algorithm>

#include "pleuel/problem/bolt.hpp"
#include "pleuel/problem/model_problem.hpp"

namespace pleuel {

std::vector<Problem> problem_catalogue() {
  // Read once: their meshes and matrices are made on the way.
  static const Problem fe_slider_crank = shipped_model("fe-slider-crank");
  static const Problem viscoplastic_slider_crank = shipped_model("viscoplastic-slider-crank");
  std::vector<Problem> all = equation_problems();
  const auto elastic = std::ranges::find(all, "flexible-slider-crank", &Problem::name);
  all.insert(elastic + 1, {fe_slider_crank, viscoplastic_slider_crank, bolt_problem()});
  return all;
}

}  // namespace pleuel
