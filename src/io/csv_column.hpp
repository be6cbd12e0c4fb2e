// Fields of CSV files.
#pragma once

#include <string>

namespace pleuel {

/// "name [unit]", or the name if there is no unit; quoted if it contains a comma, a quote or a new
/// line (RFC 4180).
std::string csv_column(const std::string& name, const std::string& unit = "");

}  // namespace pleuel
