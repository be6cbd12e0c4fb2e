// The outputs of a run at one point.
#pragma once

#include <functional>
#include <stdexcept>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"
#include "pleuel/mechanics/motion_output.hpp"

namespace pleuel {

/// Returns the motion from which outputs are computed.
using MotionAt = std::function<Motion(double t, ConstVec y)>;

/// Thrown if an output or an unknown is not finite.
class OutputNotFinite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Evaluates outputs on demand, once per point. Only the outputs themselves may allocate.
class OutputRow {
 public:
  /// Copies the outputs, because each copy has its own scratch memory. `motion` may be empty if
  /// there are none.
  OutputRow(const std::vector<MotionOutput>& outputs, MotionAt motion)
      : outputs_(outputs), motion_(std::move(motion)), values_(static_cast<Eigen::Index>(outputs.size())) {}

  /// Marks the values as unknown at a new point.
  void forget() { is_known_ = false; }
  /// Throws std::runtime_error with the output's name if it throws, or OutputNotFinite.
  ConstVec at(double t, ConstVec y);

 private:
  std::vector<MotionOutput> outputs_;
  MotionAt motion_;
  Vector values_;
  bool is_known_ = false;
};

/// A point of a trajectory; its outputs are computed on demand.
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
