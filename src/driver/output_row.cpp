#include "pleuel/driver/output_row.hpp"

#include <cstdio>
#include <stdexcept>

namespace pleuel {

ConstVec OutputRow::at(double t, ConstVec y) {
  if (is_known_ || outputs_.empty()) return view(std::as_const(values_));
  const Motion motion = motion_(t, y);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    try {
      values_[static_cast<Eigen::Index>(i)] = outputs_[i].value(motion);
    } catch (const std::exception& error) {
      char time[32];
      std::snprintf(time, sizeof time, "%.10g", t);
      throw std::runtime_error("output '" + outputs_[i].name + "' cannot be computed at t = " + time + ": " +
                               error.what());
    }
  }
  is_known_ = true;
  return view(std::as_const(values_));
}

}  // namespace pleuel
