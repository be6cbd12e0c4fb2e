// Strains of a two-node beam element for finite rotations.
#pragma once

#include <numbers>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/model/kinematics/rotation_vector.hpp"
#include "pleuel/model/kinematics/scalar.hpp"

namespace pleuel {

/// The strains of an element at one state: displacements, then rotations. B = ∂ε/∂(x, θ), thus
/// ε̇ = B v.
template <int D>
struct BeamStrains {
  using S = Space<D>;
  Eigen::Matrix<double, S::n, 1> value, rate;
  Eigen::Matrix<double, S::n, 2 * S::n> gradient;
};

/// The same with ∂ε̇/∂(x, θ), and for the stresses σ(ε, ε̇) of a law with ∂(Bᵀσ)/∂(x, θ) at
/// constant σ.
template <int D>
struct BeamStrainJet : BeamStrains<D> {
  Eigen::Matrix<double, Space<D>::n, 2 * Space<D>::n> rate_q;
  Eigen::Matrix<double, Space<D>::n, 1> sigma;
  typename Space<D>::PairMatrix hessian;
};

/// An element of length h between point p_a of body i and p_b of body j, where the sections have
/// the axes Λ_a and Λ_b; x is along the beam. In its middle, with d = p_b − p_a, [SV86], [CJ99]
///
///     ψ = log(Λ_aᵀ Λ_b),   Λ_m = Λ_a exp(ψ̃/2),   u = Λ_mᵀ d,
///     Γ = u/h − e₁   (extension and shear),   κ = ψ/h   (torsion and bending).
///
/// A rigid motion of both bodies leaves d, Λ_a and Λ_b rotated alike, so Γ and κ do not change.
/// With small rotations δφ about the axes of a section (RotationBetween),
///
///     δu = Λ_mᵀ δd + u × δφ_m,   u̇ = Λ_mᵀ ḋ + u × w_m,   w_m = Eᵀ w_a + E w_b.
///
/// In space the sections must be less than π apart, where ψ is not unique.
template <int D>
class BeamStrain;

namespace detail {

/// d, ḋ and their derivatives.
template <int D>
struct Chord {
  using S = Space<D>;
  using Spread = Eigen::Matrix<double, D, 2 * S::n>;
  typename S::Point d, rate;
  Spread by_q = Spread::Zero();

  Chord(const BodyMotion<D>& i, const BodyMotion<D>& j, const typename S::Point& u_i,
        const typename S::Point& u_j) {
    const Arrow<D> a = point<D>(i, u_i), b = point<D>(j, u_j);
    d = b.X - a.X;
    rate = b.rate - a.rate;
    by_q.template block<D, D>(0, 0).diagonal().setConstant(-1);
    by_q.template block<D, D>(0, at_move_j<D>).diagonal().setConstant(1);
    by_q.template block<D, S::n_rotations>(0, at_rotation_i<D>) = -a.P;
    by_q.template block<D, S::n_rotations>(0, at_rotation_j<D>) = b.P;
  }
  static Spread rate_by_q(const BodyMotion<D>& i, const BodyMotion<D>& j, const typename S::Point& u_i,
                          const typename S::Point& u_j) {
    Spread s = Spread::Zero();
    s.template block<D, S::n_rotations>(0, at_rotation_i<D>) = -derivatives(i, u_i).rate_by_rotation;
    s.template block<D, S::n_rotations>(0, at_rotation_j<D>) = derivatives(j, u_j).rate_by_rotation;
    return s;
  }
};

/// Adds (∂(∂d/∂q)ᵀN)/∂q.
template <int D>
void add_moments(const BodyMotion<D>& i, const BodyMotion<D>& j, const typename Space<D>::Point& u_i,
                 const typename Space<D>::Point& u_j, const typename Space<D>::Point& N,
                 typename Space<D>::PairMatrix& H) {
  constexpr int r = Space<D>::n_rotations;
  H.template block<r, r>(at_rotation_i<D>, at_rotation_i<D>) -= moment_by_rotation(i, u_i, N);
  H.template block<r, r>(at_rotation_j<D>, at_rotation_j<D>) += moment_by_rotation(j, u_j, N);
}

}  // namespace detail

/// In the plane ψ is the difference of the angles, including full revolutions, and Λ_m the rotation
/// by their mean. With ⊥ for rotation by 90°, u × δφ_m = −u⊥ δφ_m.
template <>
class BeamStrain<2> {
  using S = Space<2>;
  using Row = Eigen::Matrix<double, 1, 6>;

 public:
  /// `axis_i`: angle of the section's x axis in body i; `between`: that in body j minus that in
  /// body i.
  BeamStrain(double length, const S::Point& u_i, const S::Point& u_j, double axis_i, double between)
      : h_(length), u_i_(u_i), u_j_(u_j), axis_i_(axis_i), between_(between) {}

  double length() const { return h_; }

  BeamStrains<2> motion(const BodyMotion<2>& i, const BodyMotion<2>& j) const {
    BeamStrains<2> e;
    fill(i, j, e);
    return e;
  }
  template <class Law>
  BeamStrainJet<2> jet(const BodyMotion<2>& i, const BodyMotion<2>& j, Law law) const {
    BeamStrainJet<2> e;
    const Middle m = fill(i, j, e);
    e.sigma = law(e.value, e.rate);
    const Row mean = mean_rotation();
    const Eigen::Matrix<double, 2, 6> across = rotated_rows(m.by_q);
    e.rate_q.topRows<2>() = (m.L.transpose() * m.chord.rate_by_q(i, j, u_i_, u_j_) -
                             perpendicular(m.L.transpose() * m.chord.rate) * mean - m.w * across) /
                            h_;
    e.rate_q.row(2).setZero();
    const Eigen::Vector2d n = e.sigma.head<2>() / h_, normal = perpendicular(n);
    e.hessian =
        m.chord.by_q.transpose() * (m.L * normal) * mean + mean.transpose() * (normal.transpose() * m.by_q);
    detail::add_moments<2>(i, j, u_i_, u_j_, m.L * n, e.hessian);
    return e;
  }

 private:
  struct Middle {
    detail::Chord<2> chord;
    S::Rotation L;
    Eigen::Matrix<double, 2, 6> by_q;  // of u
    double w = 0;
  };
  static Row mean_rotation() { return (Row() << 0, 0, 0.5, 0, 0, 0.5).finished(); }
  static Eigen::Matrix<double, 2, 6> rotated_rows(const Eigen::Matrix<double, 2, 6>& x) {
    Eigen::Matrix<double, 2, 6> y;
    y << -x.row(1), x.row(0);
    return y;
  }
  Middle fill(const BodyMotion<2>& i, const BodyMotion<2>& j, BeamStrains<2>& e) const {
    Middle m{detail::Chord<2>(i, j, u_i_, u_j_), {}, {}, 0.5 * (i.omega[0] + j.omega[0])};
    const double psi = j.angle - i.angle + between_, angle = i.angle + axis_i_ + 0.5 * psi;
    const double c = std::cos(angle), s = std::sin(angle);
    m.L << c, -s, s, c;
    const Eigen::Vector2d u = m.L.transpose() * m.chord.d;
    m.by_q = m.L.transpose() * m.chord.by_q - perpendicular(u) * mean_rotation();
    e.value << u[0] / h_ - 1, u[1] / h_, psi / h_;
    e.rate.head<2>() = (m.L.transpose() * m.chord.rate - perpendicular(u) * m.w) / h_;
    e.rate[2] = (j.omega[0] - i.omega[0]) / h_;
    e.gradient.topRows<2>() = m.by_q / h_;
    e.gradient.row(2) << 0, 0, -1 / h_, 0, 0, 1 / h_;
    return m;
  }

  double h_;
  S::Point u_i_, u_j_;
  double axis_i_, between_;
};

template <>
class BeamStrain<3> {
  using S = Space<3>;
  using Spread = Eigen::Matrix<double, 3, 12>;

 public:
  /// The columns of `axes_i` and `axes_j` are the axes of the sections in the bodies.
  BeamStrain(double length, const S::Point& u_i, const S::Point& u_j, const S::Rotation& axes_i,
             const S::Rotation& axes_j)
      : h_(length), u_i_(u_i), u_j_(u_j), axes_i_(axes_i), axes_j_(axes_j) {}

  double length() const { return h_; }

  BeamStrains<3> motion(const BodyMotion<3>& i, const BodyMotion<3>& j) const {
    BeamStrains<3> e;
    (void)fill(i, j, e);
    return e;
  }
  /// With n = σ_Γ/h, m = σ_κ/h, N = Λ_m n and μ = n × u,
  ///
  ///     Bᵀσ = d_qᵀ N + φ_qᵀ μ + ψ_qᵀ m,   δN = Λ_m (δφ_m × n),   δμ = n × δu.
  template <class Law>
  BeamStrainJet<3> jet(const BodyMotion<3>& i, const BodyMotion<3>& j, Law law) const {
    BeamStrainJet<3> e;
    const Middle m = fill(i, j, e);
    e.sigma = law(e.value, e.rate);
    const Eigen::Vector3d w_a = axes_i_.transpose() * i.omega, w_b = axes_j_.transpose() * j.omega;
    const Eigen::Matrix3d turning = m.between.D_by_psi(w_b) - m.between.D_transposed_by_psi(w_a);
    const Eigen::Matrix3d middle = m.between.E_by_psi(w_b - w_a);  // ∂w_m/∂ψ
    const Eigen::Vector3d along = m.L.transpose() * m.chord.rate;
    e.rate_q.topRows<3>() =
        (m.L.transpose() * m.chord.rate_by_q(i, j, u_i_, u_j_) + cross_matrix(along) * m.phi_q -
         cross_matrix(m.w) * m.u_q + (cross_matrix(m.u) * middle) * m.psi_q) /
        h_;
    e.rate_q.bottomRows<3>() = turning * m.psi_q / h_;

    const Eigen::Vector3d n = e.sigma.template head<3>() / h_, moment = e.sigma.template tail<3>() / h_,
                          mu = n.cross(m.u);
    const Eigen::Matrix3d across = cross_matrix(n), by_e = m.between.E_by_psi(mu);
    const Spread dN = -(m.L * across) * m.phi_q, d_mu = across * m.u_q;
    e.hessian = m.chord.by_q.transpose() * dN + m.phi_q.transpose() * d_mu;
    const Eigen::Matrix3d of_a = axes_i_ * (by_e - m.between.D_by_psi(moment)),
                          of_b = axes_j_ * (m.between.D_transposed_by_psi(moment) - by_e);
    e.hessian.template middleRows<3>(at_rotation_i<3>) += of_a * m.psi_q;
    e.hessian.template middleRows<3>(at_rotation_j<3>) += of_b * m.psi_q;
    detail::add_moments<3>(i, j, u_i_, u_j_, m.L * n, e.hessian);
    return e;
  }

 private:
  struct Middle {
    detail::Chord<3> chord;
    RotationBetween between;
    Eigen::Matrix3d L;
    Eigen::Vector3d u, w;
    Spread psi_q, phi_q, u_q;
  };
  Middle fill(const BodyMotion<3>& i, const BodyMotion<3>& j, BeamStrains<3>& e) const {
    // Near π, rounding of the axes may turn the rotation vector round.
    constexpr double most = 0.99 * std::numbers::pi;
    const Eigen::Matrix3d La = i.R * axes_i_, Lb = j.R * axes_j_;
    const Eigen::Vector3d psi = rotation_vector(La.transpose() * Lb);
    if (!(psi.squaredNorm() < most * most))
      throw LeftDomain(
          "the two ends of a beam element are rotated against each other by nearly half a revolution, where "
          "its bending is not unique; take more elements, or make the beam stiffer");
    Middle m{detail::Chord<3>(i, j, u_i_, u_j_), RotationBetween(psi), {}, {}, {}, {}, {}, {}};
    m.L = La * rotation_by(0.5 * psi);
    m.u = m.L.transpose() * m.chord.d;
    const Eigen::Matrix3d D = m.between.D(), E = m.between.E();
    const Eigen::Vector3d w_a = axes_i_.transpose() * i.omega, w_b = axes_j_.transpose() * j.omega;
    m.w = E.transpose() * w_a + E * w_b;
    m.psi_q.setZero();
    m.psi_q.middleCols<3>(at_rotation_i<3>) = -D.transpose() * axes_i_.transpose();
    m.psi_q.middleCols<3>(at_rotation_j<3>) = D * axes_j_.transpose();
    m.phi_q.setZero();
    m.phi_q.middleCols<3>(at_rotation_i<3>) = E.transpose() * axes_i_.transpose();
    m.phi_q.middleCols<3>(at_rotation_j<3>) = E * axes_j_.transpose();
    m.u_q = m.L.transpose() * m.chord.by_q + cross_matrix(m.u) * m.phi_q;
    e.value << m.u / h_ - Eigen::Vector3d::UnitX(), psi / h_;
    e.rate << (m.L.transpose() * m.chord.rate + m.u.cross(m.w)) / h_, (D * w_b - D.transpose() * w_a) / h_;
    e.gradient << m.u_q / h_, m.psi_q / h_;
    return m;
  }

  double h_;
  S::Point u_i_, u_j_;
  S::Rotation axes_i_, axes_j_;
};

}  // namespace pleuel
