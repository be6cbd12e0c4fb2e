// A published table beside what is measured now.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/study.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

enum class TableExtent { full, quick };

// of wall time for a quick table, unless another budget is given
inline constexpr double quick_seconds = 20;

struct TableRequest {
  std::string name;
  TableExtent extent = TableExtent::full;  ///< quick: fewer tolerances
  /// only these programs, by their published names; empty: all
  std::vector<std::string> solvers = {};
  double timeout = 120;               ///< s of wall time for one run
  std::optional<double> budget = {};  ///< s of wall time for all
};

/// `none` where there is nothing to judge: no counterpart, or times of unlike machines.
enum class Verdict { none, better, equal, worse };

/// "", "better", "equal", "worse".
const char* name_of(Verdict verdict);

/// A published and a measured value, as text; as numbers too unless they are marks.
struct TableCell {
  std::string published = {};
  std::string measured = {};
  double published_value = std::numeric_limits<double>::quiet_NaN();
  double measured_value = std::numeric_limits<double>::quiet_NaN();
  Verdict verdict = Verdict::none;
};

struct TableRow {
  std::string label = {};  ///< "RADAU5(rcd0) ERR"
  /// "radau5 error=strict"; empty if no method stands for the program
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

/// pendulum-5, -6, -8, -9, crank-failed, crank-19.3, andrews-failed, andrews-13.3, bushing-1,
/// flexcrank-2.
std::vector<std::string> table_names();

struct TableWatch {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(int done, int all, const std::string& next)> progress = {};
};

/// Each run is made once, however many cells want it. Errors within a factor 1.25 count as equal
/// (digits within 0.1); times are not judged. Throws InvalidInput for an unknown name.
[[nodiscard]] TableReport published_table(const Catalogue& catalogue, const TableRequest& request,
                                          const TableWatch& watch = {});

/// The published table of times and errors of a case (pendulum-6, pendulum-9, crank-19.3,
/// andrews-13.3), with what rows of a study say in place of runs: those of the same formulation,
/// method and tolerance, whatever their other settings. Programs of which there is no row are left
/// out. Nothing where there is no such table for the case and this end time.
[[nodiscard]] std::optional<TableReport> published_beside(const Catalogue& catalogue,
                                                          const std::string& case_name, double t_end,
                                                          const std::vector<StudyRow>& rows);

/// The published marks of success of a case and an end time: "pendulum-5" or "pendulum-8", or
/// empty.
std::string success_table_name(const std::string& case_name, double t_end);

/// One object: "name", "title", "end", "columns", "rows" and "notes".
std::string table_json(const TableReport& report);

}  // namespace pleuel
