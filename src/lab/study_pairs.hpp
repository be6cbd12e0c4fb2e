// Which runs a study consists of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/study.hpp"
#include "pleuel/run/run_request.hpp"

namespace pleuel {

/// A case under a formulation and a method, with the settings that concern it.
struct StudyPair {
  std::string case_name;
  std::optional<std::string> formulation;  ///< empty: the case has none to choose
  std::string method;
  Settings settings = {};
  std::string formulation_name = {};  ///< as the plan has it
  double t_end = 0;
  std::string content = {};  ///< see RunKey
};

struct StudyPairs {
  std::vector<StudyPair> taken;
  std::vector<RefusedPair> refused;
  /// Formulations of another problem than the case, which were not named
  std::vector<RefusedPair> apart = {};
};

/// Checks the whole request and plans each pair once; throws InvalidInput or InvalidModel with all
/// that is wrong.
StudyPairs pairs_of(const Catalogue& catalogue, const StudyRequest& request);

/// Whether a problem is a motion; false where it is made for equilibria (qs).
bool is_made_for_motion(const Catalogue& catalogue, const Problem& problem);

RunRequest request_of(const StudyPair& pair, const StudyRequest& request, double rtol);
RunKey key_of(const StudyPair& pair, const StudyRequest& request, double rtol);

/// Those of `settings` that the case, the formulation, the method or every run declares.
Settings settings_for(const Catalogue& catalogue, const StudyPair& pair, const Settings& settings);

}  // namespace pleuel
