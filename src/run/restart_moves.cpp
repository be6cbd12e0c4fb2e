#include "pleuel/run/restart_moves.hpp"

#include <cmath>

#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {

RestartMoves::RestartMoves(const RunPlan& plan)
    : unknowns_(plan.dae.unknowns), tolerances_(resolve(plan.request.tolerance, unknowns_)) {}

void RestartMoves::add(double t, ConstVec before, ConstVec after) {
  Move worst{.t = t};
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    const Group group = unknowns_[i].group;
    if (group != Group::q && group != Group::v) continue;
    const auto k = static_cast<Eigen::Index>(i);
    const double size = after[k] - before[k];
    const double tolerance =
        tolerances_.atol[k] + tolerances_.rtol[k] * std::max(std::abs(before[k]), std::abs(after[k]));
    if (std::abs(size) > worst.part * tolerance)
      worst = {t, size, std::abs(size) / tolerance, static_cast<int>(i)};
  }
  if (!(worst.part > 1)) return;
  if (static_cast<int>(told_.size()) < most_told) return told_.push_back(worst);
  ++n_others_;
  if (worst.part > largest_.part) largest_ = worst;
}

std::string RestartMoves::text(const Move& move) const {
  const Unknown& unknown = unknowns_[move.unknown];
  return "the restart at " + at_time(move.t) + " s moved " + unknown.name + " by " + number_text(move.size) +
         " " + unknown.unit + ", " + number_text(move.part) + " times its tolerance, to meet the constraints";
}

std::vector<std::string> RestartMoves::remarks() const {
  std::vector<std::string> list;
  for (const Move& move : told_) list.push_back(text(move));
  if (n_others_ > 0)
    list.push_back(std::to_string(n_others_) +
                   " further restarts moved the state beyond the tolerance; at most " + text(largest_));
  return list;
}

}  // namespace pleuel
