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
  /// x, y, φ; in space x, y, z and the quaternion
  const Vector& frame() const { return frame_; }
  const Vector& q() const { return q_; }  ///< deformations
  const Vector& x() const { return x_; }  ///< internal states

 private:
  ElasticView view_;
  std::vector<Eigen::Index> places_;  // of the frame, then of the deformations and the states
  Vector frame_, q_, x_;
};

}  // namespace pleuel
