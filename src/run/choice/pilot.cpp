#include "pleuel/run/choice/pilot.hpp"

#include <cmath>
#include <limits>
#include <new>

#include "pleuel/run/case_equations.hpp"

namespace pleuel {
namespace {

// Each kept step of larger systems would take megabytes.
constexpr Eigen::Index most_kept_unknowns = 5000;

}  // namespace

Pilot::Pilot(RunPlan plan)
    : plan_(std::move(plan)),
      equations_(plan_),
      model_(sizes_of(plan_)),
      marks_{{.t = plan_.problem_case.t_begin}} {
  try {
    start_ = plan_.equations->first_start(equations_);
    loop_ = std::make_unique<EventLoop>(equations_);
    loop_->start(start_);
    if (start_.y.size() <= most_kept_unknowns) loop_->record();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    has_failed_ = true;
  }
}

void Pilot::advance(int n, double seconds) {
  constexpr long least_steps = 4;
  for (int k = 0; k < n && !has_failed_; ++k) {
    if (loop_->is_finished() || (this->seconds() >= seconds && n_steps() >= least_steps)) return;
    // A pilot of the explicit method alone is compared.
    has_failed_ = loop_->advance().failure.has_value() || (plan_.stiff && !loop_->method_changes().empty());
    if (!has_failed_) marks_.push_back({loop_->t(), cost()});
  }
}

bool Pilot::keep(const ChosenPair& names) {
  plan_.names = names;
  return !has_failed_ && loop_->rewind();
}

double Pilot::cost() const {
  const bool is_explicit = plan_.method->traits.kind == MethodTraits::Kind::non_stiff;
  const Statistics& work = loop_->statistics();
  return is_explicit ? model_.of_explicit(work) : model_.of_implicit(work);
}

double Pilot::predicted() const {
  if (is_finished()) return seconds();
  const double time = t() - middle().t;
  if (!(time > 0) || has_failed_) return std::numeric_limits<double>::infinity();
  return seconds() + (seconds() - middle().seconds) * (plan_.t_end - t()) / time;
}

double Pilot::mean_step() const {
  const auto n = static_cast<double>(marks_.size() / 2);
  return n > 0 ? (t() - middle().t) / n : 0;
}

double Pilot::drift() const {
  const MechanicalSystem& system = *equations_.system;
  const auto evaluator = system.make_evaluator();
  const Motion at = equations_.mechanical->motion(loop_->t(), loop_->y());
  Vector g(system.info().n_lambda());
  evaluator->rows(at, {.position = view(g)});
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(at.t, at.q, m);
  Vector squares = Vector::Zero(g.size());
  for (std::size_t k = 0; k < m.G.row.size(); ++k) squares[m.G.row[k]] += m.G.value[k] * m.G.value[k];
  double distance = 0;
  for (Eigen::Index i = 0; i < g.size(); ++i)
    if (squares[i] > 0) distance = std::max(distance, std::abs(g[i]) / std::sqrt(squares[i]));
  const ToleranceRequest& tolerance = plan_.request.tolerance;
  const double largest = at.q.size() > 0 ? at.q.cwiseAbs().maxCoeff() : 0;
  return distance / (tolerance.atol + tolerance.rtol * largest);
}

}  // namespace pleuel
