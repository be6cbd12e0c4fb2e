// Vector types and views. Views are owned by the caller and never allocate.
#pragma once

#include <Eigen/Core>
#include <complex>

namespace pleuel {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Complex = std::complex<double>;

/// A writable view; implicitly converted from a Vector.
class Vec : public Eigen::Map<Vector> {
 public:
  using Map = Eigen::Map<Vector>;
  Vec(double* data, Eigen::Index size) : Map(data, size) {}
  Vec(Vector& x) : Map(x.data(), x.size()) {}  // NOLINT: implicit conversion is intended
  Vec(const Vec&) = default;
  using Map::operator=;
  Vec& operator=(const Vec& other) {
    Map::operator=(other);
    return *this;
  }
};

/// A read-only view.
class ConstVec : public Eigen::Map<const Vector> {
 public:
  using Map = Eigen::Map<const Vector>;
  ConstVec(const double* data, Eigen::Index size) : Map(data, size) {}
  ConstVec(const Vector& x) : Map(x.data(), x.size()) {}  // NOLINT: as above
  ConstVec(const Vec& x) : Map(x.data(), x.size()) {}     // NOLINT: as above
};

inline ConstVec view(const Vector& x) { return x; }
ConstVec view(const Vector&&) = delete;  // the view would outlive the vector
inline Vec view(Vector& x) { return x; }
inline ConstVec part(const ConstVec& x, Eigen::Index first, Eigen::Index count) {
  return {x.data() + first, count};
}
inline Vec part(const Vec& x, Eigen::Index first, Eigen::Index count) {
  return {const_cast<double*>(x.data()) + first, count};
}
inline ConstVec column(const Matrix& A, Eigen::Index j) { return {A.data() + j * A.rows(), A.rows()}; }
inline Vec column(Matrix& A, Eigen::Index j) { return {A.data() + j * A.rows(), A.rows()}; }

}  // namespace pleuel
