// Elimination orders with little fill for symmetric patterns.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/supernodal_tree.hpp"

namespace pleuel {

/// Approximate minimum degree [ADD96]: good for narrow meshes, and fast.
std::vector<int> minimum_degree_order(const FixedMatrix& pattern);
/// Nested dissection by METIS [KK98]: good for wide meshes. Empty if METIS is not built in.
std::vector<int> nested_dissection_order(const FixedMatrix& pattern);

/// The tree of the order with fewer operations. Nested dissection is tried only for large patterns
/// with much fill.
SupernodalTree fill_reducing_tree(const FixedMatrix& pattern);

}  // namespace pleuel
