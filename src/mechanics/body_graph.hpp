// Bodies and joints as found in the patterns of M and G.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Bodies are groups of consecutive velocities, joints are all constraints between the same two
/// bodies or one body and the ground. A spanning forest orders the bodies: each body has at most
/// one joint that leads to its parent, and follows its children. Constraints that close loops or
/// involve three or more bodies are listed separately.
///
/// The grouping decides on speed only: TreeFactor checks every pivot.
struct BodyGraph {
  struct Body {
    int first = 0;               ///< first velocity
    int size = 0;                ///< number of velocities
    int parent = -1;             ///< number of the parent in this list; −1: the ground, or none
    std::vector<int> rows = {};  ///< constraints of the joint to the parent; empty: a free body
  };
  std::vector<Body> bodies;    ///< children before their parents
  std::vector<int> loop_rows;  ///< all other constraints

  static constexpr int largest_body = 6;
  static constexpr int most_loop_rows = 12;

  /// `body_of`: the body of each velocity, ascending; empty: velocities are grouped by the
  /// patterns. Empty if the bodies or loops are too large.
  static std::optional<BodyGraph> find(const FixedMatrix& M, const FixedMatrix& G,
                                       const std::vector<int>& body_of = {});
};

/// Groups consecutive velocities that M couples, or of which one takes part in all constraints of
/// the other. Returns the group of each velocity, ascending.
std::vector<int> grouped_velocities(const FixedMatrix& M, const FixedMatrix& G);

}  // namespace pleuel
