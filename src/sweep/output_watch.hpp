// Computes the outputs of a study while a run goes on.
#pragma once

#include <vector>

#include "pleuel/run/run_observer.hpp"
#include "pleuel/sweep/study.hpp"

namespace pleuel::sweep {

/// Follows the watched quantities x(t) on the dense output of every accepted step, at four equal
/// intervals. An extreme is refined where a parabola through three neighbouring points predicts a
/// larger one than known so far: by golden sections and a parabola through the last three points.
/// Crossings are found by bisection.
class OutputWatch final : public RunObserver {
 public:
  /// The study must outlive it.
  explicit OutputWatch(const Study& study) : study_(study) {}

  /// Throws InvalidInput if the case of this run does not have a quantity.
  void begin(const RunHeader& header) override;
  void step(const StepReport& report) override;

  /// Outputs of a complete run: the numbers, and the curves. `run` is that of the table.
  std::vector<double> values(const RunResult& result, long run) const;
  std::vector<std::vector<double>> curves() const;

 private:
  static constexpr int n_intervals = 4;

  /// One quantity that is followed, and what is known of it.
  struct Quantity {
    const OutputSpec* spec;
    bool is_unknown;     // an unknown of y; otherwise an output of the case
    Eigen::Index index;  // in y, or among the outputs
    double high, low;    // extremes so far
    double t_high, t_low;
    double t_crossing;
    std::vector<double> curve = {};
  };
  /// Values of one quantity within a step.
  class Inside;

  double value(const Quantity& quantity, const StepReport& report, double t);
  void look_for_extremes(Quantity& quantity, const StepReport& report, const double* t, const double* x);
  void look_for_crossing(Quantity& quantity, const StepReport& report, const double* t, const double* x);
  void extend_curve(Quantity& quantity, const StepReport& report);

  const Study& study_;
  double t_begin_ = 0, t_end_ = 0;
  std::vector<Quantity> quantities_;
  std::vector<double> points_;  // (n_intervals + 1) values per quantity
  Vector y_;
};

}  // namespace pleuel::sweep
