#include "pleuel/integrator/guarded/branch_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

#include "pleuel/base/limits.hpp"
#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/integrator/guarded/near_miss.hpp"

namespace pleuel {
namespace {

// Five stages first; seven are more accurate, three have other nodes.
constexpr std::array stage_numbers = {5, 7, 3};
// Smallest distance of a node from the configuration, in steps: the Newton matrix there is σ̇ h
// times this from singular. Below 0.06, the smallest distance of the planned crossing, to allow for
// errors in the time of the configuration.
constexpr double least_distance = 0.04;
constexpr double rounding = 1e-13;  // relative to q, 450 ε: a smaller miss counts as zero
// Relative to the distance to the configuration: a larger correction rotates the direction of
// motion by more than 0.1, and with it J, whose limit is 0.25.
constexpr double apart = 0.1;
// |Wᵀg_qq|/2 in 1/m, for lengths of at least 5 cm. Wᵀg_q vanishes at the configuration, so changes
// of q enter quadratically.
constexpr double curvature = 10;
// In units of ε: rounding error of v times h σ. Measured.
constexpr double rounding_units = 40;
// Rounding errors stay below a tenth of the tolerance.
constexpr double safety = 10;
// Relative to a leap: for the slope of σ at its ends, and iterations for σ. Measured.
constexpr double slope_part = 0.02;
constexpr int slope_iterations = 3;
// 2⁻⁴⁰ = 1e-12 of a leap.
constexpr int bisections = 40;

}  // namespace

BranchCrossing::BranchCrossing(const MechanicalDae& dae, std::shared_ptr<const MechanicalSystem> system,
                               const ToleranceRequest& tolerance, bool has_error_test, ConstraintSine& sine)
    : dae_(dae), system_(std::move(system)), sine_(sine), jump_test_(sine), has_error_test_(has_error_test) {
  read_tolerances(tolerance);
}

void BranchCrossing::read_tolerances(const ToleranceRequest& tolerance) {
  const std::vector<Unknown>& unknowns = dae_.info().unknowns;
  const Tolerances all = resolve(tolerance, unknowns);
  const auto read = [&](Group group, Vector& atol, Vector& rtol) {
    std::vector<double> a, r;
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      if (unknowns[i].group != group) continue;
      a.push_back(std::max(finest, all.atol[static_cast<Eigen::Index>(i)]));
      r.push_back(std::max(finest, all.rtol[static_cast<Eigen::Index>(i)]));
    }
    atol = Eigen::Map<Vector>(a.data(), static_cast<Eigen::Index>(a.size()));
    rtol = Eigen::Map<Vector>(r.data(), static_cast<Eigen::Index>(r.size()));
  };
  read(Group::q, tolerances_.atol_q, tolerances_.rtol_q);
  read(Group::v, tolerances_.atol_v, tolerances_.rtol_v);
  read(Group::s, tolerances_.atol_s, tolerances_.rtol_s);
}

BranchLeap& BranchCrossing::leap_with(int stages) {
  auto& leap = leaps_[static_cast<std::size_t>(stages / 2 - 1)];
  if (!leap) leap = std::make_unique<BranchLeap>(*system_, stages);
  return *leap;
}

void BranchCrossing::forget() {
  for (auto& leap : leaps_) leap.reset();
  last_ = nullptr;
}

double BranchCrossing::in_tolerances(ConstVec e, ConstVec x) const {
  double largest = 0;
  for (Eigen::Index i = 0; i < e.size(); ++i)
    largest =
        std::max(largest, std::abs(e[i]) / (tolerances_.atol_q[i] + tolerances_.rtol_q[i] * std::abs(x[i])));
  return largest;
}

double BranchCrossing::shortest(double rate, ConstVec v) const {
  const double tolerance =
      tolerances_.atol_v.minCoeff() + tolerances_.rtol_v.minCoeff() * v.cwiseAbs().maxCoeff();
  return rate > 0 && tolerance > 0 ? std::sqrt(safety * rounding_units * epsilon / (rate * tolerance)) : 0;
}

BranchCrossing::Miss BranchCrossing::miss(const StateHistory::State& from, const StateHistory::State* before,
                                          double t_singular) {
  const double ahead = t_singular - from.t;
  const SystemInfo& info = system_->info();
  Vector a(info.n_v()), earlier(info.n_v()), lambda(info.n_lambda()), rates(info.n_q()), change(info.n_q());
  if (before == nullptr || !sine_.accelerations(from.motion(), a, lambda) ||
      !sine_.accelerations(before->motion(), earlier, lambda))
    return {};
  StateHistory::State at = from;
  const Vector by_jerk = ahead * ahead / 6 * (a - earlier) / (from.t - before->t);
  at.v = by_jerk;
  sine_.rates(at.motion(), change);
  at.v = from.v + 0.5 * ahead * a + by_jerk;
  sine_.rates(at.motion(), rates);
  const double error = ahead * change.cwiseAbs().maxCoeff();
  return {near_miss(*system_, t_singular, from.q + ahead * rates), curvature * error * error};
}

double BranchCrossing::least_miss(ConstVec q) const {
  return tolerances_.atol_q.maxCoeff() + tolerances_.rtol_q.maxCoeff() * q.cwiseAbs().maxCoeff();
}

BranchCrossing::Result BranchCrossing::cross(const StateHistory::State& from,
                                             const StateHistory::State* before, double t_singular, double h) {
  Result result;
  from_ = from;
  Vector jerk = Vector::Zero(system_->info().n_v()), a = jerk, rates(system_->info().n_q());
  Vector lambda(system_->info().n_lambda());
  try {
    start_ = dae_.consistent_start(from.t, from.q, from.v, from.s);
  } catch (const std::exception& error) {
    result.fault = error.what();
    return result;
  }
  const Vector moved = start_.q - from.q;
  result.moved = in_tolerances(moved, start_.q);
  sine_.rates(from.motion(), rates);
  if (moved.norm() > apart * std::abs(t_singular - from.t) * rates.norm()) {
    result.fault = "before it the state violates the constraints by " + number_text(moved.norm()) +
                   ", too much to distinguish the branches";
    return result;
  }
  from_.q = start_.q;
  from_.v = start_.v;
  if (before != nullptr && sine_.accelerations(before->motion(), a, lambda))
    jerk = (start_.a - a) / (from.t - before->t);
  result.fault = "a step across it has a node too close to it";
  for (const int stages : stage_numbers) {
    BranchLeap& leap = leap_with(stages);
    if (leap.distance_from_nodes((t_singular - from.t) / h) < least_distance) continue;
    const BranchLeap::Outcome outcome = leap.leap(from_, start_.a, jerk, h, tolerances_);
    statistics_.iterations += outcome.iterations;
    statistics_.rhs += stages * outcome.iterations;
    statistics_.jacobians += stages * outcome.iterations;
    statistics_.factorizations += outcome.iterations;
    statistics_.solves += outcome.iterations;
    result.error = outcome.error;
    if (outcome.verdict == BranchLeap::Verdict::diverged) {
      result.fault = "Newton's method for a step of " + number_text(h) + " across it " + outcome.fault;
      continue;
    }
    if (has_error_test_ && outcome.verdict == BranchLeap::Verdict::inaccurate) {
      result.fault = "a step of " + number_text(h) + " across it has an error of " +
                     number_text(outcome.error) + " times the tolerance";
      continue;
    }
    last_ = &leap;
    t_end_ = from.t + h;
    StateHistory::State end;
    leap.evaluate(1, start_.a, start_.lambda, end, a, lambda);
    end.t = t_end_;
    try {
      end_ = dae_.consistent_start(t_end_, end.q, end.v, end.s);
    } catch (const std::exception& error) {
      result.fault = error.what();
      continue;
    }
    end.q = end_.q;
    end.v = end_.v;
    result.jump = jump_test_(nullptr, from_, end, nullptr);
    if (!(result.jump <= JumpTest::limit)) {
      result.fault = std::isnan(result.jump)
                         ? "the mechanism is at rest there, so its branch is not determined"
                         : "a step of " + number_text(h) +
                               " across it changes the velocity by J = " + number_text(result.jump) + " > " +
                               number_text(JumpTest::limit);
      continue;
    }
    result.fault.clear();
    result.t = from.t + h * part_before();
    evaluate_state(result.t, end);
    result.miss = near_miss(*system_, result.t, end.q);
    const double least = least_miss(end.q);
    if (result.miss <= curvature * least * least + rounding * end.q.cwiseAbs().maxCoeff()) result.miss = 0;
    ++statistics_.steps;
    ++statistics_.accepted;
    return result;
  }
  ++statistics_.steps;
  ++statistics_.rejected;
  return result;
}

/// The fraction of the leap before σ vanishes: the root of the cubic through σ (negative behind)
/// and its slopes at both ends.
double BranchCrossing::part_before() {
  constexpr double x = slope_part;
  StateHistory::State at;
  const auto sine = [&](double part) {
    evaluate_state(from_.t + part * (t_end_ - from_.t), at);
    return sine_.at(at.t, at.q, slope_iterations);
  };
  const double y0 = sine(0), d0 = (sine(x) - y0) / x, y1 = -sine(1), d1 = (y1 + sine(1 - x)) / x;
  const auto cubic = [&](double u) {
    const double w = 1 - u;
    return w * w * ((1 + 2 * u) * y0 + u * d0) + u * u * ((1 + 2 * w) * y1 - w * d1);
  };
  double low = 0, high = 1;
  for (int k = 0; k < bisections; ++k) (cubic(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  return low;
}

void BranchCrossing::evaluate_state(double t, StateHistory::State& at) const {
  Vector a, lambda;
  last_->evaluate((t - from_.t) / (t_end_ - from_.t), start_.a, start_.lambda, at, a, lambda);
}

void BranchCrossing::evaluate(double t, Vec y) const {
  StateHistory::State at;
  Vector a, lambda;
  if (t >= t_end_) {
    y = dae_.assemble(end_.q, end_.v, end_.a, end_.lambda, end_.s);
    return;
  }
  last_->evaluate((t - from_.t) / (t_end_ - from_.t), start_.a, start_.lambda, at, a, lambda);
  y = dae_.assemble(at.q, at.v, a, lambda, at.s);
}

}  // namespace pleuel
