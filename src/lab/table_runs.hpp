// The runs of a table: collected first, then executed once each.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "pleuel/lab/published_solvers.hpp"
#include "pleuel/lab/published_table.hpp"
#include "pleuel/run/run_request.hpp"

namespace pleuel {

/// Result of a run of a table.
struct TableRun {
  enum class Kind { not_run, refused, failed, ok };
  Kind kind = Kind::not_run;
  std::string reason = {};  ///< reason of a refusal or failure
  StudyRow row = {};

  bool is_ok() const { return kind == Kind::ok; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.kind, self.reason, self.row);
  }
};

/// A run that a table needs.
struct WantedRun {
  std::string case_name;
  std::string formulation;
  MatchingMethod counterpart;
  double rtol = 0;
  double h0 = 0;
  std::optional<double> until = {};
  int repeats = 0;  ///< further timed runs, if the first is short
  Settings settings =
      {};  ///< settings that reproduce the equations of the source, if the formulation has them
};

/// A table requests its runs twice: before `make_all` every answer is "not run"; afterwards every
/// run is available, unless the budget was exceeded or the command was stopped.
class TableRuns {
 public:
  TableRuns(const Catalogue& catalogue, const TableRequest& request, const SeriesWatch& watch)
      : catalogue_(catalogue), limits_(request), watch_(watch) {}

  const TableRun& of(const WantedRun& wanted);
  StudyEnd make_all();
  /// Answers with rows of a study instead of runs: those with the same case, formulation, method
  /// and tolerance, whatever their other settings.
  void take(const std::vector<StudyRow>& rows);

 private:
  struct Entry {
    std::string name;
    RunRequest request;
    int repeats = 0;
    TableRun run = {};
  };
  /// Returns false if the budget or a stop ended the run; `end` contains the reason.
  bool is_made(Entry& entry, double allowed, StudyEnd& end) const;
  StudyEnd make_in_jobs();
  /// s, of the budget
  double left_after(double spent) const;

  const Catalogue& catalogue_;
  const TableRequest& limits_;
  const SeriesWatch& watch_;
  std::deque<Entry> entries_;  // references to answers stay valid
  std::map<std::string, std::size_t> place_of_;
};

}  // namespace pleuel
