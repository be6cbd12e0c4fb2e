#include "pleuel/run/output_row.hpp"

#include <cmath>
#include <new>

#include "pleuel/base/number_text.hpp"

namespace pleuel {
const Motion& OutputRow::motion(double t, ConstVec y) {
  if (!is_motion_known_) at_.emplace(motion_(t, y));
  is_motion_known_ = true;
  return *at_;
}

ConstVec OutputRow::at(double t, ConstVec y) {
  if (is_known_ || outputs_.empty()) return view(std::as_const(values_));
  const Motion& now = motion(t, y);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    double& value = values_[static_cast<Eigen::Index>(i)];
    try {
      value = outputs_[i].value(now);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      throw std::runtime_error("output '" + outputs_[i].name +
                               "' cannot be computed at t = " + number_text(t, 10) + ": " + error.what());
    }
    if (!std::isfinite(value))
      throw OutputNotFinite("output '" + outputs_[i].name +
                            "' is not a finite number at t = " + number_text(t, 10));
  }
  is_known_ = true;
  return view(std::as_const(values_));
}

}  // namespace pleuel
