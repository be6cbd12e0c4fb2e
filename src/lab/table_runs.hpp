// The runs behind a table: collected first, then made, each once.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "pleuel/lab/published_solvers.hpp"
#include "pleuel/lab/published_table.hpp"
#include "pleuel/run/run_request.hpp"

namespace pleuel {

/// How a run of a table came out.
struct TableRun {
  enum class Kind { not_run, refused, failed, ok };
  Kind kind = Kind::not_run;
  std::string reason = {};  ///< why it was refused or failed
  StudyRow row = {};

  bool is_ok() const { return kind == Kind::ok; }
};

/// What a table wants of a counterpart.
struct WantedRun {
  std::string case_name;
  std::string formulation;
  MatchingMethod counterpart;
  double rtol = 0;
  double h0 = 0;
  std::optional<double> until = {};
  int repeats = 0;  ///< further runs for the time, if the first is short
  Settings settings =
      {};  ///< what makes the equations those of the source, as far as the formulation declares it
};

/// A table asks for its runs twice: before `make_all` every answer is "not run", after it every run
/// is there, unless the budget was spent or someone stopped it.
class TableRuns {
 public:
  TableRuns(const Catalogue& catalogue, const TableRequest& request, const TableWatch& watch)
      : catalogue_(catalogue), limits_(request), watch_(watch) {}

  const TableRun& of(const WantedRun& wanted);
  StudyEnd make_all();
  /// Answers with rows of a study in place of runs: those of the same case, formulation, method and
  /// tolerance, whatever their other settings.
  void take(const std::vector<StudyRow>& rows);

 private:
  struct Entry {
    std::string name;
    RunRequest request;
    int repeats = 0;
    TableRun run = {};
  };
  /// False if the run was cut by the budget or by a stop, which `end` then says.
  bool is_made(Entry& entry, double allowed, StudyEnd& end) const;

  const Catalogue& catalogue_;
  const TableRequest& limits_;
  const TableWatch& watch_;
  std::deque<Entry> entries_;  // answers stay where they are
  std::map<std::string, std::size_t> place_of_;
};

}  // namespace pleuel
