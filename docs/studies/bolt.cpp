// study_bolt DIRECTORY: the pictures of docs/viscoplastic.md, and its table of refinement.
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "pleuel/io/body_states.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/lab/plot_svg.hpp"
#include "pleuel/model/flexible/elastic_view.hpp"
#include "pleuel/problem/bolt.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

constexpr double mm = 1e-3, MPa = 1e6;

Case bolt(const std::string& refine) {
  const Problem problem = bolt_problem();
  return problem.build(OptionValues(problem.options, {{"refine", refine}}));
}

/// Deformations and internal states of the bolt at each sample.
class Watch final : public RunObserver {
 public:
  explicit Watch(ElasticView view) : states_(std::move(view)) {}
  void begin(const RunHeader& header) override { states_.find(header); }
  void sample(double t, ConstVec y) override {
    states_.read(y);
    times.push_back(t);
    q.push_back(states_.q());
    x.push_back(states_.x());
  }
  std::vector<double> times;
  std::vector<Vector> q, x;

 private:
  BodyStates states_;
};

RunRequest request(const std::string& refine) {
  RunRequest r;
  r.case_name = "bolt";
  r.method = "radau5";
  r.tolerance = {.rtol = 1e-6, .atol = 1e-9};
  r.settings = {{"refine", refine}};
  return r;
}

int row_of(const BodyFields& fields, const std::string& name) {
  for (std::size_t k = 0; k < fields.fields().size(); ++k)
    if (fields.fields()[k].name == name) return static_cast<int>(k);
  throw std::invalid_argument(name);
}

/// From blue over white to red, 0 to 1.
std::string colour(double part) {
  const double t = std::clamp(part, 0.0, 1.0);
  const auto mix = [](double a, double b, double s) {
    return static_cast<int>(std::lround(a + (b - a) * s));
  };
  char text[8];
  if (t < 0.5)
    std::snprintf(text, sizeof text, "#%02x%02x%02x", mix(33, 247, 2 * t), mix(102, 247, 2 * t),
                  mix(172, 247, 2 * t));
  else
    std::snprintf(text, sizeof text, "#%02x%02x%02x", mix(247, 178, 2 * t - 1), mix(247, 24, 2 * t - 1),
                  mix(247, 43, 2 * t - 1));
  return text;
}

/// Each triangle cut into the four of its nodes, coloured by the mean of their values,
/// displacements ten times as large.
std::string mesh_picture(const fem::ElasticBody& body, const Vector& q, const Vector& values,
                         const std::string& title) {
  constexpr double scale = 10, zoom = 18, left = 30, top = 60, height = 10.5 * zoom;
  const double most = values.maxCoeff();
  const auto place = [&](int node) {
    const Eigen::Vector2d at = (body.mesh().point(node) + scale * body.displacement(node, q).head<2>()) / mm;
    return Eigen::Vector2d(left + zoom * at[0], top + height - zoom * at[1]);
  };
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 330\" font-family=\"sans-serif\" "
      "font-size=\"14\">\n"
      "<rect width=\"900\" height=\"330\" fill=\"white\"/>\n<text x=\"30\" y=\"30\" font-size=\"16\">" +
      title + "</text>\n";
  constexpr int parts[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
  char line[256];
  for (const auto& element : body.mesh().elements)
    for (const auto& part : parts) {
      double mean = 0;
      Eigen::Vector2d corner[3];
      for (int k = 0; k < 3; ++k) {
        mean += values[element.node[part[k]]] / 3;
        corner[k] = place(element.node[part[k]]);
      }
      const std::string fill = colour(mean / most);
      std::snprintf(line, sizeof line,
                    "<polygon points=\"%.2f,%.2f %.2f,%.2f %.2f,%.2f\" fill=\"%s\" stroke=\"%s\" "
                    "stroke-width=\"0.3\"/>\n",
                    corner[0][0], corner[0][1], corner[1][0], corner[1][1], corner[2][0], corner[2][1],
                    fill.c_str(), fill.c_str());
      text += line;
    }
  for (int k = 0; k <= 50; ++k) {
    std::snprintf(line, sizeof line, "<rect x=\"%d\" y=\"290\" width=\"6\" height=\"12\" fill=\"%s\"/>\n",
                  30 + 6 * k, colour(k / 50.0).c_str());
    text += line;
  }
  std::snprintf(line, sizeof line,
                "<text x=\"30\" y=\"320\">0</text><text x=\"310\" y=\"320\">%.4f</text>\n</svg>\n", most);
  return text + line;
}

void pictures(const std::filesystem::path& directory) {
  const Catalogue catalogue = standard_catalogue();
  {
    const Case c = bolt("4");
    const ElasticView view = elastic_views(*c.system).front();
    Watch watch(view);
    RunRequest r = request("4");
    r.at = {110};
    if (run(catalogue, r, {.observer = &watch}).status != RunStatus::ok)
      throw std::runtime_error("bolt failed");
    const Matrix fields = view.fields->nodal_values(watch.q.back(), watch.x.back());
    write_whole_file(directory / "strain.svg",
                     mesh_picture(view.shape->body, view.shape->unknowns(watch.q.back()),
                                  fields.row(row_of(*view.fields, "plastic_strain")),
                                  "Accumulated plastic strain at t = 110 s, mesh M3; displacements × 10"));
  }
  const Case c = bolt("1");
  const ElasticView view = elastic_views(*c.system).front();
  Watch watch(view);
  RunRequest fine = request("1");
  fine.every = 0.1;
  if (run(catalogue, fine, {.observer = &watch}).status != RunStatus::ok)
    throw std::runtime_error("bolt failed");
  const auto& material = view.shape->body.plane_section().material;
  PlotCurve strain{"ε^p11", {}}, loop{"σ11 against ε11", {}};
  const int s11 = row_of(*view.fields, "stress11"), s22 = row_of(*view.fields, "stress22"),
            ep11 = row_of(*view.fields, "ep11");
  for (std::size_t k = 0; k < watch.times.size(); ++k) {
    const Vector at = view.fields->values(watch.q[k], watch.x[k]).col(0);
    strain.points.emplace_back(watch.times[k], at[ep11]);
    loop.points.emplace_back(at[ep11] + (at[s11] - material.poisson * at[s22]) / material.modulus,
                             at[s11] / MPa);
  }
  write_whole_file(directory / "strain-time.svg",
                   plot_svg({.title = "Plastic strain of the bolt, first point of the gauge",
                             .x_title = "t, s",
                             .y_title = "ε^p11",
                             .curves = {strain}}));
  write_whole_file(directory / "stress-strain.svg",
                   plot_svg({.title = "Stress and strain of the bolt, first point of the gauge",
                             .x_title = "ε11",
                             .y_title = "σ11, MPa",
                             .curves = {loop}}));
}

long resident_megabytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// The load rises until the bolt flows: some tens of steps.
void refinement() {
  const Catalogue catalogue = standard_catalogue();
  std::printf(
      "| refine | displacements | points | steps | factorisations | time a step, ms | memory, MB |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const char* refine : {"4", "8", "14"}) {
    const ElasticView view = elastic_views(*bolt(refine).system).front();
    RunRequest r = request(refine);
    r.method = "bdf2";
    r.until = 7;
    r.tolerance = {.rtol = 1e-4, .atol = 1e-7};
    const RunResult result = run(catalogue, r);
    if (result.status != RunStatus::ok) throw std::runtime_error(result.message);
    std::printf("| %s | %d | %d | %ld | %ld | %.3g | %ld |\n", refine, view.shape->n_deformation(),
                view.fields->n_points(), static_cast<long>(result.statistics.steps),
                static_cast<long>(result.statistics.factorizations),
                1e3 * result.cpu_seconds / static_cast<double>(result.statistics.steps),
                resident_megabytes());
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace pleuel

int main(int argc, char** argv) {
  try {
    if (argc == 2) pleuel::pictures(argv[1]);
    pleuel::refinement();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
