// Constraint drift and energy error of a run over time.
#pragma once

#include <vector>

#include "pleuel/lab/study_row.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// The largest values in equal time intervals; intervals without a step are omitted. NaN for a
/// plain DAE.
struct DriftTrace {
  RunKey key;
  std::vector<double> t;                  ///< ends of the intervals, at most the last step
  std::vector<double> position;           ///< max |gᵢ|
  std::vector<double> velocity;           ///< max |(G v + g_t)ᵢ|
  std::vector<double> acceleration = {};  ///< max |(G a + γ)ᵢ|
  std::vector<double> energy;             ///< |E − E₀ − W|, J

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.key, self.t, self.position, self.velocity, self.acceleration, self.energy);
  }
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
