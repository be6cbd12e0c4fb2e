// The rotation vector between two sections of a beam, and the rotation midway between them.
#pragma once

#include <cmath>

#include "pleuel/model/kinematics/space.hpp"

namespace pleuel {

/// ψ with exp ψ̃ = Q and |ψ| ≤ π.
inline Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& Q) {
  Eigen::Quaterniond p(Q);
  if (p.w() < 0) p.coeffs() *= -1;
  const double sine = p.vec().norm();  // of |ψ|/2
  if (sine < 1e-8) return (2 / p.w()) * p.vec();
  return (2 * std::atan2(sine, p.w()) / sine) * p.vec();
}

/// exp ψ̃ = I + sin θ/θ ψ̃ + ½ (sin(θ/2)/(θ/2))² ψ̃², θ = |ψ|.
inline Eigen::Matrix3d rotation_by(const Eigen::Vector3d& psi) {
  const double theta = psi.norm(), half = 0.5 * theta;
  const double s = theta < 1e-8 ? 1 : std::sin(theta) / theta, h = half < 1e-8 ? 1 : std::sin(half) / half;
  const Eigen::Matrix3d K = cross_matrix(psi);
  return Eigen::Matrix3d::Identity() + s * K + 0.5 * h * h * K * K;
}

/// How ψ = log(Λ_aᵀ Λ_b) and Λ_m = Λ_a exp(ψ̃/2) change with small rotations φ_a and φ_b about the
/// axes of Λ_a and Λ_b [CJ99]. With θ = |ψ|,
///
///     δψ = D δφ_b − Dᵀ δφ_a,          D = I + ½ ψ̃ + c ψ̃²,   c = (1 − (θ/2) cot(θ/2))/θ²,
///     δφ_m = Eᵀ δφ_a + E δφ_b,        E = ½ I + e ψ̃,        e = tan(θ/4)/(2θ),
///
/// where δφ_m is about the axes of Λ_m. Valid for θ < 2π.
class RotationBetween {
 public:
  explicit RotationBetween(const Eigen::Vector3d& psi) : psi_(psi), K_(cross_matrix(psi)) {
    const double t2 = psi.squaredNorm();
    if (t2 < 0.25) {
      series(t2);
    } else {
      closed(std::sqrt(t2));
    }
  }

  Eigen::Matrix3d D() const { return Eigen::Matrix3d::Identity() + 0.5 * K_ + c_ * K_ * K_; }
  Eigen::Matrix3d E() const { return 0.5 * Eigen::Matrix3d::Identity() + e_ * K_; }

  /// ∂(D x)/∂ψ and ∂(Dᵀ x)/∂ψ for a constant x.
  Eigen::Matrix3d D_by_psi(const Eigen::Vector3d& x) const { return by_psi(0.5, x); }
  Eigen::Matrix3d D_transposed_by_psi(const Eigen::Vector3d& x) const { return by_psi(-0.5, x); }
  /// ∂(E x)/∂ψ; that of Eᵀ x is its negative.
  Eigen::Matrix3d E_by_psi(const Eigen::Vector3d& x) const {
    return -e_ * cross_matrix(x) + (e_slope_ * psi_.cross(x)) * psi_.transpose();
  }

 private:
  Eigen::Matrix3d by_psi(double half, const Eigen::Vector3d& x) const {
    const Eigen::Vector3d y = psi_.cross(x);
    return -half * cross_matrix(x) - c_ * (cross_matrix(y) + K_ * cross_matrix(x)) +
           (c_slope_ * psi_.cross(y)) * psi_.transpose();
  }
  /// Powers of θ², up to terms below 1e-16 for θ < 0.5.
  void series(double t2) {
    constexpr double c[] = {1.0 / 12,           1.0 / 720,      1.0 / 30240,
                            1.0 / 1209600,      1.0 / 47900160, 691.0 / 1307674368000.0,
                            1.0 / 74724249600.0};
    // of tan x / x
    constexpr double tangent[] = {1,           1.0 / 3,         2.0 / 15,         17.0 / 315,
                                  62.0 / 2835, 1382.0 / 155925, 21844.0 / 6081075};
    const double x2 = t2 / 16;
    c_ = c_slope_ = e_ = e_slope_ = 0;
    for (int k = 6; k >= 0; --k) {
      c_ = c_ * t2 + c[k];
      e_ = e_ * x2 + tangent[k] / 8;
      if (k == 0) break;
      c_slope_ = c_slope_ * t2 + 2 * k * c[k];
      e_slope_ = e_slope_ * x2 + 2 * k * tangent[k] / 128;
    }
  }
  void closed(double theta) {
    const double half = 0.5 * theta, sine = std::sin(half), cot = std::cos(half) / sine, t2 = theta * theta;
    const double g = half * cot, g_slope = 0.5 * cot - 0.5 * half / (sine * sine);
    c_ = (1 - g) / t2;
    c_slope_ = -(g_slope / theta + 2 * c_) / t2;
    const double x = 0.25 * theta, tan = std::tan(x);
    e_ = tan / (8 * x);
    e_slope_ = (x * (1 + tan * tan) - tan) / (128 * x * x * x);
  }

  Eigen::Vector3d psi_;
  Eigen::Matrix3d K_;
  double c_, e_;
  double c_slope_, e_slope_;  // (dc/dθ)/θ, (de/dθ)/θ
};

}  // namespace pleuel
