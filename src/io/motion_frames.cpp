#include "pleuel/io/motion_frames.hpp"

#include <algorithm>

namespace pleuel {
namespace {

// Ratio of the spacing for a whole run to the first spacing.
constexpr double head_start = 1 << 30;
constexpr double early_part = 0.25;  // of the rows, until the spacing is that of the whole run

}  // namespace

void copy_places(const std::vector<FramePlace>& places, float* out) {
  for (const FramePlace& place : places) {
    for (const double x : place.position) *out++ = static_cast<float>(x);
    for (const double x : place.rotation.coeffs()) *out++ = static_cast<float>(x);
  }
}

MotionFrames::MotionFrames(double t_begin, double t_end, int n_values, int most, Take take)
    : t_begin_(t_begin),
      spacing_((t_end - t_begin) / most / head_start),
      last_spacing_((t_end - t_begin) / most),
      n_values_(static_cast<std::size_t>(n_values)),
      most_(static_cast<std::size_t>(std::max(most, 2))),
      take_(std::move(take)) {}

void MotionFrames::step(const DenseOutput& dense, Eigen::Index n_y) {
  y_.resize(n_y);
  const auto limit = [this] {
    return spacing_ < last_spacing_ ? std::max(early_part * static_cast<double>(most_), 2.0)
                                    : static_cast<double>(most_);
  };
  while ((dense.end() - t_begin_) / spacing_ >= limit()) drop_every_other();
  for (;;) {
    const double t = t_begin_ + static_cast<double>(times_.size()) * spacing_;
    if (t > dense.end()) return;
    dense.evaluate(std::max(t, dense.begin()), y_);
    add(t, y_);
  }
}

void MotionFrames::finish(double t, ConstVec y) {
  if (times_.empty() || t > times_.back()) add(t, y);
}

void MotionFrames::add(double t, ConstVec y) {
  times_.push_back(t);
  values_.resize(values_.size() + n_values_);
  take_(t, y, values_.data() + values_.size() - n_values_);
}

void MotionFrames::drop_every_other() {
  const std::size_t n_kept = (times_.size() + 1) / 2;
  for (std::size_t i = 1; i < n_kept; ++i) {
    times_[i] = times_[2 * i];
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(2 * i * n_values_), n_values_,
                values_.begin() + static_cast<std::ptrdiff_t>(i * n_values_));
  }
  times_.resize(n_kept);
  values_.resize(n_kept * n_values_);
  spacing_ *= 2;
}

}  // namespace pleuel
