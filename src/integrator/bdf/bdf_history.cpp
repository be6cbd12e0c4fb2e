#include "pleuel/integrator/bdf/bdf_history.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace pleuel {
namespace {

/// A copy that cannot overlap any output.
template <int n>
struct Coefficients {
  explicit Coefficients(const double* from) { std::copy_n(from, n, value); }
  double operator[](int i) const { return value[i]; }
  double value[n];
};

/// y = Σ beta_j φ_j and ẏ = Σ rate_j φ_j over `terms` differences, in one pass.
template <int terms>
void combine(Eigen::Index n, const double* phi, const double* beta, const double* rate,
             std::pair<double*, double*> out) {
  double* const y = out.first;
  double* const ydot = out.second;
  const Coefficients<terms> b(beta), r(rate);
#pragma GCC ivdep
  for (Eigen::Index i = 0; i < n; ++i) {
    double value = phi[i];
    double slope = 0;
#pragma GCC unroll 16
    for (int j = 1; j < terms; ++j) {
      value += b[j] * phi[i + j * n];
      slope += r[j] * phi[i + j * n];
    }
    y[i] = value;
    ydot[i] = slope;
  }
}

/// φ_i ← β_i φ_i + φ_{i+1} from the last to the first, φ_terms being e itself.
template <int terms>
void update(Eigen::Index n, double* phi, const double* beta, const double* e) {
  const Coefficients<terms> b(beta);
#pragma GCC ivdep
  for (Eigen::Index i = 0; i < n; ++i) {
    double next = e[i];
    phi[i + (terms - 1) * n] = next;
#pragma GCC unroll 16
    for (int j = terms - 2; j >= 0; --j) {
      next += b[j] * phi[i + j * n];
      phi[i + j * n] = next;
    }
  }
}

using Combine = void (*)(Eigen::Index, const double*, const double*, const double*,
                         std::pair<double*, double*>);
using Update = void (*)(Eigen::Index, double*, const double*, const double*);
// By order.
constexpr Combine kCombine[] = {nullptr,    combine<2>, combine<3>, combine<4>, combine<5>,
                                combine<6>, combine<7>, combine<8>, combine<9>};
constexpr Update kUpdate[] = {nullptr,   update<3>, update<4>, update<5>, update<6>,
                              update<7>, update<8>, update<9>, update<10>};

}  // namespace

void BdfHistory::start(ConstVec y, ConstVec ydot, double h, int highest_order) {
  phi_.setZero(y.size(), highest_order + 3);
  phi_.col(0) = y;
  phi_.col(1) = h * ydot;
  for (int i = 0; i < kBdfDifferences; ++i) psi_[i] = (i + 1) * h;
  n_differences_ = 2;
}

void BdfHistory::start(const Eigen::Ref<const Matrix>& values, double h) {
  const int last = static_cast<int>(values.cols()) - 1;
  phi_.setZero(values.rows(), std::max<Eigen::Index>(phi_.cols(), last + 3));
  // Backward differences: on equal spacing ψ_1 … ψ_{i−1} [y_n, …, y_{n−i+1}] is ∇^(i−1) y_n.
  for (int j = 0; j <= last; ++j) phi_.col(j) = values.col(last - j);
  for (int i = 1; i <= last; ++i)
    for (int j = last; j >= i; --j) phi_.col(j) = phi_.col(j - 1) - phi_.col(j);
  for (int i = 0; i < kBdfDifferences; ++i) psi_[i] = (i + 1) * h;
  n_differences_ = last + 1;
}

void BdfHistory::predict(const BdfFormula& formula, Vec y, Vec ydot) const {
  std::array<double, kBdfDifferences> rate{};
  for (int i = 0; i <= formula.order; ++i) rate[i] = formula.gamma[i] * formula.beta[i];
  kCombine[formula.order](phi_.rows(), phi_.data(), formula.beta.data(), rate.data(),
                          {y.data(), ydot.data()});
}

void BdfHistory::predict(const BdfExtrapolation& at, Vec y, Vec ydot) const {
  kCombine[at.degree](phi_.rows(), phi_.data(), at.value.data(), at.slope.data(), {y.data(), ydot.data()});
}

void BdfHistory::accept(const BdfFormula& formula, ConstVec e) {
  kUpdate[formula.order](phi_.rows(), phi_.data(), formula.beta.data(), e.data());
  for (int i = 0; i <= formula.order + 1; ++i) psi_[i] = formula.psi[i];
  n_differences_ = formula.order + 2;
}

void BdfHistory::restrict(int i, ConstVec kept) { phi_.col(i - 1).array() *= kept.array(); }

void BdfHistory::shift(ConstVec change) {
  for (int j = 0; j < n_differences_; ++j) phi_.col(j) += change;
}

void BdfHistory::interpolate(double since, int n_terms, Vec y) const {
  assert(n_terms <= n_differences_);
  y = phi_.col(0);
  double product = 1;
  for (int j = 1; j < n_terms; ++j) {
    product *= (j > 1 ? since + psi_[j - 2] : since) / psi_[j - 1];
    y += product * phi_.col(j);
  }
}

}  // namespace pleuel
