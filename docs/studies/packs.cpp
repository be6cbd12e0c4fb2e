// What it would gain to advance four runs of a small model together in SIMD packs (docs/sweep.md):
// a quarter car, written by hand as a template, under Dormand and Prince's pair 5(4) with step
// control. In a pack every run has its own time and step, so that it makes the steps that it makes
// alone; the pack goes on until the last run has ended. Prints the time per run alone and in a
// pack.
//
//     build/release/benchmarks/study_packs
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "pleuel/autodiff/pack.hpp"
#include "pleuel/run/cpu_clock.hpp"

namespace {

using pleuel::Pack;

// Lanes of a number: one, or four.
template <class S>
constexpr int lanes = 1;
template <>
constexpr int lanes<Pack> = Pack::size;
double lane(double x, int) { return x; }
double lane(const Pack& x, int k) { return x[k]; }
void set_lane(double& x, int, double value) { x = value; }
void set_lane(Pack& x, int k, double value) { x.x[k] = value; }
double positive(double x) { return x > 0 ? x : 0; }
Pack positive(const Pack& x) {
  const Pack::Masks is_positive = x.x > 0;
  return Pack(is_positive ? x.x : Pack::Numbers{});
}
double bump_of(double t, double height) {
  return t > 0.5 && t < 0.6 ? height / 2 * (1 - std::cos(62.83185307179586 * (t - 0.5))) : 0;
}
Pack bump_of(const Pack& t, const Pack& height) {
  const Pack wave = height / 2 * (1 - cos(62.83185307179586 * (t - 0.5)));
  const Pack::Masks is_on = (t.x > 0.5) & (t.x < 0.6);
  return Pack(is_on ? wave.x : Pack::Numbers{});
}

template <class S>
using State = std::array<S, 4>;  // heights and velocities of body and wheel

// models/quarter-car.json.
template <class S>
struct QuarterCar {
  S k, c;
  State<S> rate(const S& t, const State<S>& y) const {
    const S strut = k * (0.5 - (y[0] - y[1])) - c * (y[2] - y[3]);
    const S tyre = positive(200e3 * (0.31 - y[1] + bump_of(t, S(0.05))) - 150.0 * y[3]);
    return {y[2], y[3], strut / 300.0 - 9.81, (tyre - strut) / 40.0 - 9.81};
  }
};

template <class S>
State<S> combined(const State<S>& y, const S& h, const State<S>* k, const double* a, int n) {
  State<S> sum = y;
  for (int i = 0; i < 4; ++i) {
    S slope = a[0] * k[0][i];
    for (int j = 1; j < n; ++j) slope += a[j] * k[j][i];
    sum[i] += h * slope;
  }
  return sum;
}

constexpr double a[7][6] = {{},
                            {1.0 / 5},
                            {3.0 / 40, 9.0 / 40},
                            {44.0 / 45, -56.0 / 15, 32.0 / 9},
                            {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                            {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                            {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
constexpr double e[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                         -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
constexpr double nodes[7] = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1};

// All lanes to t = 3; counts attempts of the pack.
template <class S>
State<S> integrate(const QuarterCar<S>& car, double tolerance, long& attempts) {
  constexpr double end = 3;
  State<S> y = {S(0.62982), S(0.29332), S(0), S(0)};
  S t(0), h(1e-3);
  bool is_running = true;
  while (is_running) {
    ++attempts;
    State<S> k[7];
    State<S> next = y;
    for (int s = 0; s < 7; ++s) {
      if (s > 0) next = combined(y, h, k, a[s], s);
      k[s] = car.rate(t + nodes[s] * h, next);
    }
    const State<S> zero = {S(0), S(0), S(0), S(0)};
    const State<S> error = combined(zero, h, k, e, 7);
    is_running = false;
    for (int l = 0; l < lanes<S>; ++l) {
      double norm = 0;
      for (int i = 0; i < 4; ++i)
        norm =
            std::max(norm, std::abs(lane(error[i], l)) / (tolerance + tolerance * std::abs(lane(y[i], l))));
      const double now = lane(t, l), step = lane(h, l);
      if (now >= end) {
        set_lane(h, l, 0);
        continue;
      }
      if (norm <= 1) {
        for (int i = 0; i < 4; ++i) set_lane(y[i], l, lane(next[i], l));
        set_lane(t, l, now + step);
      }
      const double factor = std::clamp(0.9 * std::pow(std::max(norm, 1e-10), -0.2), 0.2, 5.0);
      set_lane(h, l, std::min(factor * step, end - lane(t, l)));
      is_running = is_running || lane(t, l) < end;
    }
  }
  return y;
}

}  // namespace

int main() {
  constexpr int n = 400, repeats = 7;
  constexpr double tolerance = 1e-7;
  double alone = 1e99, packed = 1e99, difference = 0;
  long attempts_alone = 0, attempts_packed = 0;
  for (int r = 0; r < repeats; ++r) {
    attempts_alone = attempts_packed = 0;
    std::array<double, n> ends;
    double begin = pleuel::cpu_seconds_now();
    for (int i = 0; i < n; ++i)
      ends[i] = integrate(QuarterCar<double>{17e3 + 5 * i, 1000.0 + i}, tolerance, attempts_alone)[0];
    alone = std::min(alone, pleuel::cpu_seconds_now() - begin);
    begin = pleuel::cpu_seconds_now();
    for (int i = 0; i < n; i += 4) {
      const double x = i;
      const QuarterCar<Pack> four{
          Pack(17e3 + 5 * x, 17e3 + 5 * (x + 1), 17e3 + 5 * (x + 2), 17e3 + 5 * (x + 3)),
          Pack(1000 + x, 1001 + x, 1002 + x, 1003 + x)};
      const auto y = integrate(four, tolerance, attempts_packed);
      for (int l = 0; l < 4; ++l) difference = std::max(difference, std::abs(y[0][l] - ends[i + l]));
    }
    packed = std::min(packed, pleuel::cpu_seconds_now() - begin);
  }
  std::printf("%d runs, %.0f attempts each; a pack makes %.0f\n", n, double(attempts_alone) / n,
              double(attempts_packed) / (n / 4));
  std::printf("alone %.1f us per run, in packs of four %.1f us: factor %.2f; largest difference %.1e m\n",
              1e6 * alone / n, 1e6 * packed / n, alone / packed, difference);
}
