// study_alpha DIR: draws figures 2-5 and 7-12 of [YPR98] as SVG files into DIR; see docs/alpha.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <sstream>
#include <vector>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

struct Point {
  double x, y;
};
struct Curve {
  std::string label;
  std::vector<Point> points = {};
};

// Pixels of the frame.
constexpr double left = 80, right = 640, top = 40, bottom = 360;
constexpr std::size_t most_points = 1500;
constexpr const char* colors[] = {"#2066a8", "#c0392b", "#2e7d32", "#e67e22", "#8e44ad"};

struct Range {
  double low = 1e300, high = -1e300;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double part(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

void write_picture(const std::string& file, const std::string& title, const std::string& x_name,
                   const std::string& y_name, const std::vector<Curve>& curves) {
  Range x, y;
  for (const Curve& curve : curves)
    for (const Point& p : curve.points) {
      x.add(p.x);
      y.add(p.y);
    }
  std::ofstream svg(file);
  svg.precision(5);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='760' height='420' font-family='sans-serif' "
         "font-size='13'>\n"
      << "<rect width='760' height='420' fill='white'/>\n<text x='" << left << "' y='24'>" << title
      << "</text>\n"
      << "<rect x='" << left << "' y='" << top << "' width='" << right - left << "' height='" << bottom - top
      << "' fill='none' stroke='#444'/>\n";
  for (int k = 0; k <= 4; ++k) {
    const double px = left + (right - left) * k / 4, py = bottom - (bottom - top) * k / 4;
    svg << "<text x='" << px << "' y='" << bottom + 18 << "' text-anchor='middle'>"
        << number(x.low + (x.high - x.low) * k / 4) << "</text>\n<text x='" << left - 6 << "' y='" << py + 4
        << "' text-anchor='end'>" << number(y.low + (y.high - y.low) * k / 4) << "</text>\n";
  }
  svg << "<text x='" << (left + right) / 2 << "' y='" << bottom + 40 << "' text-anchor='middle'>" << x_name
      << "</text>\n<text x='18' y='" << (top + bottom) / 2
      << "' text-anchor='middle' transform='rotate(-90 18 " << (top + bottom) / 2 << ")'>" << y_name
      << "</text>\n";
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const auto& points = curves[i].points;
    const std::size_t stride = points.size() / most_points + 1;
    svg << "<polyline fill='none' stroke='" << colors[i % 5] << "' points='";
    for (std::size_t k = 0; k < points.size(); k += stride)
      svg << left + (right - left) * x.part(points[k].x) << ','
          << bottom - (bottom - top) * y.part(points[k].y) << ' ';
    svg << "'/>\n<text x='" << right + 8 << "' y='" << top + 18 * static_cast<double>(i + 1) << "' fill='"
        << colors[i % 5] << "'>" << curves[i].label << "</text>\n";
  }
  svg << "</svg>\n";
}

/// Hands each sample to a function.
class Recorder : public RunObserver {
 public:
  using Take = std::function<Point(double t, ConstVec y)>;
  Recorder(Take take, std::vector<Point>& points) : take_(std::move(take)), points_(points) {}
  void sample(double t, ConstVec y) override { points_.push_back(take_(t, y)); }

 private:
  Take take_;
  std::vector<Point>& points_;
};

struct Setting {
  std::string problem;
  double step;
  Settings options;
  double tolerance = 1e-9;
};

Curve curve(const std::string& label, const Setting& setting, const Recorder::Take& take) {
  Curve result{label};
  RunRequest request;
  request.case_name = setting.problem;
  request.method = "alpha";
  request.step = setting.step;
  request.tolerance = {.rtol = setting.tolerance, .atol = setting.tolerance};
  request.settings = setting.options;
  request.settings.emplace("metric", "mass");  // as in the paper
  Recorder recorder(take, result.points);
  const RunResult end = run(standard_catalogue(), request, {.observer = &recorder});
  if (end.status != RunStatus::ok) result.label += " (fails)";
  std::printf("%s, %s: lost in the method %.4g J, E/E0 = %.4g\n", setting.problem.c_str(), label.c_str(),
              end.numerical_dissipation, end.energy_ratio);
  return result;
}

Recorder::Take component(int number) {
  return [number](double t, ConstVec y) { return Point{t, y[number]}; };
}

/// The total energy of a mechanism with its default options.
Recorder::Take energy_of(const std::string& problem) {
  const Catalogue catalogue = standard_catalogue();
  const Problem& p = catalogue.problem(problem);
  const Case c = p.build(OptionValues(p.options, {}));
  std::shared_ptr<SystemEvaluator> evaluator = c.system->make_evaluator();
  return [system = c.system, evaluator](double t, ConstVec y) {
    const SystemInfo& i = system->info();
    const Motion at{.t = t,
                    .q = part(y, 0, i.n_q()),
                    .v = part(y, i.n_q(), i.n_v()),
                    .a = part(y, i.n_q() + i.n_v(), i.n_v()),
                    .lambda = part(y, i.n_q() + 2 * i.n_v(), i.n_lambda()),
                    .s = part(y, i.n_q() + 2 * i.n_v() + i.n_lambda(), i.n_s())};
    return Point{t, evaluator->energy(at).total()};
  };
}

void draw_pendulum(const std::string& folder) {
  const std::string name = "stiff-pendulum";
  std::vector<Curve> energies, paths;
  for (const char* rho : {"1", "0.9", "0.8", "0.5", "0"})
    energies.push_back(curve("ρ = " + std::string(rho), {name, 0.01, {{"rho", rho}, {"jacobian_age", "0"}}},
                             energy_of(name)));
  write_picture(folder + "/figure2.svg", "Stiff pendulum, h = 0.01 s", "t in s", "total energy in J",
                energies);
  for (const double h : {1e-3, 1e-2, 1e-1})
    paths.push_back(
        curve("h = " + number(h), {name, h, {{"rho", "0.5"}, {"jacobian_age", "0"}}}, [](double, ConstVec y) {
          return Point{y[0], y[1]};
        }));
  write_picture(folder + "/figure3.svg", "Stiff pendulum, ρ = 0.5", "x in m", "y in m", paths);
}

void draw_bushing(const std::string& folder) {
  const double end = 40 * 3.14159265358979324 * 1e-5;
  for (const auto& [iteration, figure] : {std::pair{"index2", "4"}, {"cm", "5"}}) {
    std::vector<Curve> curves;
    for (const char* rho : {"0", "0.5", "0.75"})
      curves.push_back(
          curve("ρ = " + std::string(rho),
                {"bushing", end / 500, {{"rho", rho}, {"iteration", iteration}, {"jacobian_age", "0"}}},
                component(2)));
    write_picture(folder + "/figure" + figure + ".svg",
                  std::string("Bushing, 500 steps, iteration ") + iteration, "t in s", "θ in rad", curves);
  }
}

void draw_crank(const std::string& folder) {
  const std::string name = "flexible-slider-crank";
  const auto midpoint = component(5);
  write_picture(folder + "/figure7.svg", "Flexible crank, h = 1/10000 s, ρ = 0.9: rod without damping",
                "t in s", "deflection in m",
                {curve("tip", {name, 1e-4, {{"rho", "0.9"}}, 1e-7}, component(9)),
                 curve("middle", {name, 1e-4, {{"rho", "0.9"}}, 1e-7}, midpoint)});
  write_picture(folder + "/figure8.svg", "Flexible crank, h = 1/2000 s, ρ = 0.75", "t in s", "φ2 in rad",
                {curve("index2", {name, 1.0 / 2000, {{"rho", "0.75"}}}, component(1)),
                 curve("cm", {name, 1.0 / 2000, {{"rho", "0.75"}, {"iteration", "cm"}}}, component(1))});
  write_picture(folder + "/figure9.svg", "Flexible crank, h = 1/500 s", "t in s",
                "deflection of the middle in m",
                {curve("ρ = 0.5", {name, 1.0 / 500, {{"rho", "0.5"}}}, midpoint),
                 curve("ρ = 0", {name, 1.0 / 500, {{"rho", "0"}}}, midpoint)});
  std::vector<Curve> by_rho, by_step, by_iteration;
  for (const char* rho : {"0", "0.5", "0.75"})
    by_rho.push_back(curve("ρ = " + std::string(rho), {name, 1.0 / 500, {{"rho", rho}}}, energy_of(name)));
  for (const int n : {300, 500, 750})
    by_step.push_back(
        curve("h = 1/" + std::to_string(n), {name, 1.0 / n, {{"rho", "0.75"}}}, energy_of(name)));
  for (const char* iteration : {"cm", "index2"})
    by_iteration.push_back(
        curve(iteration, {name, 1.0 / 500, {{"rho", "0.75"}, {"iteration", iteration}}}, energy_of(name)));
  const auto after_load = [](std::vector<Curve>& curves) {
    for (Curve& c : curves) std::erase_if(c.points, [](const Point& p) { return p.x < 0.3; });
  };
  for (auto* curves : {&by_rho, &by_step, &by_iteration}) after_load(*curves);
  write_picture(folder + "/figure10.svg", "Flexible crank after the torque, h = 1/500 s", "t in s",
                "energy in J", by_rho);
  write_picture(folder + "/figure11.svg", "Flexible crank after the torque, ρ = 0.75", "t in s",
                "energy in J", by_step);
  write_picture(folder + "/figure12.svg", "Flexible crank after the torque, h = 1/500 s, ρ = 0.75", "t in s",
                "energy in J", by_iteration);
}

}  // namespace
}  // namespace pleuel

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: study_alpha DIR\n");
    return 2;
  }
  try {
    pleuel::draw_pendulum(argv[1]);
    pleuel::draw_bushing(argv[1]);
    pleuel::draw_crank(argv[1]);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "study_alpha: %s\n", exception.what());
    return 1;
  }
}
