// Checks the block structure that an author declares.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Throws InvalidInput that names every entry of `m` outside the pattern `blocks`. Such entries
/// would be lost when δq and δs are eliminated block by block. `names` belong to rows and columns;
/// `remedy` ends the sentence.
void check_blocks(const FixedMatrix& m, const FixedMatrix& blocks, const std::vector<Quantity>& names,
                  const SystemInfo& info, const std::string& remedy);
/// The same for the blocks of internal states: σ_s is in the blocks, and neither σ_s nor f_s has
/// entries of passive states.
void check_state_blocks(const MotionMatrices& m, const SystemInfo& info);

}  // namespace pleuel
