// Independence of constraints whose bodies are joined like a tree, joint by joint.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/mechanics/body_graph.hpp"

namespace pleuel {

/// Proves that constraints without loops are independent.
///
/// In a tree, the joint j between a body k and its parent p has the rows (G_jk, G_jp). If yᵀG = 0,
/// the columns of a leaf k give y_jᵀ G_jk = 0, so y_j = 0 where G_jk has full rank. Without this
/// leaf the tree is smaller, and the same follows for all other joints. So G has full rank if every
/// G_jk has, at any length of the chain. The smallest singular value of G is small in long chains
/// although no singular configuration is near.
///
/// The converse does not hold: where a G_jk loses rank, nothing follows.
class TreeRank {
 public:
  /// Empty if constraints close loops, or if bodies are too large for a BodyGraph.
  static std::optional<TreeRank> find(const FixedMatrix& M, const FixedMatrix& G);

  /// The smallest sine between a row of a joint and the rows before it, in the velocities of the
  /// child, relative to `row_length`, the length of the whole row. Velocities are multiplied by the
  /// square root of their mass, `mass` being the diagonal of M. Allocates nothing.
  double smallest_sine(const FixedMatrix& G, ConstVec mass, ConstVec row_length);

 private:
  struct Joint {
    int first_velocity, n_velocities;
    int first_row, n_rows;  // in rows_
  };
  std::vector<Joint> joints_;
  std::vector<int> rows_;
  std::vector<int> place_;  // of each constraint among the rows of its joint
  std::vector<int> joint_;  // of each constraint
};

}  // namespace pleuel
