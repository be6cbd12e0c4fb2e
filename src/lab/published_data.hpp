// Tables of the literature as printed.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pleuel {

/// A cell of [Ste15, Tables 5 and 8]: 'X' successful for every tolerance, 'x' for some, 'o' for
/// none, '-' the solver does not support the structure of the formulation; with the number of the
/// explaining footnote, or 0.
struct SuccessMark {
  char mark = '-';
  int footnote = 0;
};

struct SuccessRow {
  std::string solver;
  std::vector<SuccessMark> marks;  ///< one per formulation
};

struct SuccessData {
  std::vector<std::string> formulations;
  std::vector<SuccessRow> rows;
};

/// The text of a footnote of [Ste15, Tables 5 and 8].
std::string success_footnote(int number);

/// A run of [Ste15, Tables 6 and 9]; empty if the integration was not successful.
struct EfficiencyRow {
  std::string solver;
  std::string formulation;
  double tolerance = 0;
  std::optional<double> seconds;
  std::optional<double> error;
};

/// A line of [MM08, Tables II.19.3 and II.13.3].
struct CharacteristicsRow {
  std::string solver;
  double rtol = 0;
  double atol = 0;
  double h0 = 0;  ///< 0: chosen by the solver
  double mescd = 0;
  double scd = 0;
  long steps = 0;
  long accepted = 0;
  long f = 0;
  long jacobians = 0;
  long lu = 0;
  double seconds = 0;
};

/// A line of [MM08, Tables II.19.1 and II.13.1]: the numbers m of the failed runs.
struct FailedRow {
  std::string solver;
  std::vector<int> m;
  std::string reason;
};

/// `name` is the name of the table, for example "pendulum-5".
SuccessData success_data(const std::string& name);
std::vector<EfficiencyRow> efficiency_data(const std::string& name);
std::vector<CharacteristicsRow> characteristics_data(const std::string& name);
std::vector<FailedRow> failed_data(const std::string& name);

/// "3,4,6" or "19-24" as numbers, and back as the shortest such text ("none" if empty).
std::vector<int> numbers_from_ranges(const std::string& text);
std::string ranges_text(const std::vector<int>& ascending);

}  // namespace pleuel
