// One random mechanism under every pair.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "random/subject.hpp"

namespace pleuel::testing {

inline constexpr double study_tolerance = 1e-7;
inline constexpr double allowed_error = 100;  ///< times tolerance and κ
/// how far references may differ, times κ
inline constexpr double reference_limit = 0.01 * study_tolerance;
inline constexpr double allowed_error_bdf = 1000;  ///< for one bdf run of a hundred

/// One run of the study.
struct PairOutcome {
  std::string formulation, method;
  bool is_ok = false;
  double q = 0, v = 0;                    ///< errors, times tolerance and κ
  std::vector<std::string> remarks = {};  ///< without those of the model itself
  std::string failure = {};               ///< one sentence, where it failed
  long steps = 0;
  /// Of the multipliers at the end, in units of the largest of the same unit: the largest error,
  /// and its estimate; −1: none.
  double reaction_error = -1, reaction_estimate = -1;
  double error() const { return std::max(q, v); }
  bool is_right() const { return is_ok && error() <= allowed_error; }
  bool is_silently_wrong() const { return is_ok && remarks.empty() && !is_right(); }
};

struct MechanismStudy {
  Subject subject;
  double reference_gap = 0;  ///< of two unlike pairs, over κ
  double tree_gap = -1;      ///< of the recursive equations of a tree, over κ; −1: no tree
  std::vector<PairOutcome> runs;
};

/// All formulations but the quasi-static one with radau5, radau and bdf at 1e-7, and the explicit
/// methods, which have their own equations.
std::vector<PairRun> study_pairs(const Catalogue& catalogue);

MechanismStudy study(Workshop& workshop, const Subject& subject);

}  // namespace pleuel::testing
