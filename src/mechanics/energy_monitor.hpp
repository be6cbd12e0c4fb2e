// The energy balance of a run.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/linalg/gauss_rule.hpp"
#include "pleuel/mechanics/power_balance.hpp"

namespace pleuel {

/// Compares the energy E with the work of applied loads and drivers, minus dissipated heat,
///
///     E − E₀ = W,   W = ∫ (P_supplied − P_dissipated) dt   (PowerBalance).
///
/// The integral over a step uses Gauss quadrature on the dense output: four points, which are exact
/// for polynomials of degree 7, and eight (degree 15) for the long steps of orders above 5.
class EnergyMonitor {
 public:
  explicit EnergyMonitor(const SystemInfo& info) : power_(info) {}

  /// Sets E₀ to the energy at this point.
  void start(SystemEvaluator& evaluator, const Motion& at);
  /// Sets E to the energy at this point.
  void record(SystemEvaluator& evaluator, const Motion& at);
  /// Adds the work of a step. `motion_of(t, y)` returns the motion of y; `y` is scratch memory.
  template <class MotionOf>
  void add_work(SystemEvaluator& evaluator, const DenseOutput& dense, MotionOf motion_of, Vector& y);
  /// Sets E after a jump; the energy change of the jump counts as work.
  void jump(SystemEvaluator& evaluator, const Motion& at);

  double energy() const { return energy_; }
  double work() const { return work_; }
  /// (E − E₀ − W) divided by the largest |E|, kinetic energy or |W| so far.
  double drift() const;
  /// E₀ + W − E, J: the energy dissipated by the integration method. Negative: the method added
  /// energy.
  double numerical_dissipation() const { return initial_ + work_ - energy_; }
  /// E / E₀; NaN if |E₀| is below √ε of the largest |E|, kinetic energy or |W| so far: it is then
  /// the rounding error of larger terms.
  double ratio() const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.initial_, self.energy_, self.work_, self.scale_);
  }

 private:
  static const std::vector<GaussPoint>& points_for(const DenseOutput& dense);

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
  for (const GaussPoint& point : points_for(dense)) {
    const double t = begin + point.x * h;
    dense.evaluate(t, y);
    const Power p = power_.at(evaluator, motion_of(t, y));
    work_ += h * point.weight * (p.supplied - p.dissipated);
  }
}

}  // namespace pleuel
