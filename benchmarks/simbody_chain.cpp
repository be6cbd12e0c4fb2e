// Simbody and Pleuel on one chain, alternately in one process: time to an error.
//
//     simbody_chain MODEL N [SECONDS [REPEATS]]        MODEL: models/chain.json, chain-spatial.json
//
// Simbody [Debian's libsimbody-dev] takes joint coordinates, so its chain has no constraints, and
// integrates explicitly by Runge–Kutta–Merson with error control. The error is the largest distance
// of a link's centre of mass at the end from that of a run of Pleuel with tolerances of 1e-12.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "simbody_peer.hpp"

namespace {

struct Run {
  std::string label;
  double seconds = 0;
  std::vector<double> centres;  // x, y, z of each link
};

struct Chain {
  std::string model;
  int n = 10;
  double seconds = 0.5;
  static constexpr double l = 0.1, m = 0.1;   // as in the model files
  static constexpr double start = -M_PI / 3;  // angle of the links, rad
  static constexpr double radius = 0.01, turn = 2;

  bool is_spatial() const { return model.find("spatial") != std::string::npos; }
};

pleuel::RunRequest request_of(const Chain& chain, const std::string& formulation, const std::string& method,
                              double tol) {
  pleuel::RunRequest r;
  r.case_name = chain.model;
  if (!formulation.empty()) r.formulation = formulation;
  r.method = method;
  r.tolerance = {.rtol = tol, .atol = tol};
  r.until = chain.seconds;
  r.settings["N"] = std::to_string(chain.n);
  return r;
}

std::vector<double> centres(const Chain& chain, const pleuel::RunResult& result) {
  std::vector<double> x;
  const int n_q = chain.is_spatial() ? 7 : 3;
  for (int i = 0; i < chain.n; ++i)
    for (const int k : {0, 1, 2}) x.push_back(k == 2 && !chain.is_spatial() ? 0 : result.y[i * n_q + k]);
  return x;
}

Run pleuel_run(const pleuel::Catalogue& catalogue, const Chain& chain, const std::string& formulation,
               const std::string& method, double tol) {
  const auto plan = pleuel::plan(catalogue, request_of(chain, formulation, method, tol));
  const auto result = pleuel::run(plan);
  if (result.status != pleuel::RunStatus::ok)
    return {"pleuel " + formulation + " " + method + " failed", HUGE_VAL, {}};
  char label[80];
  std::snprintf(label, sizeof label, "pleuel  %-4s %-7s rtol %.0e", formulation.c_str(), method.c_str(), tol);
  return {label, pleuel::timed_run(plan).value_or(result.cpu_seconds), centres(chain, result)};
}

Run simbody_run(const Chain& chain, double accuracy) {
  char label[80];
  std::snprintf(label, sizeof label, "simbody RungeKuttaMerson accuracy %.0e", accuracy);
  PeerRun run = simbody_chain({.n = chain.n,
                               .l = Chain::l,
                               .m = Chain::m,
                               .start = Chain::start,
                               .is_spatial = chain.is_spatial(),
                               .radius = chain.is_spatial() ? Chain::radius : 0,
                               .turn = Chain::turn},
                              chain.seconds, accuracy);
  return {label, run.seconds, std::move(run.centres)};
}

double error_of(const Run& run, const std::vector<double>& reference) {
  if (run.centres.empty()) return HUGE_VAL;
  double worst = 0;
  for (std::size_t k = 0; k < reference.size(); k += 3)
    worst = std::max(worst, std::hypot(run.centres[k] - reference[k], run.centres[k + 1] - reference[k + 1],
                                       run.centres[k + 2] - reference[k + 2]));
  return worst;
}

struct Point {
  std::string label;
  double error, seconds;
};

/// Smallest time at an error not above `wanted`, on straight lines between neighbours in the
/// logarithms.
double time_to(const std::vector<Point>& points, double wanted) {
  double best = HUGE_VAL;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (points[k].error <= wanted) best = std::min(best, points[k].seconds);
    if (k == 0 || !(points[k - 1].error > wanted && points[k].error <= wanted)) continue;
    const double s = std::log(points[k - 1].error / wanted) / std::log(points[k - 1].error / points[k].error);
    best = std::min(best, points[k - 1].seconds * std::pow(points[k].seconds / points[k - 1].seconds, s));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: simbody_chain MODEL N [SECONDS [REPEATS]]\n");
    return 2;
  }
  Chain chain{argv[1], std::atoi(argv[2])};
  if (argc > 3) chain.seconds = std::atof(argv[3]);
  const int repeats = argc > 4 ? std::atoi(argv[4]) : 3;
  const auto catalogue = pleuel::standard_catalogue();
  const Run reference = pleuel_run(catalogue, chain, "", "dop853", 1e-12);
  if (reference.centres.empty()) {
    std::fprintf(stderr, "the reference run failed\n");
    return 1;
  }

  const std::vector<double> tolerances = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"", "dop853"}, {"", "mdop5"}, {"rcd1", "radau5"}, {"rcd1", "radau"}, {"rcd0", "bdf"}};
  std::vector<std::vector<Point>> curves(1 + pairs.size());
  for (const double tol : tolerances) {
    std::vector<Run> best(curves.size());
    for (int k = 0; k < repeats; ++k)
      for (std::size_t c = 0; c < curves.size(); ++c) {
        Run run = c == 0 ? simbody_run(chain, tol)
                         : pleuel_run(catalogue, chain, pairs[c - 1].first, pairs[c - 1].second, tol);
        if (k == 0 || run.seconds < best[c].seconds) best[c] = std::move(run);
      }
    for (std::size_t c = 0; c < curves.size(); ++c) {
      curves[c].push_back({best[c].label, error_of(best[c], reference.centres), best[c].seconds});
      std::printf("%-44s error %.2e m  %.4f s\n", best[c].label.c_str(), curves[c].back().error,
                  best[c].seconds);
    }
    std::fflush(stdout);
  }
  for (const double wanted : {1e-4, 1e-6, 1e-7}) {
    const double peer = time_to(curves[0], wanted);
    double own = HUGE_VAL;
    std::size_t which = 1;
    for (std::size_t c = 1; c < curves.size(); ++c)
      if (time_to(curves[c], wanted) < own) own = time_to(curves[c], wanted), which = c;
    std::printf("N = %d, error %.0e m: simbody %.4f s, pleuel %.4f s (%s %s), ratio %.2f\n", chain.n, wanted,
                peer, own, pairs[which - 1].first.c_str(), pairs[which - 1].second.c_str(), own / peer);
  }
}
