#include "pleuel/run/run_monitors.hpp"

#include <algorithm>

#include "pleuel/base/limits.hpp"
#include "pleuel/run/case_equations.hpp"

namespace pleuel {

RunMonitors::RunMonitors(const RunEquations& of, const Start& start)
    : dae_(of.mechanical), validity_(of.plan.problem_case.validity), room_(start.y.size()) {
  const RunPlan& plan = of.plan;
  const Case& c = plan.problem_case;
  plan.equations->add_monitors(of, start, *this);
  const int n_reference = plan.equations->n_reference(plan);
  if (!c.table_norm || plan.is_quasi_static() || start.y.size() < n_reference) return;
  if (auto norm = c.table_norm(plan.t_end))
    table_.emplace(std::move(*norm), start.t, plan.t_end, n_reference);
}

void RunMonitors::watch_motion(const RunEquations& of, const Start& start) {
  motion_.emplace(*of.mechanical, of.system, start.t, start.y);
  watch_.emplace(of, start);
  scale_.emplace(of, view(start.y));
}

void RunMonitors::step(const EventLoop& loop, const Segment& segment) {
  if (motion_) {
    if (segment.t > segment.begin) {
      // At a breakpoint the method has integrated only to the last double before it.
      const double t = std::min(segment.t, loop.dense_output().end());
      motion_->record(t, loop.y_end(), loop.dense_output());
      watch_->step(*motion_, t, loop.y_end());
      scale_->look(loop.y_end());
    }
    if (segment.restart == Segment::Restart::jump) motion_->jump(segment.t, loop.y());
    validity_.look(segment.t, dae_->motion(segment.t, loop.y_end()).q);
  }
  if (!table_) return;
  while (const auto wanted = table_->next_up_to(segment.t)) {
    loop.dense_output().evaluate(*wanted, room_);
    table_->add(*wanted, room_);
  }
}

void RunMonitors::report(RunResult& result) const {
  result.residuals =
      motion_ ? motion_->residuals() : ConstraintResiduals{not_a_number, not_a_number, not_a_number};
  result.energy_drift = motion_ ? motion_->drift() : not_a_number;
  result.energy_ratio = motion_ ? motion_->ratio() : not_a_number;
  result.numerical_dissipation = motion_ ? motion_->numerical_dissipation() : not_a_number;
  if (watch_)
    for (std::string& remark : watch_->remarks()) result.remarks.push_back(std::move(remark));
  if (scale_)
    for (std::string& remark : scale_->remarks()) result.remarks.push_back(std::move(remark));
  for (std::string& remark : validity_.remarks()) result.remarks.push_back(std::move(remark));
}

}  // namespace pleuel
