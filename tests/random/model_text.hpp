// A mechanism as a model file.
#pragma once

#include <string>

#include "random/mechanism.hpp"

namespace pleuel::testing {

/// The text of the file, with 17 digits. Bodies are named b0, b1, …, joints of the tree j0, …, of
/// loops c0, …
std::string model_text(const Mechanism& mechanism);

}  // namespace pleuel::testing
