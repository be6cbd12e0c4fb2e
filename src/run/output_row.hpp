// The outputs of a run at one point.
#pragma once

#include <functional>
#include <optional>
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
  virtual ~OutputRow() = default;
  /// Copies the outputs, because each copy has its own scratch memory. `motion` may be empty if
  /// there are none.
  OutputRow(const std::vector<MotionOutput>& outputs, MotionAt motion)
      : outputs_(outputs), motion_(std::move(motion)), values_(static_cast<Eigen::Index>(outputs.size())) {}

  /// The values of a new point are not known yet.
  virtual void forget() { is_known_ = is_motion_known_ = false; }
  /// What the outputs are computed from; it refers to y and to its source.
  virtual const Motion& motion(double t, ConstVec y);
  /// Throws std::runtime_error that names the output, if one throws, and OutputNotFinite.
  virtual ConstVec at(double t, ConstVec y);

 private:
  std::vector<MotionOutput> outputs_;
  MotionAt motion_;
  Vector values_;
  std::optional<Motion> at_;
  bool is_known_ = false, is_motion_known_ = false;
};

/// A point of a trajectory; its outputs are computed on demand.
class Sample {
 public:
  Sample(double t, ConstVec y, OutputRow& row) : t_(t), y_(y), row_(row) { row_.forget(); }
  double t() const { return t_; }
  ConstVec y() const { return y_; }
  /// In the order of RunHeader::outputs.
  ConstVec outputs() const { return row_.at(t_, y_); }
  /// What they are computed from: of a mechanism only.
  const Motion& motion() const { return row_.motion(t_, y_); }

 private:
  double t_;
  ConstVec y_;
  OutputRow& row_;
};

}  // namespace pleuel
