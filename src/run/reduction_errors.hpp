// What reduced elastic bodies keep, and the error of their motion and reactions.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// Largest differences at a marker of a reduced body between the case and the same case with more
/// modes, over the samples of both runs. The second run has a smaller error, so the difference is
/// an estimate of the error of the first: it is off by the ratio of both errors.
struct MarkerError {
  std::string marker = {};                       ///< "rod.tip"
  double motion = 0;                             ///< m
  double force = 0;                              ///< N, of the marker on the body
  double moment = 0;                             ///< N m
  double largest_force = 0, largest_moment = 0;  ///< of the first run
};

struct ReductionErrors {
  CaseHeader header;
  std::vector<ReductionReport> bodies;
  /// Empty if no runs were asked for.
  std::vector<MarkerError> markers = {};
  double t_begin = 0, t_end = 0;
  std::vector<int> refined_modes;  ///< shapes of each body in the second run
  std::string formulation, method;
  double tolerance = 0;
  RunStatus status = RunStatus::ok;  ///< of the first run that did not reach its end
  std::string message = {};          ///< of that run
};

struct ReductionRequest {
  CaseRequest of;
  bool has_runs = true;
  std::optional<double> until = {};
  std::optional<double> tolerance = {};  ///< of both runs; default 1e-8
  std::optional<std::string> formulation = {}, method = {};
  const std::atomic<bool>* stop = nullptr;
};

/// Throws InvalidInput for an invalid request and for a case without reduced bodies, and what `run`
/// throws. Both runs use the formulation and the method of the first.
ReductionErrors reduction_errors(const Catalogue& catalogue, const ReductionRequest& request);

}  // namespace pleuel
