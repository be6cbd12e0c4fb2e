// A catalogue whose only method knows the solution: what the driver does around a method shows
// exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel::scripted {

/// q̈ = −q from q = 1, v = 0, so y = (q, v, a) = (cos t, −sin t, −cos t). Its energy, which no
/// integrator asks for, throws after `throws_after`.
struct OscillatorEquations {
  double throws_after = 1e300;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "oscillator";
    info.add_coordinate("x", "m");
    return info;
  }
  void mass(const auto&, auto&& M) const { M.add(0, 0, 1.0); }
  void force(const auto& x, const auto&, auto&& f) const { f[0] = -x.q[0]; }
  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    if (x.t > throws_after) throw std::runtime_error("no energy here");
    return S(0.5 * x.q[0] * x.q[0]);
  }
};

inline void oscillation(double t, Vec y) {
  y[0] = std::cos(t);
  y[1] = -std::sin(t);
  y[2] = -std::cos(t);
}

class OscillationPiece final : public DenseOutput {
 public:
  double begin() const override { return begin_; }
  double end() const override { return end_; }
  int order() const override { return 100; }
  void evaluate(double t, Vec y) const override { oscillation(t, y); }
  void advance(double end) { begin_ = std::exchange(end_, end); }

 private:
  double begin_ = 0;
  double end_ = 0;
};

/// Steps of 0.3 along the solution; gives up at the first step that would pass `breaks_at`, and
/// goes no further than `sticks_at` without saying so.
class OscillationIntegrator final : public Integrator {
 public:
  OscillationIntegrator(double breaks_at, double sticks_at) : breaks_at_(breaks_at), sticks_at_(sticks_at) {}

  void start(double t, ConstVec y, ConstVec, double) override {
    t_ = t;
    y_ = y;
    dense_output_.advance(t);
    dense_output_.advance(t);
  }
  StepOutcome step(double t_stop) override {
    ++statistics_.steps;
    const double t = std::min({t_ + 0.3, t_stop, sticks_at_});
    if (t > breaks_at_) {
      Failure failure;
      failure.kind = FailureKind::newton_divergence;
      failure.what = "told to break";
      failure.t = t_;
      return {.failure = failure, .t = t_};
    }
    ++statistics_.accepted;
    dense_output_.advance(t);
    t_ = t;
    oscillation(t, view(y_));
    return {.failure = std::nullopt, .t = t};
  }
  double t() const override { return t_; }
  ConstVec y() const override { return view(y_); }
  const DenseOutput& dense_output() const override { return dense_output_; }
  const Statistics& statistics() const override { return statistics_; }

 private:
  double breaks_at_;
  double sticks_at_;
  double t_ = 0;
  Vector y_;
  OscillationPiece dense_output_;
  Statistics statistics_;
};

inline Problem oscillator_problem(OscillatorEquations equations = {}) {
  Problem problem;
  problem.name = "oscillator";
  problem.title = "a mass on a spring";
  problem.options = {
      {.name = "color", .default_value = "red", .help = "of no effect", .choices = {"red", "blue"}}};
  problem.build = [equations](const OptionValues&) {
    Case result;
    result.name = "oscillator";
    result.system = make_system(equations);
    result.t_end = 2;
    result.q0 = Vector::Ones(1);
    result.v0 = Vector::Zero(1);
    result.s0 = Vector::Zero(0);
    result.outputs = {"x"};
    return result;
  };
  return problem;
}

inline Method oscillation_method() {
  Method method;
  method.name = "exact";
  method.title = "knows the solution";
  method.options = {{.name = "breaks_at", .default_value = "1e300", .help = "the run fails there"},
                    {.name = "sticks_at", .default_value = "1e300", .help = "the run stands still there"}};
  method.refusal = [](const DaeInfo& info) -> std::optional<std::string> {
    if (info.name == "rcd0") return std::nullopt;
    return "it knows rcd0 only";
  };
  method.make = [](Dae&, const StepSettings&, const OptionValues& options) -> std::unique_ptr<Integrator> {
    return std::make_unique<OscillationIntegrator>(options.number("breaks_at"), options.number("sticks_at"));
  };
  return method;
}

inline Catalogue catalogue() {
  return {.problems = {oscillator_problem()},
          .formulations = formulation_catalogue(),
          .methods = {oscillation_method()}};
}

}  // namespace pleuel::scripted
