#include "pleuel/run/choice/fastest_rates.hpp"

#include <cmath>

#include "pleuel/mechanics/acceleration_saddle.hpp"

namespace pleuel {
namespace {

constexpr int n_iterations = 8;
// Relative size of the differences: the square root of the rounding error.
constexpr double relative_difference = 1e-8;

/// Entries between 1 and 2 with changing signs and no symmetry: sin(k²).
Vector start_vector(Eigen::Index n) {
  Vector x(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double s = std::sin(static_cast<double>((k + 1) * (k + 1)));
    x[k] = s < 0 ? s - 1 : s + 1;
  }
  return x / std::max(x.norm(), 1.0);
}

/// The growth of x by the linear map `apply`(x, out) in the last of some iterations; NaN if a value
/// is not finite.
template <class Apply>
double spectral_radius(Eigen::Index n, Apply apply) {
  if (n == 0) return 0;
  Vector x = start_vector(n), image = Vector::Zero(n);
  double growth = 0;
  for (int k = 0; k < n_iterations; ++k) {
    if (!apply(x, image)) return std::nan("");
    growth = image.norm();
    if (!(growth > 0)) return growth;
    x = image / growth;
  }
  return growth;
}

Motion moved_to(const Motion& at, ConstVec q, ConstVec v, ConstVec s) {
  return {.t = at.t, .q = q, .v = v, .a = at.a, .lambda = at.lambda, .s = s, .revolutions = at.revolutions};
}

double difference_at(ConstVec x) {
  return relative_difference * std::max(1.0, x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0);
}

}  // namespace

std::optional<FastestRates> fastest_rates(const MechanicalSystem& system, const Motion& at) {
  const SystemInfo& info = system.info();
  AccelerationSaddle saddle(system);
  const auto evaluator = system.make_evaluator();
  Vector a(info.n_v()), moved_a(info.n_v()), lambda(info.n_lambda()), q(info.n_q()), v(info.n_v());
  Vector sigma(info.n_s()), s(info.n_s());
  if (!saddle.solve(at, view(a), view(lambda))) return std::nullopt;

  const double dq = difference_at(at.q), dv = difference_at(at.v), ds = difference_at(at.s);
  const auto by_position = [&](const Vector& x, Vector& image) {
    evaluator->rows(moved_to(at, at.q, view(x), at.s), {.kinematics = view(q)});
    q = at.q + dq * q;
    if (!saddle.solve(moved_to(at, view(std::as_const(q)), at.v, at.s), view(moved_a), view(lambda)))
      return false;
    image = (moved_a - a) / dq;
    return true;
  };
  const auto by_velocity = [&](const Vector& x, Vector& image) {
    v = at.v + dv * x;
    if (!saddle.solve(moved_to(at, at.q, view(std::as_const(v)), at.s), view(moved_a), view(lambda)))
      return false;
    image = (moved_a - a) / dv;
    return true;
  };
  Vector sigma_before(info.n_s());
  if (info.n_s() > 0) evaluator->rows(at, {.internal = view(sigma_before)});
  const auto by_state = [&](const Vector& x, Vector& image) {
    s = at.s + ds * x;
    evaluator->rows(moved_to(at, at.q, at.v, view(std::as_const(s))), {.internal = view(sigma)});
    image = (sigma - sigma_before) / ds;
    return true;
  };
  const FastestRates rates{.frequency = std::sqrt(spectral_radius(info.n_v(), by_position)),
                           .decay = spectral_radius(info.n_v(), by_velocity),
                           .states = spectral_radius(info.n_s(), by_state)};
  if (!std::isfinite(rates.frequency + rates.decay + rates.states)) return std::nullopt;
  return rates;
}

}  // namespace pleuel
