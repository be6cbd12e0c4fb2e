// bench_radau5 [rounds]: radau5 beside RADAU5 on two problems of the test set; see benchmarks/README.md.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

#include "pleuel/driver/cpu_clock.hpp"
#include "pleuel/driver/run.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "work_precision.hpp"

namespace pleuel {
namespace {

constexpr int default_rounds = 15;

/// A problem under one formulation, with the names it has in the peer's file.
struct Series {
  std::string problem, formulation;
  std::string peer_problem, peer_formulation;
  double h0_part;  ///< first step as part of rtol, as the peer had it
};

const Series all_series[] = {{"slider-crank", "rcd1", "crank", "idx2", 1e-2},
                             {"andrews", "ori2", "andrews", "idx3", 1}};

/// One run that can be repeated.
class Repeatable {
 public:
  Repeatable(const Catalogue& catalogue, const Series& series, double tolerance)
      : plan_(plan(catalogue, {.case_name = series.problem,
                               .formulation = series.formulation,
                               .method = "radau5",
                               .tolerance = {.rtol = tolerance, .atol = tolerance},
                               .h0 = series.h0_part * tolerance})) {
    const Case& c = plan_.problem_case;
    const InitialState start = consistent_initial_state(*c.system, c.t_begin, c.q0, c.v0, c.s0);
    y_ = plan_.dae->assemble(start.q, start.v, start.a, start.lambda, start.s);
    ydot_ = plan_.dae->derivative(c.t_begin, y_);
    const RunResult result = run(plan_);
    if (result.status != RunStatus::ok) throw std::runtime_error(result.message);
    point_ = {.tolerance = tolerance,
              .seconds = std::numeric_limits<double>::infinity(),
              .scd = result.comparison.value().scd,
              .steps = result.statistics.steps,
              .accepted = result.statistics.accepted};
  }

  /// Integrates once more and keeps the smallest processor time.
  void repeat() {
    const double clock = cpu_seconds_now();
    const auto integrator = plan_.method->make(*plan_.dae, plan_.step, plan_.method_options);
    integrator->start(plan_.problem_case.t_begin, y_, ydot_, plan_.t_end);
    while (integrator->t() < plan_.t_end)
      if (!integrator->step(plan_.t_end).is_ok()) throw std::runtime_error("a repeated run failed");
    point_.seconds = std::min(point_.seconds, cpu_seconds_now() - clock);
  }

  const WorkPoint& point() const { return point_; }

 private:
  RunPlan plan_;
  Vector y_, ydot_;
  WorkPoint point_;
};

/// The peer's runs of one series, as they stand in the file: falling tolerances.
std::vector<WorkPoint> peer_runs(const Series& series) {
  const std::string path = PLEUEL_BENCHMARK_DATA "/radau5_m1.csv";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<WorkPoint> runs;
  const std::string begin = series.peer_problem + "," + series.peer_formulation + ",";
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(begin, 0) != 0) continue;
    std::istringstream fields(line.substr(begin.size()));
    WorkPoint point;
    char comma = 0;
    fields >> point.tolerance >> comma >> point.seconds >> comma >> point.scd >> comma >> point.steps >>
        comma >> point.accepted;
    if (!fields) throw std::runtime_error(path + ": cannot read '" + line + "'");
    runs.push_back(point);
  }
  return runs;
}

void print(const Series& series, const std::vector<WorkPoint>& ours, const std::vector<WorkPoint>& peer) {
  std::printf("%s %s, h0 = %g rtol\n", series.problem.c_str(), series.formulation.c_str(), series.h0_part);
  std::printf("%8s | %10s %6s %6s %8s %6s | %10s %6s %6s %8s %6s | %s\n", "rtol", "radau5 ms", "steps",
              "acc.", "us/acc.", "scd", "RADAU5 ms", "steps", "acc.", "us/acc.", "scd", "per accepted step");
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const WorkPoint &a = ours[i], &b = peer[i];
    std::printf("%8.0e | %10.3f %6ld %6ld %8.3f %6.3f | %10.3f %6ld %6ld %8.3f %6.3f | %5.2f\n", a.tolerance,
                1e3 * a.seconds, a.steps, a.accepted, 1e6 * a.seconds_per_accepted(), a.scd, 1e3 * b.seconds,
                b.steps, b.accepted, 1e6 * b.seconds_per_accepted(), b.scd,
                a.seconds_per_accepted() / b.seconds_per_accepted());
  }
  for (const double scd : {3.0, 4.0, 5.0}) {
    const auto a = time_to_scd(ours, scd), b = time_to_scd(peer, scd);
    std::printf("time to scd %g: ", scd);
    if (a && b) {
      std::printf("%.3f ms, RADAU5 %.3f ms, ratio %.2f\n", 1e3 * *a, 1e3 * *b, *a / *b);
    } else {
      std::printf("not achieved by %s\n", a ? "RADAU5" : b ? "radau5" : "either");
    }
  }
  std::printf("\n");
}

void measure(int rounds) {
  const Catalogue catalogue = standard_catalogue();
  std::vector<std::vector<WorkPoint>> peer;
  std::vector<std::vector<Repeatable>> runs(std::size(all_series));
  for (std::size_t k = 0; k < runs.size(); ++k) {
    peer.push_back(peer_runs(all_series[k]));
    for (const WorkPoint& p : peer[k]) runs[k].emplace_back(catalogue, all_series[k], p.tolerance);
  }
  // Alternating, so that a slow phase of the machine does not fall on one of them alone.
  for (int round = 0; round < rounds; ++round)
    for (auto& series : runs)
      for (Repeatable& r : series) r.repeat();
  for (std::size_t k = 0; k < runs.size(); ++k) {
    std::vector<WorkPoint> points;
    for (const Repeatable& r : runs[k]) points.push_back(r.point());
    print(all_series[k], points, peer[k]);
  }
}

}  // namespace
}  // namespace pleuel

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : pleuel::default_rounds;
  if (argc > 2 || rounds < 1) {
    std::fprintf(stderr, "usage: bench_radau5 [rounds]\n");
    return 2;
  }
  try {
    pleuel::measure(rounds);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "bench_radau5: %s\n", exception.what());
    return 1;
  }
}
