#include "pleuel/integrator/control/initial_step.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

constexpr double kSafety = 0.5;
constexpr double kLargestPart = 1e-2;    // of the span
constexpr double kSmallestPart = 1e-12;  // of the span
// Used if y or ẏ is zero to working accuracy: there is no time scale.
constexpr double kBlindPart = 1e-6;
constexpr double kNothing = 1e-5;

}  // namespace

double initial_step(const InitialStepData& data) {
  double size = 0;
  double slope = 0;
  double rtol = 1;
  for (std::size_t i = 0; i < data.unknowns.size(); ++i) {
    if (!data.unknowns[i].is_differential) continue;
    const double scale = data.tolerances.atol[i] + data.tolerances.rtol[i] * std::abs(data.y[i]);
    rtol = std::min(rtol, data.tolerances.rtol[i]);
    if (!(scale > 0)) continue;
    // The unknown plus its absolute tolerance, so that a start from rest also has a scale.
    size += std::pow(1 / data.tolerances.rtol[i], 2);
    slope += std::pow(data.ydot[i] / scale, 2);
  }
  size = std::sqrt(size);
  slope = std::sqrt(slope);
  if (!(slope > kNothing) || !std::isfinite(slope)) return kBlindPart * data.span;
  const double h = kSafety * size / slope * std::pow(rtol, 1.0 / data.error_order);
  return std::clamp(h, kSmallestPart * data.span, kLargestPart * data.span);
}

}  // namespace pleuel
