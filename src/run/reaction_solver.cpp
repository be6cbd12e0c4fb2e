#include "pleuel/run/reaction_solver.hpp"

#include "pleuel/base/left_domain.hpp"

namespace pleuel {
namespace {

// Beyond this another choice of constraints is better conditioned, see ConstraintChoice.
constexpr double largest_share = 10;

}  // namespace

ReactionSolver::ReactionSolver(const RunEquations& of) {
  if (of.plan.takes_redundant)
    choice_.emplace(of.system);
  else
    saddle_ = std::make_unique<AccelerationSaddle>(of.mechanical->system());
}

bool ReactionSolver::solve(const Motion& at, Vec a, Vec lambda) {
  try {
    return choice_ ? solve_chosen(at, a, lambda) : saddle_->solve(at, a, lambda);
  } catch (const LeftDomain&) {
    return false;
  }
}

bool ReactionSolver::solve_chosen(const Motion& at, Vec a, Vec lambda) {
  if (!renew_choice(at)) return false;
  chosen_.resize(choice_->selected()->info().n_lambda());
  if (!saddle_->solve(at, a, view(chosen_))) return false;
  choice_->recover(view(std::as_const(chosen_)), lambda);
  return true;
}

/// The choice at this point, made anew where it has become badly conditioned: at a position put on
/// the constraints kept so far, where those that repeat others do so up to rounding.
bool ReactionSolver::renew_choice(const Motion& at) {
  if (saddle_) {
    choice_->update(at.t, at.q);
    if (choice_->largest_share() <= largest_share) return true;
    try {
      const InitialState x = consistent_initial_state(*choice_->selected(), at.t, at.q, at.v, at.s);
      if (!choice_->choose(at.t, view(x.q))) return true;
    } catch (const NoConsistentState&) {
      return false;
    }
  } else {
    choice_->choose(at.t, at.q);
  }
  choice_->update(at.t, at.q);
  saddle_ = std::make_unique<AccelerationSaddle>(*choice_->selected());
  return true;
}

void ReactionSolver::restore(const ConstraintRank& rank) {
  choice_->restore(rank);
  saddle_ = std::make_unique<AccelerationSaddle>(*choice_->selected());
}

void ReactionSolver::save(StateWriter& out) {
  const bool has_choice = choice_ && saddle_;
  out(has_choice);
  if (has_choice) {
    out(choice_->rank());
    restore(ConstraintRank(choice_->rank()));
  } else if (saddle_) {
    saddle_->forget();
  }
}

void ReactionSolver::load(StateReader& in) {
  bool has_choice = false;
  in(has_choice);
  if (!has_choice) return;
  ConstraintRank rank;
  in(rank);
  restore(rank);
}

}  // namespace pleuel
