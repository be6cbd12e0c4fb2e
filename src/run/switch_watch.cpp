#include "pleuel/run/switch_watch.hpp"

#include <algorithm>

#include "pleuel/base/limits.hpp"
#include "pleuel/mechanics/time_functions.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {
namespace {

// Steps that must be known ahead: a method may double its step.
constexpr double steps_ahead = 4;

}  // namespace

SwitchWatch::SwitchWatch(const RunPlan& plan)
    : t_end_(plan.t_end),
      span_(plan.t_end - plan.problem_case.t_begin),
      known_until_(infinity),
      last_t_(plan.problem_case.t_begin) {
  const auto& functions = plan.problem_case.time_functions;
  if (functions == nullptr || !functions->has_switches() || plan.switches_known_until >= t_end_) return;
  switches_ = functions.get();
  known_until_ = plan.switches_known_until;
}

void SwitchWatch::look_ahead(double t, std::vector<Breakpoint>& ahead) {
  if (switches_ == nullptr) return;
  const double step = std::max(0.0, t - last_t_);
  last_t_ = t;
  // Everything is known up to a breakpoint, and no step goes beyond it.
  const auto is_enough = [&] {
    return known_until_ > t &&
           (known_until_ - t >= steps_ahead * step || (!ahead.empty() && ahead.back().last <= known_until_));
  };
  while (switches_ != nullptr && !is_enough()) search(ahead);
}

void SwitchWatch::search(std::vector<Breakpoint>& ahead) {
  const SwitchSearch found = switches_->next_switch(known_until_, t_end_, span_);
  if (!found.is_bounded && std::find(labels_.begin(), labels_.end(), found.label) == labels_.end()) {
    labels_.emplace_back(found.label);
    remarks_.push_back(
        labels_.back() + " may switch between its pieces near " + at_time(known_until_) +
        " more often than bounds can tell: switches there were looked for at samples only; write the "
        "condition in a form that changes its sign once, or give breakpoints");
  }
  known_until_ = found.t;
  if (found.is_switch) {
    const Breakpoint at{found.first, found.t};
    const auto is_later = [](const Breakpoint& a, const Breakpoint& b) { return a.last > b.last; };
    const auto near = std::lower_bound(ahead.begin(), ahead.end(), at, is_later);
    const bool is_known = near != ahead.end() && near->last == at.last;
    if (!is_known) ahead.insert(near, at);
  }
  if (known_until_ < t_end_) return;
  known_until_ = infinity;
  switches_ = nullptr;
}

}  // namespace pleuel
