// From the text of a formula to its operations.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// Throws InvalidInput: "place: sentence with text and column".
std::vector<TapeNode> record_expression(const std::string& place, const std::string& text,
                                        const std::vector<std::string>& inputs,
                                        const std::vector<std::pair<std::string, double>>& constants);

}  // namespace pleuel
