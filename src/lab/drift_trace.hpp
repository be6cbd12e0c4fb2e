// What a run loses of its constraints and of its energy, over time.
#pragma once

#include <vector>

#include "pleuel/lab/study_row.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// Equal intervals of time, of each the largest values in it; intervals without a step are left
/// out. NaN for a plain DAE.
struct DriftTrace {
  RunKey key;
  std::vector<double> t;         ///< ends of the intervals, but not after the last step
  std::vector<double> position;  ///< max |gᵢ|
  std::vector<double> velocity;  ///< max |(G v + g_t)ᵢ|
  std::vector<double> energy;    ///< |E − E₀ − W|, J
};

/// Records one run.
class DriftRecorder : public RunObserver {
 public:
  void begin(const RunHeader& header) override;
  void step(const StepReport& report) override;

  DriftTrace take(const RunKey& key);

 private:
  static constexpr int n_intervals = 100;

  double t_begin_ = 0, t_end_ = 1;
  int last_interval_ = -1;
  DriftTrace trace_;
};

}  // namespace pleuel
