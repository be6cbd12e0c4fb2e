#include "pleuel/material/control.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel::material {

Program::Program(std::vector<double> times, std::vector<double> values)
    : times_(std::move(times)), values_(std::move(values)) {
  std::vector<std::string> faults;
  if (times_.size() != values_.size() || times_.empty())
    faults.push_back("a program in time has " + std::to_string(times_.size()) + " times and " +
                     std::to_string(values_.size()) + " values; give as many, at least one");
  for (std::size_t i = 0; i < times_.size(); ++i)
    if (!std::isfinite(times_[i]) || (i > 0 && !(times_[i] > times_[i - 1])))
      faults.push_back("a program in time: its time " + std::to_string(i + 1) + " is " +
                       number_text(times_[i]) + "; times must ascend");
  for (const double value : values_)
    if (!std::isfinite(value)) faults.push_back("a program in time has a value that is no finite number");
  if (!faults.empty()) throw InvalidInput(faults);
}

double Program::at(double t) const {
  const auto after = std::upper_bound(times_.begin(), times_.end(), t);
  if (times_.empty()) return 0;
  if (after == times_.begin()) return values_.front();
  if (after == times_.end()) return values_.back();
  const auto i = static_cast<std::size_t>(after - times_.begin());
  const double part = (t - times_[i - 1]) / (times_[i] - times_[i - 1]);
  return values_[i - 1] + part * (values_[i] - values_[i - 1]);
}

double Program::rate(double t) const {
  const auto after = std::upper_bound(times_.begin(), times_.end(), t);
  if (after == times_.begin() || after == times_.end()) return 0;
  const auto i = static_cast<std::size_t>(after - times_.begin());
  return (values_[i] - values_[i - 1]) / (times_[i] - times_[i - 1]);
}

}  // namespace pleuel::material
