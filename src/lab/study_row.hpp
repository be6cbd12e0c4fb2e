// One run of a study: request, results and cost.
#pragma once

#include <limits>
#include <string>

#include "pleuel/dae/statistics.hpp"
#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// Identifies a run of a study.
struct RunKey {
  std::string case_name;
  /// "name=value" separated by spaces, sorted by name; see settings_text
  std::string settings;
  double t_end = 0;
  std::string formulation;
  std::string method;
  double rtol = 0;
  double atol = 0;
  double h0 = 0;  ///< 0: chosen by the method
  /// hash of the case's files: model, meshes, parameter sets; empty: none
  std::string content = {};

  bool operator==(const RunKey&) const = default;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.case_name, self.settings, self.t_end, self.formulation, self.method, self.rtol, self.atol,
           self.h0, self.content);
  }
};

/// "b=10 error=strict": settings as one text.
std::string settings_text(const Settings& settings);

/// Missing numbers (no reference, a failed run) are NaN.
struct StudyRow {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  RunKey key;
  std::string status;        ///< "ok" or "failed"
  std::string failure_kind;  ///< the enumerator's spelling; empty unless failed
  std::string message;
  double t = 0;  ///< end time of the run
  Statistics statistics;
  /// the smallest of the repetitions; without repetitions, the sum over the observed steps
  double cpu_seconds = none;
  double cpu_spread = none;  ///< (largest − smallest)/smallest of the repetitions
  long repeats = 0;          ///< number of timed repetitions
  Comparison comparison;
  ConstraintResiduals residuals{};
  double energy_drift = none;
  std::string remarks = {};  ///< remarks of the run, concatenated

  bool is_ok() const { return status == "ok"; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.key, self.status, self.failure_kind, self.message, self.t, self.statistics, self.cpu_seconds,
           self.cpu_spread, self.repeats, self.residuals, self.energy_drift, self.remarks);
    auto& c = self.comparison;
    stream(c.scd, c.mescd, c.error, c.error_table, c.error_q, c.error_v, c.error_lambda, c.source,
           c.scd_undefined);
  }
};

/// The remarks of a run as one text.
std::string remarks_text(const RunResult& result);

/// Everything except the times.
StudyRow row_of(const RunKey& key, const RunResult& result);

/// Failure kind of a run that threw an exception.
inline constexpr const char* no_start_kind = "no_consistent_start";
inline constexpr const char* redundant_kind = "redundant_constraints";
inline constexpr const char* refused_kind = "invalid_input";
inline constexpr const char* thrown_kind = "exception";
/// Failure kind of a run whose process died (JobPool).
inline constexpr const char* died_kind = "died";
/// The row of such a run.
StudyRow row_of_death(const RunKey& key, const std::string& reason);

/// The row of a run that threw, with the text of the current exception; call it only in a handler.
StudyRow row_of_exception(const RunKey& key);

/// Calls visit(name, field) for each column, in the order of the files; Row is StudyRow or const
/// StudyRow.
template <class Row, class Visit>
void for_each_column(Row& row, Visit&& visit) {
  visit("case", row.key.case_name);
  visit("settings", row.key.settings);
  visit("t_end", row.key.t_end);
  visit("formulation", row.key.formulation);
  visit("method", row.key.method);
  visit("rtol", row.key.rtol);
  visit("atol", row.key.atol);
  visit("h0", row.key.h0);
  visit("content", row.key.content);
  visit("status", row.status);
  visit("failure", row.failure_kind);
  visit("message", row.message);
  visit("t", row.t);
  visit("steps", row.statistics.steps);
  visit("accepted", row.statistics.accepted);
  visit("rejected", row.statistics.rejected);
  visit("newton_failures", row.statistics.newton_failures);
  visit("rhs", row.statistics.rhs);
  visit("jacobians", row.statistics.jacobians);
  visit("factorizations", row.statistics.factorizations);
  visit("complex_factorizations", row.statistics.complex_factorizations);
  visit("solves", row.statistics.solves);
  visit("krylov_iterations", row.statistics.krylov_iterations);
  visit("cpu_seconds", row.cpu_seconds);
  visit("cpu_spread", row.cpu_spread);
  visit("repeats", row.repeats);
  visit("scd", row.comparison.scd);
  visit("mescd", row.comparison.mescd);
  visit("error", row.comparison.error);
  visit("error_table", row.comparison.error_table);
  visit("error_q", row.comparison.error_q);
  visit("error_v", row.comparison.error_v);
  visit("error_lambda", row.comparison.error_lambda);
  visit("scd_undefined", row.comparison.scd_undefined);
  visit("drift_position", row.residuals.position);
  visit("drift_velocity", row.residuals.velocity);
  visit("drift_acceleration", row.residuals.acceleration);
  visit("energy_drift", row.energy_drift);
  visit("remarks", row.remarks);
}

}  // namespace pleuel
