// IDA in the catalogue of methods.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `ida`, where the program was built with SUNDIALS.
std::optional<Method> ida_method();

/// How to get `ida` where it is not there.
std::string ida_remedy();

}  // namespace pleuel
