// Creates a Dae from equations written once as a template over the scalar type.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "pleuel/autodiff/dual.hpp"
#include "pleuel/autodiff/guarded_scalars.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/dae/differentiated_dae.hpp"
#include "pleuel/linalg/coloring.hpp"

namespace pleuel {

/// The point at which a DAE is evaluated, in the scalar type S.
template <class S>
struct DaePoint {
  double t = 0;
  const S* y = nullptr;
  const S* ydot = nullptr;
};

/// The author provides a class with
///
///     DaeInfo info() const;
///     void residual(const auto& x, auto* rows) const;
///
/// info() names unknowns and rows; row i belongs to unknown i. Rows are r(t,y) − E(t,y) ẏ, or
/// c(t,y) if algebraic; x is a DaePoint. Every row must be written and must be linear in ẏ. An
/// unknown whose derivative does not occur counts as algebraic, whatever info() says.
///
/// E and J are exact: the residual is differentiated with dual numbers, eight directions per
/// evaluation, and columns that share no row are combined. Sparsity patterns are determined once,
/// by evaluation with numbers that record their dependencies. Therefore branches must not depend on
/// y.
template <class Equations>
class DaeFrom final : public DifferentiatedDae {
  static constexpr int lanes = 8;
  using Wide = Dual<lanes>;

 public:
  explicit DaeFrom(Equations equations)
      : DifferentiatedDae(equations.info()), equations_(std::move(equations)) {
    const int n = info_.n_unknowns();
    y_.resize(n);
    ydot_.resize(n);
    rows_.resize(n);
    find_patterns();
  }

  void residual(double t, ConstVec y, ConstVec ydot, Vec rows) override {
    equations_.residual(DaePoint<double>{t, y.data(), ydot.data()}, rows.data());
  }

  void differentiate(double t, ConstVec y, ConstVec ydot, FixedMatrix& E, FixedMatrix& J) override {
    for (std::size_t i = 0; i < y_.size(); ++i) {
      y_[i] = y[static_cast<Eigen::Index>(i)];
      ydot_[i] = ydot[static_cast<Eigen::Index>(i)];
    }
    differentiate_in(y_, t, J_colors_, 1.0, J);
    differentiate_in(ydot_, t, E_colors_, -1.0, E);
  }

 private:
  void find_patterns() {
    const int n = info_.n_unknowns();
    const auto margin = [n](int number) { return 2 * n + number * GuardedScalars::n_margin_inputs; };
    GuardedScalars y("y", n, margin(0)), ydot("ydot", n, margin(1)), rows("rows", n, margin(2));
    // The values are arbitrary, since branches do not depend on them. These lie in the domain of
    // roots and logarithms.
    for (int i = 0; i < n; ++i) {
      y[i] = DependencyScalar(0.5 + 0.25 * i / n, i);
      ydot[i] = DependencyScalar(0.25, n + i);
    }
    std::vector<std::pair<int, int>> in_E, in_J;
    try {
      equations_.residual(DaePoint<DependencyScalar>{0, y.data(), ydot.data()}, rows.data());
    } catch (const LeftDomain&) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < 2 * n; ++j) rows[i] += DependencyScalar(0, j);
    }
    if (const auto fault = strayed("residual", rows, {&y, &ydot}); !fault.empty())
      throw InvalidInput("the DAE '" + info_.name + "': " + fault);
    for (int i = 0; i < n; ++i)
      for (const int input : rows[i].inputs)
        input < n ? in_J.emplace_back(i, input) : in_E.emplace_back(i, input - n);
    E_pattern_ = FixedMatrix(n, n, in_E);
    J_pattern_ = FixedMatrix(n, n, in_J);
    info_.unknowns.edit([&](std::vector<Unknown>& unknowns) {
      for (int j = 0; j < n; ++j)
        if (E_pattern_.start[j] == E_pattern_.start[j + 1]) unknowns[j].is_differential = false;
    });
    E_colors_ = color_columns(E_pattern_);
    J_colors_ = color_columns(J_pattern_);
  }

  /// out = sign · ∂residual/∂z; z is y_ or ydot_.
  void differentiate_in(std::vector<Wide>& z, double t, const Coloring& coloring, double sign,
                        FixedMatrix& out) {
    const auto set_seeds = [&](int first, double seed) {
      for (int j = 0; j < out.cols; ++j) {
        const int lane = coloring.color[j] - first;
        if (0 <= lane && lane < lanes) z[j].d[lane] = seed;
      }
    };
    for (int first = 0; first < coloring.n_colors; first += lanes) {
      set_seeds(first, 1);
      equations_.residual(DaePoint<Wide>{t, y_.data(), ydot_.data()}, rows_.data());
      set_seeds(first, 0);
      for (int j = 0; j < out.cols; ++j) {
        const int lane = coloring.color[j] - first;
        if (lane < 0 || lane >= lanes) continue;
        for (int k = out.start[j]; k < out.start[j + 1]; ++k) out.value[k] = sign * rows_[out.row[k]].d[lane];
      }
    }
  }

  Equations equations_;
  Coloring E_colors_, J_colors_;
  std::vector<Wide> y_, ydot_, rows_;
};

template <class Equations>
std::unique_ptr<Dae> make_dae(Equations equations) {
  return std::make_unique<DaeFrom<Equations>>(std::move(equations));
}

}  // namespace pleuel
