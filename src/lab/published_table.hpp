// A published table compared with new measurements.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/series_watch.hpp"
#include "pleuel/lab/study.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

enum class TableExtent { full, quick };

// wall time of a quick table, unless another budget is given
inline constexpr double quick_seconds = 20;

struct TableRequest {
  std::string name;
  TableExtent extent = TableExtent::full;  ///< quick: fewer tolerances
  /// only these programs, by published name; empty: all
  std::vector<std::string> solvers = {};
  double timeout = 120;               ///< s, wall time of one run
  std::optional<double> budget = {};  ///< s, total wall time
  int jobs = 1;                       ///< runs made at once, each on a core of its own (JobPool)
};

/// `none` if there is nothing to judge: no counterpart, or times of different machines.
enum class Verdict { none, better, equal, worse, not_comparable };

/// "", "better", "equal", "worse", "not comparable".
const char* name_of(Verdict verdict);

/// A published and a measured value as text, and as numbers unless they are marks.
struct TableCell {
  std::string published = {};
  std::string measured = {};
  double published_value = std::numeric_limits<double>::quiet_NaN();
  double measured_value = std::numeric_limits<double>::quiet_NaN();
  Verdict verdict = Verdict::none;
};

/// Measured texts of runs that were not made, or failed.
inline constexpr const char* not_run_text = "?";
inline constexpr const char* failed_text = "failed";

struct TableRow {
  std::string label = {};  ///< "RADAU5(rcd0) ERR"
  /// "radau5 error=strict"; empty if there is no counterpart
  std::string counterpart = {};
  std::vector<TableCell> cells = {};
};

struct TableReport {
  std::string name;
  std::string title;
  std::vector<std::string> columns = {};
  std::vector<TableRow> rows = {};
  std::vector<std::string> notes = {};
  StudyEnd end = StudyEnd::complete;
};

/// pendulum-5, -6, -8, -9, crank-failed, crank-19.3, crank-mdop5, andrews-failed, andrews-13.3,
/// bushing-1, flexcrank-2, orders.
std::vector<std::string> table_names();

/// Each run is done once, even if several cells need it. Errors within a factor 1.25 count as equal
/// (digits within 0.1); times are not judged. Throws InvalidInput for an unknown name.
[[nodiscard]] TableReport published_table(const Catalogue& catalogue, const TableRequest& request,
                                          const SeriesWatch& watch = {});

/// The published table of times and errors of a case (pendulum-6, pendulum-9, crank-19.3,
/// andrews-13.3), filled from the rows of a study with the same formulation, method and tolerance,
/// whatever their other settings. Programs without a row are omitted. Empty if there is no such
/// table for the case and this end time.
[[nodiscard]] std::optional<TableReport> published_beside(const Catalogue& catalogue,
                                                          const std::string& case_name, double t_end,
                                                          const std::vector<StudyRow>& rows);

/// Name of the table of published success marks of a case and an end time: "pendulum-5",
/// "pendulum-8" or empty.
std::string success_table_name(const std::string& case_name, double t_end);

/// One object: "name", "title", "end", "columns", "rows" and "notes".
std::string table_json(const TableReport& report);

}  // namespace pleuel
