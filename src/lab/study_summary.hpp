// What a study says: how long each pair takes to so many digits, beside public programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/study_row.hpp"
#include "pleuel/lab/time_to_digits.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// By which number the digits of a run are counted.
///
/// - scd: −log10 of the largest relative error over the components that the problem's source names.
/// - mescd: −log10 max |yᵢ − rᵢ|/(atol/rtol + |rᵢ|) over all components, where the source names
///   none.
/// - error: −log10 of the Euclidean error of the main unknowns, for the pendulum: at its end all
///   unknowns but x are
///   zero up to 1e-6, so that relative errors mean nothing.
enum class Measure { scd, mescd, error };

/// "scd", "mescd", "error".
const char* name_of(Measure measure);

/// NaN where the run failed or there is no reference.
double digits_of(const StudyRow& row, Measure measure);

/// One pair, or one public program under one formulation.
struct WorkCurve {
  std::string formulation;
  std::string method;
  std::string settings = {};           ///< those of the formulation, the method and the run
  std::vector<WorkPoint> points = {};  ///< falling tolerances; NaN digits where the run failed
  std::vector<std::optional<double>> seconds =
      {};  ///< to each of the summary's digits; nothing: never achieved

  /// "ggl1 radau5 error=strict".
  std::string label() const;
};

/// The rows of a study that share a case, its settings and the end time.
struct CaseSummary {
  std::string case_name;
  std::string settings = {};  ///< those of the problem
  double t_end = 0;
  Measure measure = Measure::scd;
  std::vector<double> digits = {3, 5, 7};
  std::vector<WorkCurve> ours = {};  ///< fastest first
  std::vector<WorkCurve> peers =
      {};  ///< public programs, fastest first; none unless the settings are the published ones

  /// The public program that takes the smallest time to digits[i]; null if there is none.
  const WorkCurve* fastest_peer(std::size_t i) const;
};

/// A row's settings, those of the problem apart from the others.
struct SplitSettings {
  std::string of_problem;
  std::string of_pair;
};
SplitSettings split_settings(const Catalogue& catalogue, const RunKey& key);

/// One for each case with digits, in the order of the rows.
std::vector<CaseSummary> summarize(const Catalogue& catalogue, const std::vector<StudyRow>& rows);

}  // namespace pleuel
