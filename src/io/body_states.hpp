// The unknowns of a flexible body in the samples of a run.
#pragma once

#include <vector>

#include "pleuel/model/flexible/elastic_view.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// Locates them once and reads them from each sample.
class BodyStates {
 public:
  explicit BodyStates(ElasticView view);

  /// Throws InvalidInput if the run lacks an unknown of the body.
  void find(const RunHeader& header);
  void read(ConstVec y);

  const ElasticView& view() const { return view_; }
  const Eigen::Vector3d& frame() const { return frame_; }  ///< x, y, φ
  const Vector& q() const { return q_; }                   ///< deformations
  const Vector& x() const { return x_; }                   ///< internal states

 private:
  ElasticView view_;
  std::vector<Eigen::Index> places_;  // of the frame, then of the deformations and the states
  Eigen::Vector3d frame_ = Eigen::Vector3d::Zero();
  Vector q_, x_;
};

}  // namespace pleuel
