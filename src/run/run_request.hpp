// A user's request for a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/dae/tolerances.hpp"

namespace pleuel {

/// One run: a case with a formulation and a method. Omitted values are chosen or taken from the
/// case. `settings` contain options of the case, the formulation, the method and `run_options()`.
struct RunRequest {
  std::string case_name;
  std::optional<std::string> formulation = {};
  std::optional<std::string> method = {};
  ToleranceRequest tolerance = {};
  /// neither rtol nor atol was given: the case's values are used, if any
  bool is_tolerance_open = false;
  std::optional<double> until = {};  ///< end time; empty: that of the case
  double h0 = 0;                     ///< first step; 0: chosen by the method
  double step = 0;                   ///< > 0: constant steps of this size
  /// samples at t_begin + i·every; if empty and `at` is empty: at each accepted step
  std::optional<double> every = {};
  std::vector<double> at = {};  ///< samples at these times
  /// groups of output_groups() in addition to the outputs of the case
  std::vector<std::string> outputs = {};
  Settings settings = {};
  int repeat = 1;  ///< > 1: cpu_seconds is the smallest of this number of runs without observers
  /// The run fails after this wall time in seconds; empty: default_timeout.
  std::optional<double> timeout = {};
};

inline constexpr double default_timeout = 86400;  // s, a day

/// "energy" and "power": outputs of every mechanism.
const std::vector<std::string>& output_groups();

/// Options of every run.
OptionSpecs run_options();

}  // namespace pleuel
