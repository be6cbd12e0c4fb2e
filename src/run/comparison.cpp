#include "pleuel/run/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

// −log10 of the largest relative error; NaN if there is none. 0/0 is exact agreement and counts as
// all digits of a double, about 16.
class Digits {
 public:
  void add(double difference, double scale) {
    const double relative = difference == 0 ? 0 : std::abs(difference) / scale;
    // Once NaN, the result stays NaN.
    if (!has_any_ || !(relative <= worst_)) worst_ = std::isnan(worst_) ? worst_ : relative;
    has_any_ = true;
  }
  double value() const {
    constexpr double last_digit = std::numeric_limits<double>::epsilon() / 2;
    if (!has_any_) return std::numeric_limits<double>::quiet_NaN();
    return worst_ < last_digit ? -std::log10(last_digit) : -std::log10(worst_);
  }

 private:
  double worst_ = 0;
  bool has_any_ = false;
};

}  // namespace

Comparison compare(ConstVec y, const Reference& reference, const Tolerances& tolerances) {
  Comparison result;
  result.source = reference.source;
  const Vector& r = reference.y;
  if (y.size() < r.size()) return result;  // the formulation omits unknowns
  const auto is_known = [&](Eigen::Index i) { return i < r.size() && !std::isnan(r[i]); };

  Digits scd;
  for (const int i : reference.scd_components) {
    if (is_known(i)) scd.add(y[i] - r[i], r[i] == 0 ? 1 : std::abs(r[i]));
  }
  Digits mescd;
  for (Eigen::Index i = 0; i < r.size(); ++i) {
    if (is_known(i)) mescd.add(y[i] - r[i], tolerances.atol[i] / tolerances.rtol[i] + std::abs(r[i]));
  }
  double sum_of_squares = 0;
  bool has_main = false;
  for (const int i : reference.main_components) {
    if (!is_known(i)) continue;
    sum_of_squares += (y[i] - r[i]) * (y[i] - r[i]);
    has_main = true;
  }
  result.scd = scd.value();
  result.mescd = mescd.value();
  if (has_main) result.error = std::sqrt(sum_of_squares);
  return result;
}

void compare_groups(ConstVec y, const Reference& reference, const std::vector<Unknown>& unknowns,
                    Comparison& comparison) {
  const Vector& r = reference.y;
  if (y.size() < r.size()) return;
  const auto error_of = [&](Group group) {
    double sum_of_squares = std::numeric_limits<double>::quiet_NaN();
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      if (unknowns[static_cast<std::size_t>(i)].group != group || std::isnan(r[i])) continue;
      const double square = (y[i] - r[i]) * (y[i] - r[i]);
      sum_of_squares = std::isnan(sum_of_squares) ? square : sum_of_squares + square;
    }
    return std::sqrt(sum_of_squares);
  };
  comparison.error_q = error_of(Group::q);
  comparison.error_v = error_of(Group::v);
  comparison.error_lambda = error_of(Group::lambda);
}

std::string undefined_scd(const Reference& reference, const std::vector<Unknown>& unknowns,
                          const Tolerances& tolerances) {
  const Vector& r = reference.y;
  const int n = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(r.size()), unknowns.size()));
  int smallest = -1;
  for (const int i : reference.scd_components)
    if (i < n && std::abs(r[i]) < tolerances.atol[i] &&
        (smallest < 0 || std::abs(r[i]) < std::abs(r[smallest])))
      smallest = i;
  if (smallest < 0) return "";
  return "the reference of " + unknowns[static_cast<std::size_t>(smallest)].name + ", " +
         number_text(r[smallest], 3) + ", is below atol, " + number_text(tolerances.atol[smallest], 3);
}

TableError::TableError(TableNorm norm, double t_begin, double t_end, int n_reference)
    : norm_(std::move(norm)),
      grid_(TimeGrid::every(norm_.dt, t_begin, t_end, 1)),
      reference_(Vector::Zero(n_reference)) {}

void TableError::add(double t, ConstVec y) {
  norm_.reference(t, view(reference_));
  for (const int i : norm_.components) sum_of_squares_ += (y[i] - reference_[i]) * (y[i] - reference_[i]);
}

double TableError::value() const { return std::sqrt(norm_.dt * sum_of_squares_); }

}  // namespace pleuel
