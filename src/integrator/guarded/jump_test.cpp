#include "pleuel/integrator/guarded/jump_test.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {

JumpTest::JumpTest(ConstraintSine& sine) : sine_(sine) {
  const SystemInfo& info = sine.system().info();
  a_A_.setZero(info.n_v());
  a_B_ = j_A_ = j_B_ = jump_ = a_A_;
  lambda_.setZero(info.n_lambda());
}

bool JumpTest::acceleration(const StateHistory::State& at, Vector& a) {
  return sine_.accelerations(at.motion(), a, lambda_);
}

double JumpTest::operator()(const StateHistory::State* before, const StateHistory::State& A,
                            const StateHistory::State& B, const StateHistory::State* after) {
  const double tau = B.t - A.t;
  const bool has_jerk =
      before != nullptr && after != nullptr && acceleration(*before, j_A_) && acceleration(*after, j_B_);
  const bool has_acceleration = acceleration(A, a_A_) && acceleration(B, a_B_);
  const double speed = std::max(sine_.norm(A.v), sine_.norm(B.v));
  if (!(speed > 0)) return std::numeric_limits<double>::quiet_NaN();
  jump_ = B.v - A.v;
  double least = sine_.norm(jump_);
  if (has_acceleration) {
    jump_ -= 0.5 * tau * (a_A_ + a_B_);
    least = std::min(least, sine_.norm(jump_));
  }
  if (has_acceleration && has_jerk) {
    jump_ -= tau * tau / 12 * ((a_A_ - j_A_) / (A.t - before->t) - (j_B_ - a_B_) / (after->t - B.t));
    least = std::min(least, sine_.norm(jump_));
  }
  return least / speed;
}

}  // namespace pleuel
