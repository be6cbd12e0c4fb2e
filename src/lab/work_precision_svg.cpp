#include "pleuel/lab/work_precision_svg.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <vector>

#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/svg_canvas.hpp"

namespace pleuel {
namespace {

using Point = SvgCanvas::Point;

constexpr double left = SvgCanvas::left, right = SvgCanvas::right, top = SvgCanvas::top,
                 bottom = SvgCanvas::bottom;
constexpr double label_x = right + 34, label_distance = 17;
constexpr std::size_t most_coloured = SvgCanvas::colours.size();
constexpr double exact_digits = 16;  // an error of zero is drawn at the resolution of a double

struct Range {
  int first = 0;
  int last = 0;
  void include(double value) {
    first = std::min(first, static_cast<int>(std::floor(value)));
    last = std::max(last, static_cast<int>(std::ceil(value)));
  }
  static Range around(double value) {
    return {static_cast<int>(std::floor(value)), static_cast<int>(std::ceil(value))};
  }
};

bool is_shown(const WorkPoint& point) { return !std::isnan(point.digits) && point.seconds > 0; }
double log_error(const WorkPoint& point) { return -std::min(point.digits, exact_digits); }

class WorkPrecisionDiagram {
 public:
  explicit WorkPrecisionDiagram(const CaseSummary& summary)
      : summary_(summary), canvas_(940, title_of(summary), "lower left is better; one point per tolerance") {
    bool is_first = true;
    for (const WorkCurve& curve : summary.ours) {
      for (const WorkPoint& point : curve.points) {
        if (!is_shown(point)) continue;
        const double t = std::log10(point.seconds), e = log_error(point);
        if (is_first) {
          times_ = Range::around(t);
          errors_ = Range::around(e);
        }
        is_first = false;
        times_.include(t);
        errors_.include(e);
      }
    }
    is_empty_ = is_first;
    if (times_.first == times_.last) ++times_.last;
    if (errors_.first == errors_.last) ++errors_.last;
  }

  bool is_empty() const { return is_empty_; }

  std::string text() {
    draw_axes();
    const std::size_t n_coloured = std::min(most_coloured, summary_.ours.size());
    for (std::size_t i = n_coloured; i < summary_.ours.size(); ++i) draw_line(summary_.ours[i], "#cccccc", 1);
    for (std::size_t i = n_coloured; i-- > 0;) {
      draw_line(summary_.ours[i], SvgCanvas::colours[i], 1.8);
      for (const WorkPoint& point : summary_.ours[i].points)
        if (is_shown(point)) draw_marker(i, place(point));
    }
    draw_labels(n_coloured);
    return canvas_.text();
  }

 private:
  double x_of(double log_time) const {
    return left + (right - left) * (log_time - times_.first) / (times_.last - times_.first);
  }
  double y_of(double log_e) const {
    return bottom - (bottom - top) * (log_e - errors_.first) / (errors_.last - errors_.first);
  }
  Point place(const WorkPoint& point) const {
    return {x_of(std::log10(point.seconds)), y_of(log_error(point))};
  }

  void write_power(Point at, const char* anchor, int exponent) {
    svg_ << "<text x='" << at.x << "' y='" << at.y << "' text-anchor='" << anchor
         << "' fill='#444'>10<tspan dy='-5' "
         << "font-size='10'>" << (exponent < 0 ? "−" : "") << std::abs(exponent) << "</tspan></text>\n";
  }

  static std::string title_of(const CaseSummary& summary) {
    const std::string settings = summary.settings.empty() ? "" : ", " + summary.settings;
    return summary.case_name + settings + ", to t = " + number_text(summary.t_end);
  }

  void draw_axes() {
    for (int d = times_.first; d <= times_.last; ++d) {
      canvas_.vertical(x_of(d));
      write_power({x_of(d), bottom + 20}, "middle", d);
      for (int k = 2; k <= 9 && d < times_.last; ++k) tick(x_of(d + std::log10(k)));
    }
    // If there are more than twelve decades, every second one is labelled.
    const int stride = errors_.last - errors_.first > 12 ? 2 : 1;
    for (int d = errors_.first; d <= errors_.last; ++d) {
      canvas_.horizontal(y_of(d));
      if (d % stride == 0) write_power({left - 8, y_of(d) + 5}, "end", d);
    }
    canvas_.frame("processor time in s", error_title());
  }

  std::string error_title() const {
    switch (summary_.measure) {
      case Measure::scd:
        return "largest relative error (10^−scd)";
      case Measure::mescd:
        return "largest mixed error (10^−mescd)";
      case Measure::error:
        return "Euclidean error at the end";
    }
    return "";
  }

  void tick(double x) { canvas_.line({x, bottom}, {x, bottom - 5}, "#888"); }

  // Interrupted where a run failed.
  void draw_line(const WorkCurve& curve, const char* colour, double stroke) {
    bool is_open = false;
    const auto close = [&] {
      if (is_open) svg_ << "'/>\n";
      is_open = false;
    };
    for (const WorkPoint& point : curve.points) {
      if (!is_shown(point)) {
        close();
        continue;
      }
      if (!is_open)
        svg_ << "<polyline fill='none' stroke='" << colour << "' stroke-width='" << stroke << "' points='";
      is_open = true;
      const Point at = place(point);
      svg_ << at.x << ',' << at.y << ' ';
    }
    close();
  }

  void draw_polygon(std::size_t i, Point at, int n, double turn, double inner) {
    const int n_points = inner < 1 ? 2 * n : n;
    svg_ << "<polygon fill='" << SvgCanvas::colours[i] << "' stroke='white' stroke-width='0.6' points='";
    for (int k = 0; k < n_points; ++k) {
      const double radius = inner < 1 && k % 2 == 1 ? 6 * inner : 6;
      const double angle = turn + 2 * std::numbers::pi * k / n_points;
      svg_ << at.x + radius * std::sin(angle) << ',' << at.y - radius * std::cos(angle) << ' ';
    }
    svg_ << "'/>\n";
  }

  void draw_strokes(std::size_t i, Point at, double turn) {
    svg_ << "<path fill='none' stroke='" << SvgCanvas::colours[i] << "' stroke-width='2.2' d='";
    for (const double angle : {turn, turn + std::numbers::pi / 2}) {
      const double dx = 5 * std::sin(angle), dy = 5 * std::cos(angle);
      svg_ << 'M' << at.x - dx << ' ' << at.y - dy << 'L' << at.x + dx << ' ' << at.y + dy;
    }
    svg_ << "'/>\n";
  }

  void draw_circle(std::size_t i, Point at, const char* fill) {
    svg_ << "<circle cx='" << at.x << "' cy='" << at.y << "' r='4.4' fill='" << fill << "' stroke='"
         << SvgCanvas::colours[i] << "' stroke-width='1.8'/>\n";
  }

  void draw_marker(std::size_t i, Point at) {
    using std::numbers::pi;
    switch (i) {
      case 0:
        return draw_circle(i, at, SvgCanvas::colours[i]);
      case 1:
        return draw_polygon(i, at, 4, pi / 4, 1);
      case 2:
        return draw_polygon(i, at, 3, 0, 1);
      case 3:
        return draw_polygon(i, at, 3, pi, 1);
      case 4:
        return draw_polygon(i, at, 4, 0, 1);
      case 5:
        return draw_strokes(i, at, 0);
      case 6:
        return draw_strokes(i, at, pi / 4);
      case 7:
        return draw_polygon(i, at, 5, 0, 0.45);
      case 8:
        return draw_circle(i, at, "white");
      default:
        return draw_polygon(i, at, 4, 0, 0.4);
    }
  }

  // Labels in the order of the curves' most accurate runs, without overlap, each with a line to its
  // run.
  void draw_labels(std::size_t n_coloured) {
    struct Label {
      std::size_t curve = 0;
      Point end;
      double y = 0;
    };
    std::vector<Label> labels;
    for (std::size_t i = 0; i < n_coloured; ++i) {
      Point end{0, -1};
      for (const WorkPoint& point : summary_.ours[i].points) {
        if (is_shown(point) && place(point).y > end.y) end = place(point);
      }
      if (end.y >= 0) labels.push_back({i, end, end.y});
    }
    std::ranges::sort(labels, [](const Label& a, const Label& b) { return a.y > b.y; });
    double lowest = bottom - 4;
    for (Label& label : labels) {
      label.y = std::min(label.y, lowest);
      lowest = label.y - label_distance;
    }
    for (const Label& label : labels) {
      svg_ << "<polyline fill='none' stroke='" << SvgCanvas::colours[label.curve]
           << "' stroke-opacity='0.45' stroke-width='0.8' "
           << "stroke-dasharray='2 3' points='" << label.end.x + 8 << ',' << label.end.y << ' ' << right + 6
           << ',' << label.y << ' ' << label_x - 12 << ',' << label.y << "'/>\n";
      draw_marker(label.curve, {label_x - 4, label.y});
      canvas_.write({label_x + 8, label.y + 4}, std::string("fill='") + SvgCanvas::colours[label.curve] + "'",
                    summary_.ours[label.curve].label());
    }
    const std::size_t n_grey = summary_.ours.size() - n_coloured;
    if (n_grey > 0)
      canvas_.write({label_x - 8, top - 12}, "fill='#888'", std::to_string(n_grey) + " slower in grey");
  }

  const CaseSummary& summary_;
  bool is_empty_ = true;
  Range times_, errors_;
  SvgCanvas canvas_;
  std::ostringstream& svg_ = canvas_.svg();
};

}  // namespace

std::string work_precision_svg(const CaseSummary& summary) {
  WorkPrecisionDiagram diagram(summary);
  return diagram.is_empty() ? "" : diagram.text();
}

}  // namespace pleuel
