#include "pleuel/autodiff/dependency_scalar.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pleuel {

DependencyScalar::DependencyScalar() = default;
DependencyScalar::DependencyScalar(const DependencyScalar&) = default;
DependencyScalar::DependencyScalar(DependencyScalar&&) noexcept = default;
DependencyScalar& DependencyScalar::operator=(const DependencyScalar&) = default;
DependencyScalar& DependencyScalar::operator=(DependencyScalar&&) noexcept = default;
DependencyScalar::~DependencyScalar() = default;

DependencyScalar::DependencyScalar(double value, int input, BranchLog* its_log)
    : x(value), inputs{input}, log(its_log) {}

DependencyScalar& DependencyScalar::join(double value, const DependencyScalar& b) {
  x = value;
  if (b.inputs.empty()) return *this;
  if (log == nullptr) log = b.log;
  std::vector<int> both;
  both.reserve(inputs.size() + b.inputs.size());
  std::set_union(inputs.begin(), inputs.end(), b.inputs.begin(), b.inputs.end(), std::back_inserter(both));
  inputs = std::move(both);
  return *this;
}

DependencyScalar DependencyScalar::with(double value) const {
  DependencyScalar r(*this);
  r.x = value;
  return r;
}

DependencyScalar operator+(const DependencyScalar& a, const DependencyScalar& b) {
  return a.with(a.x).join(a.x + b.x, b);
}
DependencyScalar operator-(const DependencyScalar& a, const DependencyScalar& b) {
  return a.with(a.x).join(a.x - b.x, b);
}
DependencyScalar operator*(const DependencyScalar& a, const DependencyScalar& b) {
  return a.with(a.x).join(a.x * b.x, b);
}
DependencyScalar operator/(const DependencyScalar& a, const DependencyScalar& b) {
  return a.with(a.x).join(a.x / b.x, b);
}

bool DependencyScalar::noted(const DependencyScalar& a, const DependencyScalar& b, bool outcome) {
  const DependencyScalar& watched = a.log != nullptr ? a : b;
  if (watched.log != nullptr && !std::isnan(a.x) && !std::isnan(b.x))
    watched.log->comparisons.push_back({outcome, watched.inputs.front()});
  return outcome;
}

}  // namespace pleuel
