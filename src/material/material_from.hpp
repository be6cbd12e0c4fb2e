// Creates a material from a law written in stresses.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "pleuel/autodiff/eigen_scalars.hpp"
#include "pleuel/material/material.hpp"

namespace pleuel::material {

template <int N, class S = double>
using FixedVector = Eigen::Matrix<S, N, 1>;
template <int M, int N>
using FixedMatrixOf = Eigen::Matrix<double, M, N>;

/// ẇ = Φ(σ, z) and ż = Ψ(σ, z) at one point.
template <int N, int Z, class S = double>
struct LawRates {
  FixedVector<N, S> w;
  FixedVector<Z, S> z;
};

template <int N, int Z>
struct LawDerivatives {
  FixedMatrixOf<N, N> w_sigma;
  FixedMatrixOf<N, Z> w_z;
  FixedMatrixOf<Z, N> z_sigma;
  FixedMatrixOf<Z, Z> z_z;
};

/// A law that computes its derivatives itself.
template <class L>
concept HasDerivatives = requires(const L& law, const FixedVector<L::n_stress>& sigma,
                                  const FixedVector<L::n_hardening>& z,
                                  LawDerivatives<L::n_stress, L::n_hardening>& out) {
  law.derivatives(sigma, z, out);
};

/// The derivatives of a law whose rates are a template over the scalar, by dual numbers.
template <class L>
void derivatives_by_duals(const L& law, const FixedVector<L::n_stress>& sigma,
                          const FixedVector<L::n_hardening>& z,
                          LawDerivatives<L::n_stress, L::n_hardening>& out) {
  constexpr int N = L::n_stress, Z = L::n_hardening;
  using S = Dual<N + Z>;
  FixedVector<N, S> stress;
  FixedVector<Z, S> hardening;
  for (int k = 0; k < N; ++k) {
    stress[k] = sigma[k];
    stress[k].d[k] = 1;
  }
  for (int i = 0; i < Z; ++i) {
    hardening[i] = z[i];
    hardening[i].d[N + i] = 1;
  }
  LawRates<N, Z, S> rates;
  law.rates(stress, hardening, rates);
  const auto read = [](const auto& from, int first, auto&& to) {
    for (int i = 0; i < to.rows(); ++i)
      for (int j = 0; j < to.cols(); ++j) to(i, j) = from[i].d[first + j];
  };
  read(rates.w, 0, out.w_sigma);
  read(rates.w, N, out.w_z);
  read(rates.z, 0, out.z_sigma);
  read(rates.z, N, out.z_z);
}

/// Creates a Material from a law L with N stresses and Z hardening variables, in SI units:
///
///     static constexpr int n_stress, n_hardening;
///     void rates(σ, z, LawRates<N, Z>& out) const;
///     std::vector<StateVariable> hardening() const;                 names, units and scales of z
///     FixedVector<Z> start() const;                                 z before any load
///
/// and optionally
///
///     void derivatives(σ, z, LawDerivatives<N, Z>& out) const;      all entries are to be set
///     static constexpr int accumulated;           p = z[accumulated] is one of its variables
///     S hardening_energy(z) const;                energy per volume stored by hardening, J/m³;
///                                                 a template over the scalar S of z
///
/// Without derivatives(), rates(σ, z, LawRates<N, Z, S>&) is a template over the scalar S, and dual
/// numbers give the derivatives.
///
/// Chain rule: with σ = D(ε − w), ∂/∂ε = (∂/∂σ) D and ∂/∂w = −(∂/∂σ) D. With x = z/scale, the rows
/// of z are divided by their scales and its columns multiplied by them. A law without p gets it as
/// a last, passive state, on which nothing depends: ṗ = √(⅔ ẇᵀPẇ), ∂ṗ = ⅔ (Pẇ)ᵀ∂ẇ/ṗ.
template <class L>
class MaterialFrom final : public Material {
  static constexpr int N = L::n_stress;
  static constexpr int Z = L::n_hardening;
  static constexpr bool has_own_p = requires { L::accumulated; };
  static constexpr int n = N + Z + (has_own_p ? 0 : 1);
  static constexpr int n_acting = N + Z;
  static constexpr bool stores_energy = requires(const L& law, const FixedVector<Z>& z) {
    law.hardening_energy(z);
  };

 public:
  MaterialFrom(L law, StressState state, Eigen::MatrixXd moduli)
      : law_(std::move(law)),
        state_(state),
        moduli_(std::move(moduli)),
        D_(moduli_),
        metric_(2.0 / 3 * strain_metric(state)) {
    for (int k = 0; k < N; ++k)
      variables_.push_back({(is_shear(state, k) ? "gp" : "ep") + component_name(state, k), "1", 1});
    int i = 0;
    for (StateVariable& variable : law_.hardening()) {
      scale_[i++] = variable.scale;
      variables_.push_back(std::move(variable));
    }
    if constexpr (!has_own_p) variables_.push_back({"p", "1", 1});
  }

  StressState state() const override { return state_; }
  const Eigen::MatrixXd& moduli() const override { return moduli_; }
  const std::vector<StateVariable>& states() const override { return variables_; }
  int accumulated_strain() const override {
    if constexpr (has_own_p)
      return N + L::accumulated;
    else
      return n - 1;
  }
  int n_active() const override { return n_acting; }

  void start(Vec x) const override {
    const FixedVector<Z> z = law_.start();
    for (int k = 0; k < N; ++k) x[k] = 0;
    for (int i = 0; i < Z; ++i) x[N + i] = z[i] / scale_[i];
    if constexpr (!has_own_p) x[n - 1] = 0;
  }

  double hardening_energy(const double* x) const override {
    if constexpr (stores_energy)
      return law_.hardening_energy(hardening_at(x));
    else
      return 0;
  }

  double hardening_power([[maybe_unused]] const double* x,
                         [[maybe_unused]] const double* xdot) const override {
    if constexpr (stores_energy) {
      FixedVector<Z, Dual<1>> z;
      for (int i = 0; i < Z; ++i) {
        z[i] = scale_[i] * x[N + i];
        z[i].d[0] = scale_[i] * xdot[N + i];
      }
      return law_.hardening_energy(z).d[0];
    } else {
      return 0;
    }
  }

  void rates(const PointStates& at, double* xdot) const override {
    LawRates<N, Z> out;
    for (int p = 0; p < at.n_points; ++p) {
      const Point point = read(at, p);
      law_.rates(point.sigma, point.z, out);
      Eigen::Map<FixedVector<n>> rate(xdot + p * n);
      rate.template head<N>() = out.w;
      if constexpr (Z > 0) rate.template segment<Z>(N) = out.z.cwiseQuotient(scale_);
      if constexpr (!has_own_p) rate[n - 1] = Accumulation(out.w, metric_).rate;
    }
  }

  void derivatives(const PointStates& at, const PointDerivatives& out) const override {
    LawDerivatives<N, Z> d;
    [[maybe_unused]] LawRates<N, Z> flow;
    FixedMatrixOf<n, N> by_stress;
    for (int p = 0; p < at.n_points; ++p) {
      const Point point = read(at, p);
      if constexpr (HasDerivatives<L>)
        law_.derivatives(point.sigma, point.z, d);
      else
        derivatives_by_duals(law_, point.sigma, point.z, d);
      by_stress.template topRows<N>() = d.w_sigma;
      if constexpr (Z > 0)
        by_stress.template middleRows<Z>(N) = scale_.cwiseInverse().asDiagonal() * d.z_sigma;
      FixedVector<N> p_w = FixedVector<N>::Zero();
      if constexpr (!has_own_p) {
        law_.rates(point.sigma, point.z, flow);
        p_w = Accumulation(flow.w, metric_).by_flow;
        by_stress.row(n - 1) = p_w.transpose() * d.w_sigma;
      }
      Eigen::Map<FixedMatrixOf<n, N>> by_strain(out.by_strain + p * n * N);
      by_strain.noalias() = by_stress * D_;
      Eigen::Map<FixedMatrixOf<n, n_acting>> by_state(out.by_state + p * n * n_acting);
      by_state.template leftCols<N>() = -by_strain;
      if constexpr (Z > 0) {
        auto w_z = by_state.template block<N, Z>(0, N);
        w_z = d.w_z * scale_.asDiagonal();
        by_state.template block<Z, Z>(N, N) =
            scale_.cwiseInverse().asDiagonal() * d.z_z * scale_.asDiagonal();
        if constexpr (!has_own_p) by_state.template block<1, Z>(n - 1, N) = p_w.transpose() * w_z;
      }
    }
  }

 private:
  struct Point {
    FixedVector<N> sigma;
    FixedVector<Z> z;
  };

  /// ṗ and ∂ṗ/∂ẇ, zero where nothing flows. The largest entry is taken out, because squares of slow
  /// flow underflow.
  struct Accumulation {
    Accumulation(const FixedVector<N>& w, const FixedMatrixOf<N, N>& metric) {
      const double largest = w.cwiseAbs().maxCoeff();
      by_flow.setZero();
      if (largest == 0) return;
      const FixedVector<N> u = w / largest, Pu = metric * u;
      const double size = std::sqrt(u.dot(Pu));
      rate = largest * size;
      by_flow = Pu / size;
    }
    double rate = 0;
    FixedVector<N> by_flow;
  };

  Point read(const PointStates& at, int p) const {
    const Eigen::Map<const FixedVector<N>> strain(at.strain + p * N);
    const Eigen::Map<const FixedVector<n>> x(at.x + p * n);
    Point point;
    point.sigma.noalias() = D_ * (strain - x.template head<N>());
    point.z = hardening_at(x.data());
    return point;
  }
  FixedVector<Z> hardening_at(const double* x) const {
    return Eigen::Map<const FixedVector<Z>>(x + N).cwiseProduct(scale_);
  }

  L law_;
  StressState state_;
  Eigen::MatrixXd moduli_;
  FixedMatrixOf<N, N> D_;
  FixedMatrixOf<N, N> metric_;  // ⅔ P
  FixedVector<Z> scale_;
  std::vector<StateVariable> variables_;
};

/// The law family<N>(arguments…) for the stress state asked for.
template <template <int> class Family, class... Arguments>
std::shared_ptr<const Material> material_from(StressState state, const Eigen::MatrixXd& moduli,
                                              const Arguments&... arguments) {
  const auto make = [&]<int N>() -> std::shared_ptr<const Material> {
    return std::make_shared<MaterialFrom<Family<N>>>(Family<N>(arguments..., state), state, moduli);
  };
  switch (state) {
    case StressState::uniaxial:
      return make.template operator()<1>();
    case StressState::plane_stress:
      return make.template operator()<3>();
    case StressState::plane_strain:
      return make.template operator()<4>();
    case StressState::solid:
      return make.template operator()<6>();
  }
  return nullptr;
}

}  // namespace pleuel::material
