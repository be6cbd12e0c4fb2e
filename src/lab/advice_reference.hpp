// A reference for a case without known digits.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pleuel/lab/advice_trials.hpp"

namespace pleuel {

/// Looks for two trials of unlike methods and formulations that agree.
class ReferenceSearch {
 public:
  /// Keeps both.
  ReferenceSearch(Trials& trials, const AdviceRequest& request) : trials_(trials), request_(request) {}

  /// The first of the two that agree best; nothing unless they agree to half the accuracy.
  std::optional<Trial> find();
  /// The same however far they are apart.
  std::optional<Trial> find_best();

  /// What was found, also if it does not agree well enough.
  const std::optional<AdviceReference>& report() const { return report_; }
  const std::vector<StudyRow>& failures() const { return failures_; }
  /// How far the two are apart in the groups that count.
  double distance() const { return distance_; }
  /// The longer of the two, s.
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
