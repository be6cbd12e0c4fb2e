// Several matrices with one sparse pattern.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "pleuel/fem/shape_integrals.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// Symmetric matrices A_1 … A_L of one pattern. An entry holds its L values, so that products with
/// all of them read the pattern once. L may be Eigen::Dynamic, with at most `most` matrices.
template <int L, int most = L>
struct MatrixStack {
  using Values = Eigen::Matrix<double, L, Eigen::Dynamic, 0, most, Eigen::Dynamic>;
  using Load = Eigen::Matrix<double, L, 1, 0, most, 1>;

  FixedMatrix pattern;
  Values values;  ///< one column per entry

  int size() const { return static_cast<int>(values.rows()); }
  bool is_given() const { return pattern.rows > 0; }
  /// Column k is entry k of all products A_i q. No allocation.
  void products(ConstVec q, Values& out) const {
    for (int k = 0; k < pattern.cols; ++k) {
      Load sum = Load::Zero(values.rows());
      for (int e = pattern.start[k]; e < pattern.start[k + 1]; ++e) sum += q[pattern.row[e]] * values.col(e);
      out.col(k) = sum;
    }
  }
  /// qᵀA_i q. No allocation.
  Load quadratic(ConstVec q) const {
    Load all = Load::Zero(values.rows());
    for (int k = 0; k < pattern.cols; ++k)
      for (int e = pattern.start[k]; e < pattern.start[k + 1]; ++e)
        all += q[k] * q[pattern.row[e]] * values.col(e);
    return all;
  }
  /// to[slots[e]] += factors · (values of entry e).
  template <class Slots>
  void add(const Load& factors, const Slots& slots, std::vector<double>& to) const {
    for (std::size_t e = 0; e < slots.size(); ++e)
      to[slots[e]] += factors.dot(values.col(static_cast<Eigen::Index>(e)));
  }
  /// Takes matrix number i; the first one gives the pattern of all `n`.
  void set(int i, int n, FixedMatrix A) {
    if (i == 0) {
      pattern = A.without_values();
      values.resize(n, A.n_entries());
    }
    values.row(i) = Eigen::Map<const Eigen::RowVectorXd>(A.value.data(), A.n_entries());
  }
  /// VᵀA_iV, dense.
  MatrixStack reduced(const Matrix& V) const {
    const auto n = static_cast<int>(V.cols());
    MatrixStack small{full_matrix(Matrix::Zero(n, n)).without_values(), Values(values.rows(), n * n)};
    Values of_one(values.rows(), V.rows());
    for (int j = 0; j < n; ++j) {
      products(ConstVec(V.col(j).data(), V.rows()), of_one);
      small.values.middleCols(j * n, n) = of_one * V;
    }
    return small;
  }
};

}  // namespace pleuel::fem
