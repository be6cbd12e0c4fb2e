// Place and rotation of a marker in the frame of its elastic body.
#pragma once

#include <array>
#include <map>

#include "pleuel/model/flexible/flexible_marker.hpp"
#include "pleuel/model/kinematics/space.hpp"

namespace pleuel {

/// (s, ϑ) of a marker as functions of q, without X: position and rotation in the axes of the frame,
/// two and one numbers in the plane, three and three in space,
///
///     (s, ϑ) = L q − ½ (qᵀK_c q),   ∂(s, ϑ)/∂q_k = L_k − (K_c q)_k,   L = (P, Θ)
///
/// Only a part of the columns L_k is not zero; with bending all that K_c reaches.
template <int D>
class MarkerShape {
  using S = Space<D>;

 public:
  using Values = Eigen::Matrix<double, S::n, 1>;
  struct Column {
    int dof;                          ///< k
    Values weights = Values::Zero();  ///< L_k
    std::array<bool, S::n> is_used = {};
    bool moves() const {
      bool any = false;
      for (int i = 0; i < D; ++i) any |= is_used[i];
      return any;
    }
  };
  using Products = fem::MatrixStack<Eigen::Dynamic, 6>::Values;
  /// K_c q, K_c q̇ and K_c q̈. One instance per evaluator.
  struct Workspace {
    Products q, v, a;
  };

  explicit MarkerShape(FlexibleMarker marker) : marker_(std::move(marker)) {
    std::map<int, std::size_t> place;
    const auto column = [&](int dof) -> Column& {
      const auto [at, is_new] = place.emplace(dof, columns_.size());
      if (is_new) columns_.push_back({dof});
      return columns_[at->second];
    };
    for (const auto& e : marker_.entries) {
      Column& c = column(e.dof);
      c.weights[row_of(e.component)] += e.weight;
      c.is_used[row_of(e.component)] = true;
    }
    if (!is_bending()) return;
    for (const int component : marker_.bending->components) rows_.push_back(row_of(component));
    const FixedMatrix& pattern = K().pattern;
    for (int k = 0; k < pattern.cols; ++k)
      if (pattern.start[k] < pattern.start[k + 1])
        for (const int i : rows_) column(k).is_used[i] = true;
  }

  const FlexibleMarker& marker() const { return marker_; }
  bool is_bending() const { return marker_.bending != nullptr; }
  const std::vector<Column>& columns() const { return columns_; }
  /// The matrices K_c, each with the row of (s, ϑ) that it belongs to.
  const fem::MatrixStack<Eigen::Dynamic, 6>& K() const { return marker_.bending->K; }
  const std::vector<int>& rows() const { return rows_; }

  Workspace make_workspace() const {
    if (!is_bending()) return {};
    const Products zero = Products::Zero(K().size(), K().pattern.cols);
    return {zero, zero, zero};
  }
  /// Sets products of a vector whose part q begins at `first`. No allocation.
  void multiply(const ConstVec& x, int first, Products& out) const {
    if (is_bending()) K().products(part(x, first, K().pattern.cols), out);
  }

  /// L x.
  Values linear(const ConstVec& x, int first) const {
    Values sum = Values::Zero();
    for (const Column& c : columns_) sum += c.weights * x[first + c.dof];
    return sum;
  }
  /// (s, ϑ) of q.
  Values place(const ConstVec& x, int first) const {
    Values sum = linear(x, first);
    if (!is_bending()) return sum;
    const auto bending = K().quadratic(part(x, first, K().pattern.cols));
    for (std::size_t r = 0; r < rows_.size(); ++r)
      sum[rows_[r]] -= 0.5 * bending[static_cast<Eigen::Index>(r)];
    return sum;
  }
  /// (K_c q)ᵀ x from the products with q.
  Values bent(const Products& products, const ConstVec& x, int first) const {
    Values sum = Values::Zero();
    for (std::size_t r = 0; r < rows_.size(); ++r)
      sum[rows_[r]] = products.row(static_cast<Eigen::Index>(r)).dot(x.segment(first, products.cols()));
    return sum;
  }
  /// (K_c q)_k.
  Values bent(const Products& products, const Column& c) const {
    Values sum = Values::Zero();
    for (std::size_t r = 0; r < rows_.size(); ++r)
      sum[rows_[r]] = products(static_cast<Eigen::Index>(r), c.dof);
    return sum;
  }
  /// Adds Σ f_c K_c; slots of each entry of the pattern.
  void add_bending(const Values& f, const std::vector<int>& slots, std::vector<double>& to) const {
    if (!is_bending()) return;
    fem::MatrixStack<Eigen::Dynamic, 6>::Load factors(K().size());
    for (std::size_t r = 0; r < rows_.size(); ++r) factors[static_cast<Eigen::Index>(r)] = f[rows_[r]];
    K().add(factors, slots, to);
  }
  /// ∂(s, ϑ)/∂q_k.
  Values gradient(const Workspace& work, const Column& c) const { return c.weights - bent(work.q, c); }

 private:
  /// In the plane there is the rotation about z only.
  static int row_of(int component) {
    return D == 2 && component == FlexibleMarker::rotation_z ? 2 : component;
  }

  FlexibleMarker marker_;
  std::vector<Column> columns_;
  std::vector<int> rows_;
};

}  // namespace pleuel
