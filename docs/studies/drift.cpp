// study_drift DIR: writes drift.csv and drift.svg, the tables and the picture of docs/drift.md,
// into DIR.
#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <vector>

#include "literature/drift_record.hpp"

namespace pleuel {
namespace {

constexpr double tolerance = 1e-9;
constexpr double until = 2000;  // s
constexpr double settled = 20;  // s, from here on exponents are fitted

struct Curve {
  const char* formulation;
  const char* color;
  std::vector<Drift> drift = {};
};

// The picture's frame in pixels, and the decades it shows.
constexpr double left = 80, right = 620, top = 20, bottom = 380;
constexpr int first_decade_t = 0, last_decade_t = 4;
constexpr int first_decade_g = -12, last_decade_g = -3;

double x_of(double t) {
  return left + (right - left) * (std::log10(t) - first_decade_t) / (last_decade_t - first_decade_t);
}
double y_of(double g) {
  const double decade = std::max<double>(std::log10(g), first_decade_g);  // also where g = 0
  return bottom - (bottom - top) * (decade - first_decade_g) / (last_decade_g - first_decade_g);
}

void draw_axes(std::ostream& svg) {
  svg << "<rect x='" << left << "' y='" << top << "' width='" << right - left << "' height='" << bottom - top
      << "' fill='none' stroke='#444'/>\n";
  for (int d = first_decade_t; d <= last_decade_t; ++d) {
    const double x = x_of(std::pow(10, d));
    svg << "<line x1='" << x << "' x2='" << x << "' y1='" << top << "' y2='" << bottom
        << "' stroke='#ddd'/>\n"
        << "<text x='" << x << "' y='" << bottom + 18 << "' text-anchor='middle'>1e" << d << "</text>\n";
  }
  for (int d = first_decade_g; d <= last_decade_g; ++d) {
    const double y = y_of(std::pow(10, d));
    svg << "<line x1='" << left << "' x2='" << right << "' y1='" << y << "' y2='" << y
        << "' stroke='#ddd'/>\n"
        << "<text x='" << left - 8 << "' y='" << y + 4 << "' text-anchor='end'>1e" << d << "</text>\n";
  }
  svg << "<text x='" << (left + right) / 2 << "' y='" << bottom + 40
      << "' text-anchor='middle'>t in s</text>\n"
      << "<text x='20' y='" << (top + bottom) / 2 << "' text-anchor='middle' transform='rotate(-90 20 "
      << (top + bottom) / 2 << ")'>largest |x² + y² − 1| up to t</text>\n";
}

void draw(const Curve& curve, std::ostream& svg) {
  svg << "<polyline fill='none' stroke-width='2' stroke='" << curve.color << "' points='";
  for (const Drift& d : curve.drift) svg << x_of(d.t) << ',' << y_of(d.position) << ' ';
  const Drift& end = curve.drift.back();
  svg << "'/>\n<text x='" << x_of(end.t) + 6 << "' y='" << y_of(end.position) + 4 << "' fill='" << curve.color
      << "'>" << curve.formulation << "</text>\n";
}

std::string picture(const std::vector<Curve>& curves) {
  std::ostringstream svg;
  svg.precision(5);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='680' height='430' font-family='sans-serif' "
         "font-size='13'>\n"
      << "<rect width='680' height='430' fill='white'/>\n";
  draw_axes(svg);
  for (const Curve& curve : curves) draw(curve, svg);
  svg << "</svg>\n";
  return svg.str();
}

std::string table(const std::vector<Curve>& curves) {
  std::ostringstream csv;
  csv.precision(4);
  csv << "formulation,t,position,velocity\n";
  for (const Curve& curve : curves)
    for (const Drift& d : curve.drift)
      csv << curve.formulation << ',' << d.t << ',' << d.position << ',' << d.velocity << '\n';
  return csv.str();
}

void study(const std::string& folder) {
  std::vector<Curve> curves = {{"ori2", "#7f7f7f"},      {"rcd1", "#2066a8"}, {"rcd0", "#c0392b"},
                               {"baumgarte", "#e67e22"}, {"ggl1", "#2e7d32"}, {"psi1", "#16a085"},
                               {"psi0", "#8e44ad"},      {"ovd1", "#a0785a"}, {"ovd0", "#d63384"}};
  for (Curve& curve : curves) {
    curve.drift = pendulum_drift(curve.formulation, tolerance, until);
    std::printf("%s: |g| ~ t^%.2f, |Gv| ~ t^%.2f; at %g s %.2e and %.2e\n", curve.formulation,
                drift_exponent(curve.drift, &Drift::position, settled),
                drift_exponent(curve.drift, &Drift::velocity, settled), until, curve.drift.back().position,
                curve.drift.back().velocity);
  }
  std::ofstream(folder + "/drift.svg") << picture(curves);
  std::ofstream(folder + "/drift.csv") << table(curves);
}

}  // namespace
}  // namespace pleuel

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: study_drift DIR\n");
    return 2;
  }
  try {
    pleuel::study(argv[1]);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "study_drift: %s\n", exception.what());
    return 1;
  }
}
