// The angle between two bodies about a common axis.
#pragma once

#include <cmath>
#include <complex>
#include <limits>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/model/kinematics/cosine.hpp"

namespace pleuel {

template <int D>
struct Angle;

/// m = φ_j − φ_i + c, including full revolutions; c is the angle between the markers' axes in their
/// bodies.
template <>
struct Angle<2> {
  static constexpr unsigned gradient_parts = parts::rotations;
  static constexpr unsigned hessian_parts[4] = {0, 0, 0, 0};

  double c = 0;

  static std::array<bool, 6> used() { return used_parts<2>(gradient_parts); }

  ScalarMotion<2> motion(const BodyMotion<2>& i, const BodyMotion<2>& j) const {
    ScalarMotion<2> m;
    fill(i, j, m);
    return m;
  }
  ScalarJet<2> jet(const BodyMotion<2>& i, const BodyMotion<2>& j) const {
    ScalarJet<2> m;
    fill(i, j, m);
    m.rate_q.setZero();
    m.acceleration_q.setZero();
    m.acceleration_v.setZero();
    m.hessian.setZero();
    return m;
  }

 private:
  void fill(const BodyMotion<2>& i, const BodyMotion<2>& j, ScalarMotion<2>& m) const {
    m.value = j.angle - i.angle + c;
    m.rate = j.omega[0] - i.omega[0];
    m.acceleration = j.alpha[0] - i.alpha[0];
    m.gradient << 0, 0, -1, 0, 0, 1;
  }
};

/// m = arg z, z = x_i · x_j + i y_i · x_j: the angle from x_i to the projection of x_j onto the
/// plane of x_i and y_i. If the bodies rotate about the common axis x_i × y_i, it is the angle
/// between them. It lies in (−π, π]; if it has a number `count`, elements add the full revolutions
/// of the run (RevolutionState). With the derivatives of log z,
///
///     δm = Im(δz/z),   ṁ = Im(ż/z),   m̈ = Im(z̈/z − (ż/z)²),
///
/// further derivatives follow by the product rule.
template <>
struct Angle<3> {
  static constexpr unsigned gradient_parts = parts::rotations;
  static constexpr unsigned hessian_parts[4] = {0, parts::rotations, 0, parts::rotations};

  Eigen::Vector3d x_i, y_i, x_j;
  int count = -1;  ///< its index among the counted angles; −1: not counted

  static std::array<bool, 12> used() { return used_parts<3>(gradient_parts); }

  ScalarMotion<3> motion(const BodyMotion<3>& i, const BodyMotion<3>& j) const {
    const ScalarMotion<3> c = Cosine<3>{x_i, x_j}.motion(i, j), s = Cosine<3>{y_i, x_j}.motion(i, j);
    ScalarMotion<3> m;
    fill(c, s, m);
    return m;
  }

  ScalarJet<3> jet(const BodyMotion<3>& i, const BodyMotion<3>& j) const {
    const ScalarJet<3> c = Cosine<3>{x_i, x_j}.jet(i, j), s = Cosine<3>{y_i, x_j}.jet(i, j);
    ScalarJet<3> m;
    const Logarithm log = fill(c, s, m);
    const Complex by_z = log.by_z;
    const ComplexPair z_q = by_z * joined(c.gradient, s.gradient);  // δz/z, and ∂(ż/z)/∂v
    const ComplexPair rate_q = by_z * joined(c.rate_q, s.rate_q) - log.rate * z_q;
    m.rate_q = rate_q.imag();
    m.acceleration_q =
        (by_z * joined(c.acceleration_q, s.acceleration_q) - log.second * z_q - 2.0 * log.rate * rate_q)
            .imag();
    m.acceleration_v = (by_z * joined(c.acceleration_v, s.acceleration_v) - 2.0 * log.rate * z_q).imag();
    const Space<3>::Pair A = z_q.real(), B = z_q.imag();
    m.hessian = by_z.real() * s.hessian + by_z.imag() * c.hessian - A * B.transpose() - B * A.transpose();
    return m;
  }

 private:
  using Complex = std::complex<double>;
  using ComplexPair = Eigen::Matrix<Complex, 12, 1>;
  struct Logarithm {
    Complex by_z, rate, second;  // 1/z, ż/z, z̈/z
  };
  static ComplexPair joined(const Space<3>::Pair& re, const Space<3>::Pair& im) {
    ComplexPair z;
    z.real() = re;
    z.imag() = im;
    return z;
  }
  static Logarithm fill(const ScalarMotion<3>& c, const ScalarMotion<3>& s, ScalarMotion<3>& m) {
    // Below this, rounding of the axes destroys more than half of the digits of the angle.
    constexpr double least = std::numeric_limits<double>::epsilon();
    const Complex z(c.value, s.value);
    if (std::norm(z) < least)
      throw LeftDomain(
          "the angle about the z axis of a is not defined where the x axis of b is parallel to it; choose "
          "other axes of the markers");
    const Complex by_z = 1.0 / z;
    const Complex rate = by_z * Complex(c.rate, s.rate),
                  second = by_z * Complex(c.acceleration, s.acceleration);
    m.value = std::atan2(s.value, c.value);
    m.rate = rate.imag();
    m.acceleration = (second - rate * rate).imag();
    m.gradient = by_z.real() * s.gradient + by_z.imag() * c.gradient;
    return {by_z, rate, second};
  }
};

}  // namespace pleuel
