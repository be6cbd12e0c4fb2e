// Draws the figures of a paper with new runs.
#pragma once

#include <string>
#include <vector>

#include "pleuel/lab/paper_figures.hpp"
#include "pleuel/lab/series_watch.hpp"
#include "pleuel/lab/study.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

struct FiguresRequest {
  std::string paper;
  /// Names of figures, or their beginnings: "figure5" selects "figure5-position". Empty: all.
  std::vector<std::string> only = {};
  double timeout = 120;  ///< s, wall time of one run
};

/// A figure as SVG with the runs behind it.
struct DrawnFigure {
  std::string name;
  std::string title;
  std::string svg;                    ///< empty if no run has a point to show
  std::vector<std::string> commands;  ///< `pleuel run …` or `pleuel bench …` of each curve
  /// What is missing or incomplete: failed runs, programs without a counterpart.
  std::vector<std::string> notes;
};

struct DrawnPaper {
  std::vector<DrawnFigure> figures;
  StudyEnd end = StudyEnd::complete;
};

/// Each run is executed once, even if several figures show it. A failed run is drawn as far as it
/// went, with a note. Throws InvalidInput for unknown names.
[[nodiscard]] DrawnPaper draw_figures(const Catalogue& catalogue, const FiguresRequest& request,
                                      const SeriesWatch& watch = {});

/// One object: "paper", "end" and "figures" (name, title, file or null, commands, notes).
std::string figures_json(const FiguresRequest& request, const DrawnPaper& drawn);

}  // namespace pleuel
