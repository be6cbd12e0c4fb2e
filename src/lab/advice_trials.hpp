// The possible pairs for a case, and single runs of them within a time budget.
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

inline constexpr double least_rtol = 1e-13;  // below it rounding errors dominate

/// One run, sampled at 100 equal time intervals, the last at the end.
struct Trial {
  StudyRow row;
  SampledTrajectory trajectory;
  double wall_seconds = 0;
  bool is_cut = false;  ///< by its time limit

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.row, self.trajectory, self.wall_seconds, self.is_cut);
  }
};

/// A run to make.
struct WantedTrial {
  const StudyPair* pair = nullptr;
  double rtol = 0;
  double allowed_seconds = 0;
};

/// All runs are pinned to one core; with several jobs, those of a round to one each.
class Trials {
 public:
  /// Throws InvalidInput or InvalidModel with all faults of the request.
  Trials(const Catalogue& catalogue, const AdviceRequest& request, const AdviceWatch& watch);

  /// All pairs for the case, including those that may not be recommended. Quasi-static equations
  /// (qs) are a different problem; without constraints all formulations are equal.
  const std::vector<StudyPair>& pairs() const { return pairs_; }
  const std::vector<RefusedPair>& refused() const { return refused_; }
  /// The plan with the defaults of lowest rank.
  const RunPlan& usual() const { return usual_; }

  /// The automatic choice as a pair.
  StudyPair automatic_pair() const;

  /// Empty if it was stopped.
  std::optional<Trial> run(const StudyPair& pair, double rtol, double allowed_seconds);
  /// Several runs, with more than one job at once; in the given order.
  std::vector<std::optional<Trial>> run_all(const std::vector<WantedTrial>& wanted);
  int n_jobs() const { return n_jobs_; }
  /// The same run, for repetition without observers.
  RunPlan plan_of(const StudyPair& pair, double rtol) const;

  const MethodTraits& traits_of(const std::string& method) const { return catalogue_.method(method).traits; }
  /// Pairs with a lower rank are tried earlier: sum of the ranks of formulation and method.
  int rank_of(const StudyPair& pair) const;
  /// True for pairs that often win: the default formulations, with or without constraints, and a
  /// method of the default family.
  bool is_favourite(const StudyPair& pair) const;

  bool is_stopped() const { return watch_.stop != nullptr && watch_.stop->load(std::memory_order_relaxed); }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  /// Time in s until this share of the budget is used.
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
  double budget_;  // s
  int n_jobs_;
  StudyRequest study_;  // what all runs have in common
  RunPlan usual_;
  std::vector<double> times_;
  std::vector<StudyPair> pairs_;
  std::vector<RefusedPair> refused_;
  int n_done_ = 0;
  std::optional<CorePin> pin_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace pleuel
