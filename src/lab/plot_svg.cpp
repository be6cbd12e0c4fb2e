#include "pleuel/lab/plot_svg.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pleuel/base/limits.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/svg_canvas.hpp"

namespace pleuel {
namespace {

// Dashes of consecutive curves. Each leaves gaps in which the curves below it are seen.
constexpr const char* dashes[] = {"", "9 5", "3 3", "14 4 3 4"};

constexpr double legend_left = SvgCanvas::right + 42;
constexpr double smallest_width = 820;
constexpr double letter_width = 7.5;  // of the font, on average

/// Wide enough for the labels. Bytes of a letter beyond the first do not count.
double width_of(const Plot& plot) {
  double width = smallest_width;
  for (const PlotCurve& curve : plot.curves) {
    const auto n_letters = std::ranges::count_if(curve.label, [](char c) { return (c & 0xc0) != 0x80; });
    width = std::max(width, legend_left + letter_width * static_cast<double>(n_letters + 1));
  }
  return width;
}

struct Tick {
  double value = 0;
  std::string label;
};

// Maps data to pixels along one axis, with round ticks.
class Scale {
 public:
  Scale(Axis axis, double first_pixel, double last_pixel)
      : axis_(axis), first_pixel_(first_pixel), last_pixel_(last_pixel) {}

  bool shows(double value) const { return std::isfinite(value) && (axis_ == Axis::linear || value > 0); }
  void include(double value) {
    const double v = inner(value);
    low_ = std::min(low_, v);
    high_ = std::max(high_, v);
  }
  bool is_empty() const { return low_ > high_; }

  void round() {
    if (high_ - low_ <= 1e-12 * std::abs(high_)) {
      const double more = high_ == 0 ? 1 : 0.1 * std::abs(high_);
      low_ -= more;
      high_ += more;
    }
    // Steps of 1, 2 or 5 times a power of ten; whole decades on a logarithmic axis.
    const double raw = (high_ - low_) / 6, power = std::pow(10.0, std::floor(std::log10(raw)));
    step_ = power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
    if (axis_ == Axis::decades) step_ = std::max(1.0, std::ceil(step_));
    low_ = std::floor(low_ / step_ + 1e-9) * step_;
    high_ = std::ceil(high_ / step_ - 1e-9) * step_;
  }

  double pixel(double value) const { return place(inner(value)); }

  std::vector<Tick> ticks() const {
    std::vector<Tick> all;
    const int n = static_cast<int>(std::lround((high_ - low_) / step_));
    for (int i = 0; i <= n; ++i) {
      const double v = low_ + i * step_;
      const std::string text = number_text(std::abs(v) < 1e-9 * step_ ? 0 : v);
      all.push_back({place(v), axis_ == Axis::decades ? "1e" + text : text});
    }
    return all;
  }

 private:
  double inner(double value) const { return axis_ == Axis::linear ? value : std::log10(value); }
  double place(double v) const {
    return first_pixel_ + (last_pixel_ - first_pixel_) * (v - low_) / (high_ - low_);
  }

  Axis axis_;
  double first_pixel_, last_pixel_;
  double low_ = infinity, high_ = -low_, step_ = 1;
};

/// Scales, grid and curves of a plot.
class PlotDiagram {
 public:
  explicit PlotDiagram(const Plot& plot)
      : plot_(plot),
        canvas_(width_of(plot), plot.title, plot.subtitle),
        x_(plot.x_axis, SvgCanvas::left, SvgCanvas::right),
        y_(plot.y_axis, SvgCanvas::bottom, SvgCanvas::top) {
    for (const PlotCurve& curve : plot.curves)
      for (const auto& [x, y] : curve.points)
        if (x_.shows(x) && y_.shows(y)) {
          x_.include(x);
          y_.include(y);
        }
  }

  bool is_empty() const { return x_.is_empty(); }

  std::string text() {
    x_.round();
    y_.round();
    draw_axes();
    for (std::size_t i = 0; i < plot_.curves.size(); ++i) draw_curve(i);
    return canvas_.text();
  }

 private:
  void draw_axes() {
    for (const Tick& tick : x_.ticks()) {
      canvas_.vertical(tick.value);
      canvas_.write({tick.value, SvgCanvas::bottom + 20}, "text-anchor='middle' fill='#444'", tick.label);
    }
    for (const Tick& tick : y_.ticks()) {
      canvas_.horizontal(tick.value);
      canvas_.write({SvgCanvas::left - 8, tick.value + 5}, "text-anchor='end' fill='#444'", tick.label);
    }
    canvas_.frame(plot_.x_title, plot_.y_title);
  }

  void draw_curve(std::size_t i) {
    const char* colour = SvgCanvas::colours[i % n_colours];
    std::ostringstream& svg = canvas_.svg();
    const std::string dash = std::string("stroke-dasharray='") + dashes[i % std::size(dashes)] + "'";
    const std::string begin =
        std::string("<polyline fill='none' stroke='") + colour + "' stroke-width='1.8' " + dash + " points='";
    svg << begin;
    for (const auto& [x, y] : plot_.curves[i].points) {
      if (std::isnan(y)) svg << "'/>\n" << begin;
      if (x_.shows(x) && y_.shows(y)) svg << x_.pixel(x) << ',' << y_.pixel(y) << ' ';
    }
    svg << "'/>\n";
    if (plot_.has_markers) draw_markers(plot_.curves[i], colour);
    const double y = SvgCanvas::top + 14 + 20 * static_cast<double>(i);
    svg << "<line x1='" << SvgCanvas::right + 14 << "' x2='" << SvgCanvas::right + 36 << "' y1='" << y - 4
        << "' y2='" << y - 4 << "' stroke='" << colour << "' stroke-width='2.5' " << dash << "/>\n";
    canvas_.write({legend_left, y}, "fill='#222'", plot_.curves[i].label);
  }

  void draw_markers(const PlotCurve& curve, const char* colour) {
    for (const auto& [x, y] : curve.points)
      if (x_.shows(x) && y_.shows(y))
        canvas_.svg() << "<circle r='2.4' fill='" << colour << "' cx='" << x_.pixel(x) << "' cy='"
                      << y_.pixel(y) << "'/>\n";
  }

  static constexpr std::size_t n_colours = SvgCanvas::colours.size();

  const Plot& plot_;
  SvgCanvas canvas_;
  Scale x_, y_;
};

}  // namespace

std::string plot_svg(const Plot& plot) {
  PlotDiagram diagram(plot);
  return diagram.is_empty() ? "" : diagram.text();
}

}  // namespace pleuel
