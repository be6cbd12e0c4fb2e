// Searches a reference for a case without known digits.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pleuel/lab/advice_trials.hpp"

namespace pleuel {

/// Searches two trials with different methods and formulations that agree.
class ReferenceSearch {
 public:
  /// Keeps references to both.
  ReferenceSearch(Trials& trials, const AdviceRequest& request) : trials_(trials), request_(request) {}

  /// The first of the two that agree best; empty unless they agree to half the accuracy.
  std::optional<Trial> find();
  /// The same for any distance.
  std::optional<Trial> find_best();

  /// The result, even if the agreement is insufficient.
  const std::optional<AdviceReference>& report() const { return report_; }
  const std::vector<StudyRow>& failures() const { return failures_; }
  /// Distance of the two in the relevant groups.
  double distance() const { return distance_; }
  /// The longer time of the two, s.
  double wall_seconds() const { return wall_seconds_; }

 private:
  struct Agreement {
    Trial first;
    AdviceReference report;
    double distance = 0;
    double wall_seconds = 0;
  };
  std::optional<Agreement> at(double rtol);
  std::optional<Trial> trial(const std::string& method, const std::optional<std::string>& unlike, double rtol,
                             double allowed_seconds);
  std::vector<std::string> methods_for_reference(const std::string& family) const;

  Trials& trials_;
  const AdviceRequest& request_;
  std::set<std::string> unfit_;  // pairs that failed
  std::optional<AdviceReference> report_;
  std::vector<StudyRow> failures_;
  double distance_ = 0;
  double wall_seconds_ = 0;
};

}  // namespace pleuel
