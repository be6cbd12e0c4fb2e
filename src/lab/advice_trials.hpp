// The ways to run a case, and single runs of them within a budget of time.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/advice.hpp"
#include "pleuel/lab/core_pin.hpp"
#include "pleuel/lab/study_pairs.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

inline constexpr double least_rtol = 1e-13;  // below it rounding errors decide

/// One run, looked at at 100 equal distances of time, the last at the end.
struct Trial {
  StudyRow row;
  SampledTrajectory trajectory;
  double wall_seconds = 0;
  bool is_cut = false;  ///< by its time limit
};

/// All runs are pinned to one core.
class Trials {
 public:
  /// Throws InvalidInput or InvalidModel with all that is wrong with the request.
  Trials(const Catalogue& catalogue, const AdviceRequest& request, const AdviceWatch& watch);

  /// Every way to run the case, also those that may not be recommended. Equations without motion
  /// (qs) are another problem; without constraints all formulations are one.
  const std::vector<StudyPair>& pairs() const { return pairs_; }
  const std::vector<RefusedPair>& refused() const { return refused_; }
  /// The case as the program would run it by itself.
  const RunPlan& usual() const { return usual_; }

  /// Nothing if it was stopped.
  std::optional<Trial> run(const StudyPair& pair, double rtol, double allowed_seconds);
  /// The same run, to be repeated without observer.
  RunPlan plan_of(const StudyPair& pair, double rtol) const;

  const MethodTraits& traits_of(const std::string& method) const { return catalogue_.method(method).traits; }
  /// The lower, the earlier a pair is tried: ranks of its formulation and its method together.
  int rank_of(const StudyPair& pair) const;
  /// Whether it often wins: what the program would choose, with or without constraints, by a method
  /// of the usual family.
  bool is_favourite(const StudyPair& pair) const;

  bool is_stopped() const { return watch_.stop != nullptr && watch_.stop->load(std::memory_order_relaxed); }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  /// What is left until this share of the budget is spent, s.
  double left_until(double share) const { return share * budget_ - elapsed(); }

 private:
  using Clock = std::chrono::steady_clock;

  void check(const AdviceRequest& request);
  RunPlan usual_plan(const AdviceRequest& request) const;
  void collect_pairs();
  void add_pairs(const std::vector<std::string>& formulations, const std::vector<std::string>& methods);
  void add_mechanical(const std::string& method);

  const Catalogue& catalogue_;
  const AdviceWatch& watch_;
  double budget_;       // s
  StudyRequest study_;  // what all runs have in common
  RunPlan usual_;
  std::vector<double> times_;
  std::vector<StudyPair> pairs_;
  std::vector<RefusedPair> refused_;
  int n_done_ = 0;
  CorePin pin_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace pleuel
