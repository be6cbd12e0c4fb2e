// Summary of a study: the time of each pair for given digits, compared with public programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/study_row.hpp"
#include "pleuel/lab/time_to_digits.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// The measure that defines the digits of a run.
///
/// - scd: −log10 of the largest relative error over the components that the problem's source names.
/// - mescd: −log10 max |yᵢ − rᵢ|/(atol/rtol + |rᵢ|) over all components, if the source names none
///   or scd is defined for none of the runs (undefined_scd).
/// - error: −log10 of the Euclidean error of the main unknowns, for the pendulum. At its end all
///   unknowns except x are zero up to 1e-6, so relative errors are meaningless.
enum class Measure { scd, mescd, error };

/// "scd", "mescd", "error".
const char* name_of(Measure measure);

/// NaN if the run failed or there is no reference.
double digits_of(const StudyRow& row, Measure measure);

/// One pair, or one public program with one formulation.
struct WorkCurve {
  std::string formulation;
  std::string method;
  std::string settings = {};           ///< settings of the formulation, the method and the run
  std::vector<WorkPoint> points = {};  ///< decreasing tolerances; NaN digits if the run failed
  std::vector<std::optional<double>> seconds =
      {};  ///< times for each number of digits; empty: never achieved

  /// "ggl1 radau5 error=strict".
  std::string label() const;
};

/// The rows of a study with the same case, settings and end time.
struct CaseSummary {
  std::string case_name;
  std::string settings = {};  ///< settings of the problem
  double t_end = 0;
  Measure measure = Measure::scd;
  std::string remark = {};  ///< where scd is not defined, and why; empty if it is
  std::vector<double> digits = {3, 5, 7};
  std::vector<WorkCurve> ours = {};  ///< fastest first
  std::vector<WorkCurve> peers =
      {};  ///< public programs, fastest first; empty unless the settings are the published ones

  /// The fastest public program for digits[i]; null if there is none.
  const WorkCurve* fastest_peer(std::size_t i) const;
};

/// The settings of a row, separated into those of the problem and the others.
struct SplitSettings {
  std::string of_problem;
  std::string of_pair;
};
SplitSettings split_settings(const Catalogue& catalogue, const RunKey& key);

/// One summary per case with digits, in the order of the rows.
std::vector<CaseSummary> summarize(const Catalogue& catalogue, const std::vector<StudyRow>& rows);

}  // namespace pleuel
