// Factorisation of a square matrix, dense or sparse according to size and fill.
#pragma once

#include <algorithm>
#include <variant>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/factor_plan.hpp"
#include "pleuel/linalg/sparse_system.hpp"

namespace pleuel {

/// Common interface of DenseLu and SparseSystem.
template <class Scalar>
class Factor {
 public:
  explicit Factor(const FactorPlan& plan)
      : lu_(plan.storage() == Storage::dense
                ? Variant(DenseLu<Scalar>(plan.size()))
                : Variant(SparseSystem<Scalar>(plan.structure(), plan.solver(), plan.solvers()))) {}

  int size() const {
    return std::visit([](const auto& m) { return m.size(); }, lu_);
  }
  int place(int i, int j) const {
    return std::visit([&](const auto& m) { return m.place(i, j); }, lu_);
  }
  int n_places() const {
    return std::visit([](const auto& m) { return m.n_places(); }, lu_);
  }
  double* re() {
    return std::visit([](auto& m) { return m.re(); }, lu_);
  }
  double* im() {
    return std::visit([](auto& m) { return m.im(); }, lu_);
  }
  void set_zero() {
    std::visit([](auto& m) { m.set_zero(); }, lu_);
  }
  /// Drops the choice of pivots, which only sparse solvers keep between factorisations.
  void forget() {
    if (auto* const sparse = std::get_if<SparseSystem<Scalar>>(&lu_)) sparse->forget();
  }
  [[nodiscard]] std::optional<ZeroPivot> factor() {
    return std::visit([](auto& m) { return m.factor(); }, lu_);
  }
  /// A x = b: the caller writes b to b_re() and b_im(); `solve` overwrites it.
  double* b_re() {
    return std::visit([](auto& m) { return m.b_re(); }, lu_);
  }
  double* b_im() {
    return std::visit([](auto& m) { return m.b_im(); }, lu_);
  }
  const double* x_re() const {
    return std::visit([](const auto& m) { return m.x_re(); }, lu_);
  }
  const double* x_im() const {
    return std::visit([](const auto& m) { return m.x_im(); }, lu_);
  }
  void solve(SolveAccuracy accuracy = SolveAccuracy::full) {
    if (auto* const sparse = std::get_if<SparseSystem<Scalar>>(&lu_))
      sparse->solve(accuracy);
    else
      std::get<DenseLu<Scalar>>(lu_).solve();
  }
  bool is_iterative() const {
    const auto* const sparse = std::get_if<SparseSystem<Scalar>>(&lu_);
    return sparse != nullptr && sparse->is_iterative();
  }
  /// See SparseSystem.
  void allow_error(double relative) {
    if (auto* const sparse = std::get_if<SparseSystem<Scalar>>(&lu_)) sparse->allow_error(relative);
  }
  IterativeSolves iterative_solves() const {
    const auto* const sparse = std::get_if<SparseSystem<Scalar>>(&lu_);
    return sparse == nullptr ? IterativeSolves{} : sparse->iterative_solves();
  }
  /// True if other factors may be made and used at the same time.
  bool is_reentrant() const {
    const auto* const sparse = std::get_if<SparseSystem<Scalar>>(&lu_);
    return sparse == nullptr || sparse->is_reentrant();
  }

 private:
  using Variant = std::variant<DenseLu<Scalar>, SparseSystem<Scalar>>;
  Variant lu_;
};

/// Iterative solves of several factors.
template <class Factors>
void add_iterative_solves(const Factors& factors, IterativeSolves& sum) {
  for (const auto& x : factors) sum.add(x.iterative_solves());
}

template <class Factors>
bool are_reentrant(const Factors& factors) {
  return std::all_of(factors.begin(), factors.end(), [](const auto& x) { return x.is_reentrant(); });
}

}  // namespace pleuel
