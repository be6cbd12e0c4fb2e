// The energy balance of a run.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/mechanics/power_balance.hpp"

namespace pleuel {

/// Compares the energy E with the work of applied loads and drivers less what was turned into heat,
///
///     E − E₀ = W,   W = ∫ (P_supplied − P_dissipated) dt   (PowerBalance).
///
/// The integral over a step is Gauss quadrature with four points on its dense output, exact for
/// polynomials of degree seven.
class EnergyMonitor {
 public:
  explicit EnergyMonitor(const SystemInfo& info) : power_(info) {}

  /// E₀ = E at this point.
  void start(SystemEvaluator& evaluator, const Motion& at);
  /// E at this point.
  void record(SystemEvaluator& evaluator, const Motion& at);
  /// Adds the work of a step. `motion_of(t, y)` gives the motion of y; `y` is scratch.
  template <class MotionOf>
  void add_work(SystemEvaluator& evaluator, const DenseOutput& dense, MotionOf motion_of, Vector& y);
  /// E after a jump; what the jump adds to the energy counts as work done.
  void jump(SystemEvaluator& evaluator, const Motion& at);

  double energy() const { return energy_; }
  double work() const { return work_; }
  /// (E − E₀ − W) / largest of |E|, kinetic energy and |W| so far.
  double drift() const;
  /// E₀ + W − E: what neither stayed nor was turned into heat, but was lost in the method, J.
  /// Negative: fed in by it.
  double numerical_dissipation() const { return initial_ + work_ - energy_; }
  /// E / E₀; NaN where E₀ = 0.
  double ratio() const;

 private:
  struct GaussPoint {
    double node, weight;  // on [0, 1]
  };
  static constexpr int n_points = 4;
  static const GaussPoint* gauss_points();

  double initial_ = 0;
  double energy_ = 0;
  double work_ = 0;
  double scale_ = 0;
  PowerBalance power_;
};

template <class MotionOf>
void EnergyMonitor::add_work(SystemEvaluator& evaluator, const DenseOutput& dense, MotionOf motion_of,
                             Vector& y) {
  const double begin = dense.begin(), h = dense.end() - begin;
  const GaussPoint* const points = gauss_points();
  for (int i = 0; i < n_points; ++i) {
    const double t = begin + points[i].node * h;
    dense.evaluate(t, y);
    const Power p = power_.at(evaluator, motion_of(t, y));
    work_ += h * points[i].weight * (p.supplied - p.dissipated);
  }
}

}  // namespace pleuel
