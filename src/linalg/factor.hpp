// Factorisation of a square matrix, dense or sparse according to size and fill.
#pragma once

#include <variant>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/sparse_lu.hpp"

namespace pleuel {

enum class Storage { dense, sparse };

/// Dense up to 40 rows, where regular loops are fastest, and if at least a quarter of the entries
/// are nonzero, because elimination would fill the rest.
Storage choose_storage(int n, int n_entries);

/// Common interface of DenseLu and SparseLu.
template <class Scalar>
class Factor {
 public:
  /// `last`: the border of a sparse matrix (SparseLu); empty if there is none.
  Factor(const FixedMatrix& pattern, Storage storage, const std::vector<int>& last = {})
      : lu_(storage == Storage::dense ? Variant(DenseLu<Scalar>(pattern.rows))
                                      : Variant(SparseLu<Scalar>(pattern, last))) {}

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
  void solve() {
    std::visit([](auto& m) { m.solve(); }, lu_);
  }

 private:
  using Variant = std::variant<DenseLu<Scalar>, SparseLu<Scalar>>;
  Variant lu_;
};

}  // namespace pleuel
