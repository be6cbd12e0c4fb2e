// IDA as a catalogue entry.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `ida`, if the program was built with SUNDIALS.
std::optional<Method> ida_method();

/// Explains how to get `ida` if it is missing.
std::string ida_remedy();

}  // namespace pleuel
