// The common frame of all diagrams: title, axes, grid lines, colours.
#pragma once

#include <array>
#include <sstream>
#include <string>

namespace pleuel {

/// An SVG picture with a diagram on white; labels are to its right.
class SvgCanvas {
 public:
  struct Point {
    double x = 0;
    double y = 0;
  };
  /// The frame in pixels.
  static constexpr double left = 86, right = 640, top = 56, bottom = 480;
  static constexpr double height = 545;
  /// Colours of different hue and lightness on white.
  static constexpr std::array<const char*, 10> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                          "#7a5195", "#a6761d", "#000000", "#2ab7ca",
                                                          "#b8001f", "#7f8c00"};

  SvgCanvas(double width, const std::string& title, const std::string& subtitle);

  void write(Point at, const std::string& attributes, const std::string& text);
  /// Grid lines across the frame.
  void vertical(double x) { line({x, top}, {x, bottom}, "#ddd"); }
  void horizontal(double y) { line({left, y}, {right, y}, "#ddd"); }
  void line(Point from, Point to, const char* colour);
  /// The box around the frame and the titles of its axes.
  void frame(const std::string& x_title, const std::string& y_title);
  /// For elements that the functions above do not draw.
  std::ostringstream& svg() { return svg_; }
  /// The complete picture; nothing can be added afterwards.
  std::string text();

 private:
  std::ostringstream svg_;
};

}  // namespace pleuel
