#include "pleuel/lab/plot_svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

#include "pleuel/base/markup.hpp"

namespace pleuel {
namespace {

// The frame of the diagram in pixels; labels stand to its right.
constexpr double left = 86, right = 640, top = 56, bottom = 480;
constexpr double width = 820, height = 545;

// Colours of unlike hue and lightness on white.
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                   "#7a5195", "#a6761d", "#000000"};
constexpr std::size_t n_colours = std::size(colours);

struct Tick {
  double value = 0;
  std::string label;
};

// From data to pixels along one axis, with round ticks.
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
    // Steps of 1, 2 or 5 times a power of ten; whole decades where they count.
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
      char text[32];
      std::snprintf(text, sizeof text, "%.6g", std::abs(v) < 1e-9 * step_ ? 0 : v);
      all.push_back({place(v), axis_ == Axis::decades ? "1e" + std::string(text) : text});
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
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_, step_ = 1;
};

class Diagram {
 public:
  explicit Diagram(const Plot& plot)
      : plot_(plot), x_(plot.x_axis, left, right), y_(plot.y_axis, bottom, top) {
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
    svg_.precision(5);
    svg_ << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << height
         << "' viewBox='0 0 " << width << ' ' << height
         << "' font-family='sans-serif' font-size='13'>\n<rect width='" << width << "' height='" << height
         << "' fill='white'/>\n";
    write(left, 24, "font-size='16' font-weight='bold'", plot_.title);
    write(left, 43, "fill='#444'", plot_.subtitle);
    draw_axes();
    for (std::size_t i = 0; i < plot_.curves.size(); ++i) draw_curve(i);
    svg_ << "</svg>\n";
    return svg_.str();
  }

 private:
  void write(double x, double y, const std::string& attributes, const std::string& text) {
    svg_ << "<text x='" << x << "' y='" << y << "' " << attributes << ">" << markup_escaped(text)
         << "</text>\n";
  }

  void line(double x1, double y1, double x2, double y2) {
    svg_ << "<line x1='" << x1 << "' y1='" << y1 << "' x2='" << x2 << "' y2='" << y2 << "' stroke='#ddd'/>\n";
  }

  void draw_axes() {
    for (const Tick& tick : x_.ticks()) {
      line(tick.value, top, tick.value, bottom);
      write(tick.value, bottom + 20, "text-anchor='middle' fill='#444'", tick.label);
    }
    for (const Tick& tick : y_.ticks()) {
      line(left, tick.value, right, tick.value);
      write(left - 8, tick.value + 5, "text-anchor='end' fill='#444'", tick.label);
    }
    svg_ << "<rect x='" << left << "' y='" << top << "' width='" << right - left << "' height='"
         << bottom - top << "' fill='none' stroke='#444'/>\n";
    const double middle = (top + bottom) / 2;
    write((left + right) / 2, bottom + 46, "text-anchor='middle'", plot_.x_title);
    std::ostringstream turned;
    turned << "text-anchor='middle' transform='rotate(-90 26 " << middle << ")'";
    write(26, middle, turned.str(), plot_.y_title);
  }

  void draw_curve(std::size_t i) {
    const char* colour = colours[i % n_colours];
    svg_ << "<polyline fill='none' stroke='" << colour << "' stroke-width='1.8' points='";
    for (const auto& [x, y] : plot_.curves[i].points)
      if (x_.shows(x) && y_.shows(y)) svg_ << x_.pixel(x) << ',' << y_.pixel(y) << ' ';
    svg_ << "'/>\n";
    const double y = top + 14 + 20 * static_cast<double>(i);
    svg_ << "<line x1='" << right + 14 << "' x2='" << right + 36 << "' y1='" << y - 4 << "' y2='" << y - 4
         << "' stroke='" << colour << "' stroke-width='2.5'/>\n";
    write(right + 42, y, "fill='#222'", plot_.curves[i].label);
  }

  const Plot& plot_;
  Scale x_, y_;
  std::ostringstream svg_;
};

}  // namespace

std::string plot_svg(const Plot& plot) {
  Diagram diagram(plot);
  return diagram.is_empty() ? "" : diagram.text();
}

}  // namespace pleuel
