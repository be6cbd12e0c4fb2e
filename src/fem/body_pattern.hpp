// The common pattern of the matrices of an elastic body in its floating frame.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// Finds the places of the entries of parts in the pattern of a body; parts with equal patterns
/// share the list.
class PartSlots {
 public:
  PartSlots(const FixedMatrix& whole, int n_border) : whole_(whole), n_border_(n_border) {}

  SharedArray<int> operator()(const FixedMatrix& part) {
    for (const auto& [known, slots] : known_)
      if (known.start == part.start && known.row == part.row) return slots;
    std::vector<int> slots;
    slots.reserve(part.row.size());
    for (int j = 0; j < part.cols; ++j)
      for (int k = part.start[j]; k < part.start[j + 1]; ++k)
        slots.push_back(whole_.slot(n_border_ + part.row[k], n_border_ + j));
    known_.emplace_back(part.without_values(), std::move(slots));
    return known_.back().second;
  }

 private:
  const FixedMatrix& whole_;
  int n_border_;
  std::vector<std::pair<FixedMatrix, SharedArray<int>>> known_;
};

/// The velocities of the frame are a border of n_border full rows and columns, the deformations
/// have the entries of all parts (mass, stiffness, damping, …):
///
///     | corner  rows   |
///     | cols    parts  |
///
/// The border comes first in each column, so its places need no list.
template <int n_border>
class BodyPattern {
 public:
  BodyPattern() = default;
  /// Of n deformations. Parts without columns have no entries.
  BodyPattern(int n, const std::vector<const FixedMatrix*>& parts) {
    for (const FixedMatrix* part : parts)
      if (part->cols != 0 && (part->rows != n || part->cols != n))
        throw std::logic_error("FlexibleBody: matrices of different sizes");
    std::vector<int> starts{0}, rows;
    for (int j = 0; j < n_border; ++j) {
      for (int i = 0; i < n_border + n; ++i) rows.push_back(i);
      starts.push_back(static_cast<int>(rows.size()));
    }
    std::vector<int> last(n, -1);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n_border; ++i) rows.push_back(i);
      const auto first = static_cast<std::ptrdiff_t>(rows.size());
      for (const FixedMatrix* part : parts) {
        if (part->cols == 0) continue;
        for (int k = part->start[j]; k < part->start[j + 1]; ++k)
          if (last[part->row[k]] != j) {
            last[part->row[k]] = j;
            rows.push_back(n_border + part->row[k]);
          }
      }
      std::sort(rows.begin() + first, rows.end());
      starts.push_back(static_cast<int>(rows.size()));
    }
    whole_ = FixedMatrix(n_border + n, n_border + n, std::move(starts), std::move(rows)).without_values();
  }

  /// Without values.
  const FixedMatrix& matrix() const { return whole_; }

  PartSlots slots() const { return {whole_, n_border}; }
  /// Adds scale · part, whose places are `slots`.
  static void add(const FixedMatrix& part, const SharedArray<int>& slots, double scale, FixedMatrix& to) {
    for (std::size_t k = 0; k < slots.size(); ++k) to.value[slots[k]] += scale * part.value[k];
  }

  /// Entries (i, j), (i, n_border + k) and (n_border + k, j), i, j < n_border.
  double& corner(FixedMatrix& to, int i, int j) const { return to.value[whole_.start[j] + i]; }
  double& row(FixedMatrix& to, int i, int k) const { return to.value[whole_.start[n_border + k] + i]; }
  double& col(FixedMatrix& to, int k, int j) const { return to.value[whole_.start[j] + n_border + k]; }

 private:
  FixedMatrix whole_;
};

}  // namespace pleuel::fem
