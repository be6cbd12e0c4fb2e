// Adds eliminated internal states to the matrix of the remaining unknowns.
#pragma once

#include <functional>
#include <vector>

#include "pleuel/linalg/colored_groups.hpp"
#include "pleuel/mechanics/state_inverse.hpp"

namespace pleuel {

/// C += B T S, with B = ∂(rows)/∂s, block-diagonal T and S = ∂σ/∂(columns). Each block of internal
/// states gives a small dense product B_b T_b S_b. Consecutive blocks with the same rows and
/// columns are a group, like the points of a finite element: their products are summed before they
/// are added to C. Passive states take no part in the product: B has no entries of them.
///
/// Groups are treated on several threads (ColoredGroups). Scratch memory is on the stack, except
/// for unusually large blocks.
class StateCondensation {
 public:
  StateCondensation() = default;
  /// place(i, j): index of entry (i, j) among the values of C.
  StateCondensation(const std::vector<StateBlock>& blocks, const FixedMatrix& B, const FixedMatrix& S,
                    const std::function<int(int, int)>& place);

  /// Appends the entries of B T S.
  static void append_entries(const std::vector<StateBlock>& blocks, const FixedMatrix& B,
                             const FixedMatrix& S, std::vector<std::pair<int, int>>& entries);

  template <class Scalar>
  void add(const FixedMatrix& B, const StateInverse<Scalar>& T, const FixedMatrix& S, Scalar* values) const;

  /// y += S x and y += scale · B s, in the same order.
  void add_rates(const FixedMatrix& S, const double* x, double* y) const;
  void add_rows(double scale, const FixedMatrix& B, const double* s, double* y) const;

 private:
  struct Group {
    int first_block, n_blocks;
    int first_row, n_rows;    // in rows_
    int first_col, n_cols;    // in cols_
    std::size_t first_entry;  // in S_place_: n_blocks × n_cols
    std::size_t first_place;  // in place_: n_cols × n_rows
    bool has_full_rows;       // every state that B reads is read by all rows
    bool has_full_cols;       // every rate of S depends on all columns
  };
  template <class Scalar>
  struct Job;
  void find_groups(const FixedMatrix& B, const FixedMatrix& S);
  template <class Scalar>
  void add_group(const Group& group, const Job<Scalar>& job) const;

  std::vector<StateBlock> blocks_;
  std::vector<Group> groups_;
  std::vector<int> rows_, cols_;
  std::vector<int> S_place_;  // first entry of each column of S in a block; some more at the end
  std::vector<int> place_;
  ColoredGroups colored_;
  double operations_ = 0, operations_of_vector_ = 0;  // of one group
};

}  // namespace pleuel
