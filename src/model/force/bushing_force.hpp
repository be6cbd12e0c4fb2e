// A bushing (elastic joint).
#pragma once

#include <array>

#include "pleuel/model/assembly/measures.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// Connects marker b to marker a by the forces K ξ + C ξ̇ of the deformations ξ. In space these are
/// the displacements of b along the axes of a and the rotations
///
///     ϑ_x = ½ (z_a · y_b − y_a · z_b),   ϑ_y and ϑ_z cyclically:
///
/// i.e. the rotation axis times the sine of the angle, which is the rotation vector for small
/// angles; beyond 90° the torque decreases. In the plane ξ = (x, y, angle). The generalised forces
/// are −(∂ξ/∂q)ᵀ (K ξ + C ξ̇), so the potential is ½ ξᵀKξ and the dissipation ξ̇ᵀCξ̇ for any size
/// of ξ. K and C are symmetric.
template <int D>
class BushingTerm {
  using S = Space<D>;
  static constexpr int n = S::n;
  using Columns = typename PairBlocks<D>::Columns;

 public:
  using Stiffness = Eigen::Matrix<double, n, n>;

  BushingTerm(const BodyPair& bodies, const std::array<Offset<D>, D>& moves,
              const typename S::Rotation& axes_i, const typename S::Rotation& axes_j, double angle,
              const Stiffness& K, const Stiffness& C)
      : bodies_(bodies),
        moves_(moves),
        axes_i_(axes_i),
        axes_j_(axes_j),
        angle_(angle),
        K_(K),
        C_(C),
        by_q_(bodies, bodies, every_part, Columns::q),
        by_v_(bodies, bodies, every_part, Columns::v) {}

  void declare(PatternEntries& p) const {
    by_q_.declare(p.dynamics_q);
    by_v_.declare(p.dynamics_v);
  }
  void find(const MotionMatrices& m) {
    by_q_.find(m.dynamics_q);
    by_v_.find(m.dynamics_v);
  }

  template <class Bodies>
  void add(const Bodies& bodies, double* dynamics) const {
    act(bodies, [&](double f, const ScalarMotion<D>& m, const BodyPair& pair) {
      add_pair<D>(-f, m.gradient, pair, dynamics);
    });
  }

  /// Calls visit(f, m, pair) for each deformation m with the force f along it.
  template <class Bodies, class Visit>
  void act(const Bodies& bodies, Visit visit) const {
    const auto xi =
        deformations(bodies, [](const auto& s, const auto& i, const auto& j) { return s.motion(i, j); });
    const Six F = K_ * values(xi) + C_ * rates(xi);
    for (int k = 0; k < n; ++k) visit(-F[k], xi[k], bodies_);
  }

  template <class Bodies>
  void linearize(const Bodies& bodies, MotionMatrices& out) const {
    const auto xi =
        deformations(bodies, [](const auto& s, const auto& i, const auto& j) { return s.jet(i, j); });
    const Six F = K_ * values(xi) + C_ * rates(xi);
    Eigen::Matrix<double, n, 2 * n> gradient, rate_q;
    typename S::PairMatrix hessian = S::PairMatrix::Zero();
    for (int k = 0; k < n; ++k) {
      gradient.row(k) = xi[k].gradient.transpose();
      rate_q.row(k) = xi[k].rate_q.transpose();
      hessian += F[k] * xi[k].hessian;
    }
    by_q_.add(1.0, typename S::PairMatrix(hessian + gradient.transpose() * (K_ * gradient + C_ * rate_q)),
              bodies[bodies_.i], bodies[bodies_.j], out.dynamics_q.value.data());
    by_v_.add(1.0, typename S::PairMatrix(gradient.transpose() * C_ * gradient), out.dynamics_v.value.data());
  }

  template <class Bodies>
  double potential(const Bodies& bodies) const {
    const Six x = values(
        deformations(bodies, [](const auto& s, const auto& i, const auto& j) { return s.motion(i, j); }));
    return 0.5 * x.dot(K_ * x);
  }
  template <class Bodies>
  Power power(const Bodies& bodies) const {
    const Six v = rates(
        deformations(bodies, [](const auto& s, const auto& i, const auto& j) { return s.motion(i, j); }));
    return {0, v.dot(C_ * v)};
  }

 private:
  using Six = Eigen::Matrix<double, n, 1>;

  template <class Bodies, class Evaluate>
  auto deformations(const Bodies& bodies, Evaluate evaluate) const {
    const auto &i = bodies[bodies_.i], &j = bodies[bodies_.j];
    using Result = decltype(evaluate(moves_[0], i, j));
    std::array<Result, n> xi;
    for (int k = 0; k < D; ++k) xi[k] = evaluate(moves_[k], i, j);
    if constexpr (D == 2) {
      xi[2] = evaluate(Angle<2>{angle_}, i, j);
    } else {
      for (int k = 0; k < 3; ++k) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        xi[3 + k] = half_difference(evaluate(Cosine<3>{axes_i_.col(z), axes_j_.col(y)}, i, j),
                                    evaluate(Cosine<3>{axes_i_.col(y), axes_j_.col(z)}, i, j));
      }
    }
    return xi;
  }
  template <class Result>
  static Result half_difference(Result a, const Result& b) {
    a.value = 0.5 * (a.value - b.value);
    a.rate = 0.5 * (a.rate - b.rate);
    a.acceleration = 0.5 * (a.acceleration - b.acceleration);
    a.gradient = 0.5 * (a.gradient - b.gradient);
    if constexpr (std::is_same_v<Result, ScalarJet<D>>) {
      a.rate_q = 0.5 * (a.rate_q - b.rate_q);
      a.hessian = 0.5 * (a.hessian - b.hessian);
    }
    return a;
  }
  template <class Xi>
  static Six values(const Xi& xi) {
    Six x;
    for (int k = 0; k < n; ++k) x[k] = xi[k].value;
    return x;
  }
  template <class Xi>
  static Six rates(const Xi& xi) {
    Six x;
    for (int k = 0; k < n; ++k) x[k] = xi[k].rate;
    return x;
  }

  BodyPair bodies_;
  std::array<Offset<D>, D> moves_;
  typename S::Rotation axes_i_, axes_j_;
  double angle_;
  Stiffness K_, C_;
  PairBlocks<D> by_q_, by_v_;
};

/// "bushing".
ElementType bushing_type();

}  // namespace pleuel
