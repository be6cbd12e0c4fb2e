// The runs of a study.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/study.hpp"
#include "pleuel/run/run_request.hpp"

namespace pleuel {

/// A case with a formulation and a method, and the settings that apply to it.
struct StudyPair {
  std::string case_name;
  std::optional<std::string> formulation;  ///< empty: the case has no formulations
  std::string method;
  Settings settings = {};
  std::string formulation_name = {};  ///< as in the plan
  double t_end = 0;
  std::string content = {};  ///< see RunKey
};

struct StudyPairs {
  std::vector<StudyPair> taken;
  std::vector<RefusedPair> refused;
  /// Formulations of a different problem that were not named.
  std::vector<RefusedPair> apart = {};
};

/// Checks the whole request and plans each pair once; throws InvalidInput or InvalidModel with all
/// faults.
StudyPairs pairs_of(const Catalogue& catalogue, const StudyRequest& request);

/// True if a problem is a motion; false if it is designed for equilibria (qs).
bool is_made_for_motion(const Catalogue& catalogue, const Problem& problem);

RunRequest request_of(const StudyPair& pair, const StudyRequest& request, double rtol);
RunKey key_of(const StudyPair& pair, const StudyRequest& request, double rtol);

/// The settings that the case, the formulation, the method or every run declares.
Settings settings_for(const Catalogue& catalogue, const StudyPair& pair, const Settings& settings);

}  // namespace pleuel
