// Positions of bodies among the unknowns, and of the blocks of a pair of bodies in a matrix.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/model/kinematics/scalar.hpp"

namespace pleuel {

using Entries = std::vector<std::pair<int, int>>;

/// Two bodies; −1 is the ground. Body b has velocities from n b and coordinates from n_q b.
struct BodyPair {
  int i = -1;
  int j = -1;
};

/// The four parts of a pair: translation and rotation of i, then of j.
template <int D>
struct PartLayout {
  using S = Space<D>;
  static constexpr int n_v(int part) { return part % 2 == 0 ? D : S::n_rotations; }
  static constexpr int n_q(int part) { return part % 2 == 0 ? D : S::n_rotation_coordinates; }
  static constexpr int local(int part) { return (part / 2) * S::n + (part % 2) * D; }
  static int body(const BodyPair& pair, int part) { return part < 2 ? pair.i : pair.j; }
  /// Index of a part's first velocity or coordinate; −1 on the ground.
  static int first_v(const BodyPair& pair, int part) {
    const int b = body(pair, part);
    return b < 0 ? -1 : b * S::n + (part % 2) * D;
  }
  static int first_q(const BodyPair& pair, int part) {
    const int b = body(pair, part);
    return b < 0 ? -1 : b * S::n_q + (part % 2) * D;
  }
};

/// (c₁ … c₄): the column parts of each row part, as in Gap::hessian_parts.
using PartMask = std::array<unsigned, 4>;
inline constexpr PartMask every_part = {15, 15, 15, 15};

inline PartMask mask_of(const unsigned (&columns)[4]) {
  return {columns[0], columns[1], columns[2], columns[3]};
}
/// All parts of `rows` by all of `columns`.
inline PartMask product_mask(unsigned rows, unsigned columns) {
  PartMask m = {};
  for (unsigned part = 0; part < 4; ++part)
    if (rows >> part & 1U) m[part] = columns;
  return m;
}

/// Adds the contribution of a pair of bodies to a matrix whose rows are velocities and whose
/// columns are coordinates (`q`) or velocities (`v`).
template <int D>
class PairBlocks {
  using L = PartLayout<D>;
  using S = Space<D>;

 public:
  enum class Columns { q, v };

  PairBlocks() = default;
  PairBlocks(const BodyPair& rows, const BodyPair& columns, const PartMask& mask, Columns kind)
      : rows_(rows), columns_(columns), mask_(mask), kind_(kind) {}

  void declare(Entries& entries) const {
    for_each([&](int r, int c) {
      for (int k = 0; k < n_columns(c); ++k)
        for (int l = 0; l < L::n_v(r); ++l)
          entries.emplace_back(L::first_v(rows_, r) + l, first_column(c) + k);
    });
  }
  void find(const FixedMatrix& m) {
    for (auto& row : slot_)
      for (auto& s : row) s.fill(-1);
    for_each([&](int r, int c) {
      for (int k = 0; k < n_columns(c); ++k)
        slot_[r][c][k] = m.slot(L::first_v(rows_, r), first_column(c) + k);
    });
  }

  /// values += scale · B, with rotation columns converted to coordinates by rotation_by_q of the
  /// column bodies.
  template <class Block>
  void add(double scale, const Block& B, const BodyMotion<D>& i, const BodyMotion<D>& j,
           double* values) const {
    add_rotations(
        scale, B, [&](int c) -> const auto& { return (c < 2 ? i : j).rotation_by_q; }, values);
  }
  /// The same for velocity columns.
  template <class Block>
  void add(double scale, const Block& B, double* values) const {
    for_each([&](int r, int c) {
      for (int k = 0; k < L::n_v(c); ++k)
        for (int l = 0; l < L::n_v(r); ++l)
          values[slot_[r][c][k] + l] += scale * B(L::local(r) + l, L::local(c) + k);
    });
  }

 private:
  template <class Block, class RotationByQ>
  void add_rotations(double scale, const Block& B, RotationByQ rotation_by_q, double* values) const {
    for_each([&](int r, int c) {
      if (D == 2 || c % 2 == 0) {
        for (int k = 0; k < L::n_v(c); ++k)
          for (int l = 0; l < L::n_v(r); ++l)
            values[slot_[r][c][k] + l] += scale * B(L::local(r) + l, L::local(c) + k);
        return;
      }
      const auto& T = rotation_by_q(c);
      for (int l = 0; l < L::n_v(r); ++l)
        for (int k = 0; k < S::n_rotation_coordinates; ++k) {
          double sum = 0;
          for (int m = 0; m < S::n_rotations; ++m) sum += B(L::local(r) + l, L::local(c) + m) * T(m, k);
          values[slot_[r][c][k] + l] += scale * sum;
        }
    });
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (int r = 0; r < 4; ++r) {
      if (mask_[r] == 0 || L::body(rows_, r) < 0) continue;
      for (int c = 0; c < 4; ++c)
        if ((mask_[r] >> c & 1U) != 0 && L::body(columns_, c) >= 0) visit(r, c);
    }
  }
  int n_columns(int part) const { return kind_ == Columns::q ? L::n_q(part) : L::n_v(part); }
  int first_column(int part) const {
    return kind_ == Columns::q ? L::first_q(columns_, part) : L::first_v(columns_, part);
  }

  BodyPair rows_, columns_;
  PartMask mask_ = {};
  Columns kind_ = Columns::q;
  std::array<std::array<std::array<int, 4>, 4>, 4>
      slot_;  // of the first row, by row part, column part, column
};

/// Adds a row vector of a pair of bodies to one row of a matrix, or its transpose to one column.
template <int D>
class PairRow {
  using L = PartLayout<D>;
  using S = Space<D>;

 public:
  PairRow() = default;
  /// `used`: the velocities of the pair for which the vector has entries.
  PairRow(int row, const BodyPair& pair, const std::array<bool, 2 * S::n>& used)
      : row_(row), pair_(pair), used_(used) {}

  void declare_v(Entries& entries) const {
    for_each_v([&](int, int column) { entries.emplace_back(row_, column); });
  }
  void declare_v_transposed(Entries& entries) const {
    for_each_v([&](int, int column) { entries.emplace_back(column, row_); });
  }
  void declare_q(Entries& entries) const {
    for_each_q([&](int, int, int, int column) { entries.emplace_back(row_, column); });
  }
  void find_v(const FixedMatrix& m) {
    v_.fill(-1);
    for_each_v([&](int local, int column) { v_[local] = m.slot(row_, column); });
  }
  void find_v_transposed(const FixedMatrix& m) {
    v_.fill(-1);
    for_each_v([&](int local, int column) { v_[local] = m.slot(column, row_); });
  }
  void find_q(const FixedMatrix& m) {
    q_.fill(-1);
    for_each_q([&](int place, int, int, int column) { q_[place] = m.slot(row_, column); });
  }

  void add_v(double scale, const typename S::Pair& x, double* values) const {
    for (int k = 0; k < 2 * S::n; ++k)
      if (v_[k] >= 0) values[v_[k]] += scale * x[k];
  }
  void add_q(double scale, const typename S::Pair& x, const BodyMotion<D>& i, const BodyMotion<D>& j,
             double* values) const {
    for_each_q([&](int place, int part, int k, int) {
      values[q_[place]] += scale * by_coordinate(x, part, k, part < 2 ? i : j);
    });
  }
  /// Entry k of a part, as a derivative by a coordinate.
  static double by_coordinate(const typename S::Pair& x, int part, int k, const BodyMotion<D>& body) {
    if (D == 2 || part % 2 == 0) return x[L::local(part) + k];
    double sum = 0;
    for (int m = 0; m < S::n_rotations; ++m) sum += x[L::local(part) + m] * body.rotation_by_q(m, k);
    return sum;
  }

 private:
  template <class Visit>
  void for_each_v(Visit visit) const {
    for (int part = 0; part < 4; ++part) {
      const int first = L::first_v(pair_, part);
      if (first < 0) continue;
      for (int k = 0; k < L::n_v(part); ++k)
        if (used_[L::local(part) + k]) visit(L::local(part) + k, first + k);
    }
  }
  // visit(place, part, k, column)
  template <class Visit>
  void for_each_q(Visit visit) const {
    for (int part = 0; part < 4; ++part) {
      const int first = L::first_q(pair_, part);
      if (first < 0) continue;
      const bool is_rotation = part % 2 == 1;
      for (int k = 0; k < L::n_q(part); ++k) {
        const bool is_used = is_rotation ? used_[L::local(part)] : used_[L::local(part) + k];
        if (is_used) visit((part / 2) * S::n_q + (part % 2) * D + k, part, k, first + k);
      }
    }
  }

  int row_ = 0;
  BodyPair pair_;
  std::array<bool, 2 * S::n> used_ = {};
  std::array<int, 2 * S::n> v_;
  std::array<int, 2 * S::n_q> q_;
};

/// x += scale · (vector of a pair), where x has one entry per velocity.
template <int D>
void add_pair(double scale, const typename Space<D>::Pair& pair, const BodyPair& bodies, double* x) {
  constexpr int n = Space<D>::n;
  if (bodies.i >= 0)
    for (int k = 0; k < n; ++k) x[bodies.i * n + k] += scale * pair[k];
  if (bodies.j >= 0)
    for (int k = 0; k < n; ++k) x[bodies.j * n + k] += scale * pair[n + k];
}

}  // namespace pleuel
