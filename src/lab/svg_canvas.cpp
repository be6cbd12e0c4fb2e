#include "pleuel/lab/svg_canvas.hpp"

#include "pleuel/base/markup.hpp"

namespace pleuel {

SvgCanvas::SvgCanvas(double width, const std::string& title, const std::string& subtitle) {
  svg_.precision(5);
  svg_ << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << height
       << "' viewBox='0 0 " << width << ' ' << height
       << "' font-family='sans-serif' font-size='13'>\n<rect width='" << width << "' height='" << height
       << "' fill='white'/>\n";
  write({left, 24}, "font-size='16' font-weight='bold'", title);
  write({left, 43}, "fill='#444'", subtitle);
}

void SvgCanvas::write(Point at, const std::string& attributes, const std::string& text) {
  svg_ << "<text x='" << at.x << "' y='" << at.y << "' " << attributes << ">" << markup_escaped(text)
       << "</text>\n";
}

void SvgCanvas::line(Point from, Point to, const char* colour) {
  svg_ << "<line x1='" << from.x << "' y1='" << from.y << "' x2='" << to.x << "' y2='" << to.y << "' stroke='"
       << colour << "'/>\n";
}

void SvgCanvas::frame(const std::string& x_title, const std::string& y_title) {
  svg_ << "<rect x='" << left << "' y='" << top << "' width='" << right - left << "' height='" << bottom - top
       << "' fill='none' stroke='#444'/>\n";
  const double middle = (top + bottom) / 2;
  write({(left + right) / 2, bottom + 46}, "text-anchor='middle'", x_title);
  std::ostringstream turned;
  turned << "text-anchor='middle' transform='rotate(-90 26 " << middle << ")'";
  write({26, middle}, turned.str(), y_title);
}

std::string SvgCanvas::text() {
  svg_ << "</svg>\n";
  return svg_.str();
}

}  // namespace pleuel
