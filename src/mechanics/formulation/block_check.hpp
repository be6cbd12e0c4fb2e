// Checks the block structure that an author declares.
#pragma once

#include <string>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// Throws InvalidInput that names every entry of `m` outside the pattern `blocks`. Such entries
/// would be lost when δq and δs are eliminated block by block. `names` belong to rows and columns;
/// `remedy` ends the sentence.
void check_blocks(const FixedMatrix& m, const FixedMatrix& blocks, const std::vector<Quantity>& names,
                  const SystemInfo& info, const std::string& remedy);
/// The same for σ_s and the blocks of internal states.
void check_state_blocks(const FixedMatrix& sigma_s, const SystemInfo& info);

}  // namespace pleuel
