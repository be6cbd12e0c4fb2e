// Reads and writes matrices in the format of Matrix Market.
#pragma once

#include <string>

#include "pleuel/fem/import/text_matrix.hpp"

namespace pleuel::fem {

/// Reads a real matrix: `%%MatrixMarket matrix coordinate real symmetric` or `general`, and dense
/// ones (`array`), also of integers. Lines with % are comments.
///
/// A file that begins with three numbers, row, column and value, is one of CalculiX (.sti, .mas):
/// one triangle of a symmetric matrix, without a header. Its size is that of its largest index.
///
/// Throws InvalidInput with file and line for other headers, wrong counts, indices beyond the size
/// and values that are not finite.
TextMatrix parse_matrix_market(const std::string& text, const std::string& path);

/// The lower triangle of a symmetric matrix, or all of another, with the digits that reproduce it.
std::string matrix_market_text(const FixedMatrix& A, bool is_symmetric, const std::string& comment);

}  // namespace pleuel::fem
