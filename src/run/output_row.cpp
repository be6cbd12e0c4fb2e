#include "pleuel/run/output_row.hpp"

#include <cmath>
#include <cstdio>
#include <new>

namespace pleuel {
namespace {

std::string time_text(double t) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", t);
  return text;
}

}  // namespace

ConstVec OutputRow::at(double t, ConstVec y) {
  if (is_known_ || outputs_.empty()) return view(std::as_const(values_));
  const Motion motion = motion_(t, y);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    double& value = values_[static_cast<Eigen::Index>(i)];
    try {
      value = outputs_[i].value(motion);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      throw std::runtime_error("output '" + outputs_[i].name + "' cannot be computed at t = " + time_text(t) +
                               ": " + error.what());
    }
    if (!std::isfinite(value))
      throw OutputNotFinite("output '" + outputs_[i].name +
                            "' is not a finite number at t = " + time_text(t));
  }
  is_known_ = true;
  return view(std::as_const(values_));
}

}  // namespace pleuel
