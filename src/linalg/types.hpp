// Vectors as everything passes them: caller-owned views, no allocation.
#pragma once

#include <Eigen/Core>
#include <complex>

namespace pleuel {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Vec = Eigen::Map<Eigen::VectorXd>;             // a view that is written to
using ConstVec = Eigen::Map<const Eigen::VectorXd>;  // a view that is read
using Complex = std::complex<double>;

inline ConstVec view(const Vector& x) { return {x.data(), x.size()}; }
inline Vec view(Vector& x) { return {x.data(), x.size()}; }
inline ConstVec part(const ConstVec& x, Eigen::Index first, Eigen::Index count) {
  return {x.data() + first, count};
}
inline Vec part(const Vec& x, Eigen::Index first, Eigen::Index count) {
  return {const_cast<double*>(x.data()) + first, count};
}

}  // namespace pleuel
