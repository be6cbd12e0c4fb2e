// A square matrix that is factored densely when it is small or full, sparsely when it is large and empty.
#pragma once

#include <variant>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/sparse_lu.hpp"

namespace pleuel {

enum class Storage { dense, sparse };

/// Dense up to 40 rows, where its regular loops win over any pattern, and while a quarter of the entries are there:
/// elimination would fill the rest. Measured in benchmarks/.
Storage choose_storage(int n, int n_entries);

/// One interface over DenseLu and SparseLu.
template <class Scalar>
class Factor {
 public:
  Factor(const FixedMatrix& pattern, Storage storage)
      : lu_(storage == Storage::dense ? Variant(DenseLu<Scalar>(pattern.rows)) : Variant(SparseLu<Scalar>(pattern))) {}

  int size() const { return std::visit([](const auto& m) { return m.size(); }, lu_); }
  int place(int i, int j) const { return std::visit([&](const auto& m) { return m.place(i, j); }, lu_); }
  double* re() { return std::visit([](auto& m) { return m.re(); }, lu_); }
  double* im() { return std::visit([](auto& m) { return m.im(); }, lu_); }
  void set_zero() { std::visit([](auto& m) { m.set_zero(); }, lu_); }
  [[nodiscard]] std::optional<ZeroPivot> factor() { return std::visit([](auto& m) { return m.factor(); }, lu_); }
  void solve(double* x_re, double* x_im = nullptr) const {
    std::visit([&](const auto& m) { m.solve(x_re, x_im); }, lu_);
  }

 private:
  using Variant = std::variant<DenseLu<Scalar>, SparseLu<Scalar>>;
  Variant lu_;
};

}  // namespace pleuel
