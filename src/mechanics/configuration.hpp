// A configuration (t, q) in any scalar type, as the author of a system receives it.
#pragma once

#include <Eigen/Core>

namespace pleuel {

template <class S>
using ConstView = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
template <class S>
using View = Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, 1>>;

/// Time and coordinates. Authors derive from it to store values that several functions need (sines,
/// a rotation matrix). They are computed once per evaluation of the equations.
template <class S>
struct Configuration {
  using Scalar = S;
  S t;
  ConstView<S> q;
};

}  // namespace pleuel
