// The outputs of a run at one point.
#pragma once

#include <functional>
#include <stdexcept>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"
#include "pleuel/mechanics/motion_output.hpp"

namespace pleuel {

/// The motion that outputs are computed from.
using MotionAt = std::function<Motion(double t, ConstVec y)>;

/// An output, or an unknown, that is not a finite number.
class OutputNotFinite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Evaluates them where somebody asks, once a point. No allocation but what the outputs themselves
/// do.
class OutputRow {
 public:
  /// Copies the outputs: a copy has scratch of its own. `motion` may be empty where there are none.
  OutputRow(const std::vector<MotionOutput>& outputs, MotionAt motion)
      : outputs_(outputs), motion_(std::move(motion)), values_(static_cast<Eigen::Index>(outputs.size())) {}

  /// The values of a new point are not known yet.
  void forget() { is_known_ = false; }
  /// Throws std::runtime_error that names the output, if one throws, and OutputNotFinite.
  ConstVec at(double t, ConstVec y);

 private:
  std::vector<MotionOutput> outputs_;
  MotionAt motion_;
  Vector values_;
  bool is_known_ = false;
};

/// A point of a trajectory; its outputs are computed when they are asked for.
class Sample {
 public:
  Sample(double t, ConstVec y, OutputRow& row) : t_(t), y_(y), row_(row) { row_.forget(); }
  double t() const { return t_; }
  ConstVec y() const { return y_; }
  /// In the order of RunHeader::outputs.
  ConstVec outputs() const { return row_.at(t_, y_); }

 private:
  double t_;
  ConstVec y_;
  OutputRow& row_;
};

}  // namespace pleuel
