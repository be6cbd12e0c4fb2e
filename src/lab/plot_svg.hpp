// Line diagrams as SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pleuel {

struct PlotCurve {
  std::string label;
  /// A point whose y is NaN interrupts the line.
  std::vector<std::pair<double, double>> points;
};

enum class Axis { linear, decades };

/// The contents of a diagram; on a logarithmic axis, points that are not positive are omitted.
struct Plot {
  std::string title = {}, subtitle = {};
  std::string x_title = {}, y_title = {};
  Axis x_axis = Axis::linear;
  Axis y_axis = Axis::linear;
  std::vector<PlotCurve> curves = {};
  bool has_markers = false;  ///< a dot at each point
};

/// One self-contained SVG without scripts; empty if there are no points. Several curves have
/// different dashes, so that a curve below another one is visible.
std::string plot_svg(const Plot& plot);

}  // namespace pleuel
