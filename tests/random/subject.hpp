// Random mechanisms whose motion is regular.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "random/generator.hpp"
#include "random/trajectory.hpp"

#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::testing {

/// A pair at a tolerance.
struct PairRun {
  std::string formulation, method;
  double tolerance = 1e-7;
};

/// A mechanism with its model file.
struct Subject {
  int number = 0;
  std::uint64_t seed = 0;
  MechanismClass kind = MechanismClass::planar_tree;
  Mechanism mechanism;
  std::string file;
  int n_v = 0, n_rows = 0;
  double smallest_sine = 1;  ///< over its motion
  Trajectory reference;      ///< at 1e-11
  /// κ: the largest growth of two perturbations of 1e-9 of the start; at least 1
  double growth = 1;
};

/// Why seeds were passed over.
struct PassedOver {
  int dependent = 0;  ///< constraints, or nearly so, at the start
  int singular = 0;   ///< the motion soon comes near a singular configuration
  int chaotic = 0;    ///< a perturbation grows too fast
  int failed = 0;     ///< the probing run failed
};

/// Runs model files in a folder of their own.
class Workshop {
 public:
  explicit Workshop(std::string folder);

  /// Subject `number`: of the seeds that belong to it, the first one whose constraints are
  /// independent at the start and stay so over at least a quarter of a second. The probe is a run;
  /// where it fails the seed is passed over and counted.
  Subject subject(int number, PassedOver& passed_over);

  /// A run sampled at `times`.
  Trajectory run(const std::string& file, const PairRun& pair, const std::vector<double>& times);

  const Catalogue& catalogue() const { return catalogue_; }

 private:
  bool is_regular(Subject& subject, PassedOver& passed_over);
  RunPlan plan_of(const std::string& file, const PairRun& pair, const std::vector<double>& times);
  /// With steps that end at `times`, since dense output is less exact; the start is moved by
  /// `moved` (q, then v) first, where that is given.
  Trajectory reference_run(const std::string& file, const std::vector<double>& times,
                           const Vector* moved = nullptr);
  double growth(const Subject& subject);
  void write(Subject& subject, const std::string& suffix);

  std::string folder_;
  Catalogue catalogue_ = standard_catalogue();
};

/// Equally spaced from 0 to `until`, both included.
std::vector<double> sample_times(double until, int n_intervals);

/// The smallest singular value of the rows of G M^(−1/2), each of length 1: the sine of the
/// smallest angle between a row and the others, about.
double smallest_sine(const MechanicalSystem& system, double t, const Vector& q);

}  // namespace pleuel::testing
