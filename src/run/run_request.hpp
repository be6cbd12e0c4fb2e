// What a user asks a run to do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/dae/tolerances.hpp"

namespace pleuel {

/// One run: a case under a formulation and a method. What is left open is chosen or taken from the
/// case. `settings` reach the options of the case, of the formulation, of the method and of
/// `run_options()`.
struct RunRequest {
  std::string case_name;
  std::optional<std::string> formulation = {};
  std::optional<std::string> method = {};
  ToleranceRequest tolerance = {};
  /// neither rtol nor atol was given: those of the case, if it has some
  bool is_tolerance_open = false;
  std::optional<double> until = {};  ///< end time; empty: the case's own
  double h0 = 0;                     ///< first step; 0: chosen by the method
  double step = 0;                   ///< > 0: constant steps of this size
  /// samples at t_begin + i·every; empty, and `at` empty: each accepted step
  std::optional<double> every = {};
  std::vector<double> at = {};  ///< samples at these times
  /// groups from output_groups() added to what the case puts out
  std::vector<std::string> outputs = {};
  Settings settings = {};
  int repeat = 1;  ///< > 1: cpu_seconds is the best of so many runs without observers
  /// The run fails after so many seconds of wall time; empty: default_timeout.
  std::optional<double> timeout = {};
};

inline constexpr double default_timeout = 86400;  // s, a day

/// "energy" and "power": outputs that every mechanism has.
const std::vector<std::string>& output_groups();

/// Options that every run understands.
OptionSpecs run_options();

}  // namespace pleuel
