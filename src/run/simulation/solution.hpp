// A run in memory.
#pragma once

#include <string>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// The trajectory of a run with its dense output, outputs, events, counts and report.
///
/// Columns of `y` belong to the times of `t`. For a mechanism y contains q, v, a, λ and s in this
/// order, in most formulations; `index` finds an unknown by name, whatever the order. Dense output
/// is a polynomial per accepted step, kept by its values at Chebyshev points.
class Solution {
 public:
  std::vector<double> t;  ///< samples: each accepted step, or the times that were asked for
  Matrix y;               ///< all unknowns at these times, one column each
  Matrix outputs;         ///< outputs at these times, in the order of report.header.outputs
  RunResult report;       ///< status, failure, remarks, events, statistics, digits, energy

  /// True if the run reached its end.
  bool is_ok() const { return report.status == RunStatus::ok; }
  /// All unknowns at any time of the run, by dense output. At the time of a jump: after it. Throws
  /// InvalidInput for a time that the run did not reach.
  Vector at(double time) const;
  /// Number of an unknown in y, or of an output behind them. Throws InvalidInput with the nearest
  /// names.
  Eigen::Index index(const std::string& name) const;
  /// Values of an unknown or an output at all samples.
  Vector of(const std::string& name) const;
  /// An unknown at any time of the run.
  double value(const std::string& unknown, double time) const { return at(time)[index(unknown)]; }

 private:
  friend class SolutionRecorder;
  struct Piece {
    double begin = 0, end = 0;
    Matrix values;  // at the Chebyshev points
  };
  std::vector<Piece> pieces_;
};

/// Fills a Solution. The solution must outlive it.
class SolutionRecorder final : public RunObserver {
 public:
  explicit SolutionRecorder(Solution& solution) : solution_(solution) {}

  void begin(const RunHeader& header) override;
  void sample(const Sample& at) override;
  void step(const StepReport& report) override;
  void end(const RunResult& result) override;

 private:
  Solution& solution_;
  std::vector<double> y_, outputs_;  // one sample after the other
  Vector row_;
};

}  // namespace pleuel
