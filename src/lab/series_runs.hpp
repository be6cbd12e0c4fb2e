// The runs of a table that chooses each run by the result of the last one.
#pragma once

#include <chrono>
#include <string>

#include "pleuel/lab/published_table.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel {

/// Makes runs within the limits of a request. Progress is counted in parts of the table, each of
/// which may need several runs.
class SeriesRuns {
 public:
  /// All arguments must outlive this object.
  SeriesRuns(const Catalogue& catalogue, const TableRequest& request, const SeriesWatch& watch)
      : catalogue_(catalogue), request_(request), watch_(watch) {}

  const TableRequest& request() const { return request_; }
  /// The number of parts of the table.
  void expect(int n_parts) { n_parts_ = n_parts; }
  /// Announces the next part. False if the series was stopped or its budget is spent: the part is
  /// to be left out.
  [[nodiscard]] bool begin(const std::string& part);
  /// With the wall-time limit of the request.
  [[nodiscard]] RunResult run(RunRequest wanted);
  /// Why the series ended.
  StudyEnd end() const { return end_; }

 private:
  using Clock = std::chrono::steady_clock;

  double left() const;  // s, of the budget

  const Catalogue& catalogue_;
  const TableRequest& request_;
  const SeriesWatch& watch_;
  Clock::time_point begin_ = Clock::now();
  int n_done_ = 0, n_parts_ = 0;
  StudyEnd end_ = StudyEnd::complete;
};

}  // namespace pleuel
