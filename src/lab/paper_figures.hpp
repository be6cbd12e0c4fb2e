// The diagrams of the published papers as stored settings of runs.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/lab/plot_svg.hpp"

namespace pleuel {

/// One run of a figure. `solver` is a program of the literature (published_solvers) whose method
/// and settings are used, or the name of a method.
struct FigureRun {
  std::string case_name;
  std::string formulation;  ///< empty: the method has its own equations, or that of the case
  std::string solver;
  double tolerance = 1e-7;  ///< rtol and atol; 0: those of the case
  double step = 0;          ///< > 0: constant steps
  double until = 0;         ///< 0: end of the case
  double every = 0;         ///< interval of samples; 0: every accepted step
  Settings settings = {};

  bool operator==(const FigureRun&) const = default;
};

/// Values that a curve shows besides unknowns and outputs by their names.
namespace figure_quantity {
inline const std::string time = "t";
inline const std::string energy = "total energy";
inline const std::string energy_error = "|E - E0 - W|";
inline const std::string position = "|g|";
inline const std::string velocity = "|G v + g_t|";
inline const std::string acceleration = "|G a + gamma|";
/// Euclidean norm of the errors of q, v and λ against the figure's reference run
inline const std::string error = "error";
}  // namespace figure_quantity

/// factor · name + more_factor · more, each an unknown, an output or a figure_quantity.
struct FigureValue {
  std::string name;
  double factor = 1;
  std::string more = {};
  double more_factor = 0;
};

struct FigureCurve {
  std::string label;  ///< empty: method and formulation
  FigureRun run;
  FigureValue y;
  FigureValue x = {figure_quantity::time};
  bool modulo_2pi = false;                                 ///< y in (−π, π], as angles are printed
  double from = -std::numeric_limits<double>::infinity();  ///< first time shown
};

/// One curve of a work-precision diagram.
struct WorkPair {
  std::string formulation;
  std::string solver;
};

/// A series of runs with decreasing tolerances.
struct WorkFigure {
  enum class Measure { scd, mescd, error_table };
  std::string case_name;
  std::vector<WorkPair> pairs;
  std::vector<double> tolerances;
  Measure measure = Measure::scd;
  double until = 0;  ///< 0: end of the case
  double h0_per_rtol = 0;
  Settings settings = {};
};

/// One diagram, by curves over time or by the cost of runs.
struct PaperFigure {
  std::string name;  ///< of its file, e.g. "figure5-position"
  std::string title;
  std::string x_title = "t in s", y_title = {};
  Axis x_axis = Axis::linear, y_axis = Axis::linear;
  std::vector<FigureCurve> curves = {};
  std::optional<FigureRun> reference = {};  ///< of figure_quantity::error
  std::optional<WorkFigure> work = {};
};

struct Paper {
  std::string name;      ///< typed by the user
  std::string citation;  ///< key in docs/references.bib
  std::string title;
  std::vector<PaperFigure> figures;
};

/// All papers with figures that runs can repeat.
const std::vector<Paper>& papers();
std::vector<std::string> paper_names();
/// Throws InvalidInput with the known names.
const Paper& paper(const std::string& name);

}  // namespace pleuel
