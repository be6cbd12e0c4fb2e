#include "pleuel/model/expression/switching_times.hpp"

#include <algorithm>

namespace pleuel {

void SwitchingTimes::add(std::string label, const Expression& formula) {
  SwitchingFunction function(std::move(label), formula);
  if (function.jumps_by_state())
    remarks_.push_back(
        function.label() +
        " jumps where a measured quantity reaches a value: steps end at such a jump; where it pushes "
        "the motion back from both sides, the equations have no solution, and the run may creep; use "
        "smoothstep there");
  if (!function.is_empty()) functions_.push_back(std::move(function));
}

void SwitchingTimes::add_of_places(std::string label, const Expression& formula) {
  SwitchingFunction function(std::move(label), formula);
  if (function.jumps_by_state())
    remarks_.push_back(
        function.label() +
        " jumps at a place of the body: it is summed over quadrature points, so the jump counts from one "
        "point "
        "on, and where it moves, steps do not end as it passes them; let it rise over a few elements with "
        "smoothstep, or jump at nodes");
  if (!function.is_empty()) functions_.push_back(std::move(function));
}

SwitchSearch SwitchingTimes::next(double begin, double end, double span) const {
  SwitchSearch best{.t = end};
  for (const SwitchingFunction& function : functions_) {
    const double near = best.is_switch ? SwitchingFunction::rounding(best.t, span) : 0;
    SwitchSearch found = function.search(begin, std::min(best.t + near, end), span);
    const bool is_bounded = best.is_bounded && found.is_bounded;
    const std::string_view unbounded = found.is_bounded ? best.label : found.label;
    const int n_looks = best.n_looks + found.n_looks;
    if (found.is_switch && best.is_switch && found.t >= best.first - near) {
      best.t = std::max(best.t, found.t);
      best.first = std::min(best.first, found.first);
    } else if (found.is_switch || found.t < best.t) {
      best = found;
    }
    best.n_looks = n_looks;
    if (!is_bounded) best.label = unbounded;
    best.is_bounded = is_bounded;
  }
  return best;
}

}  // namespace pleuel
