// Failures with the causes and remedies that all methods share.
#pragma once

#include <string>

#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/failure.hpp"

namespace pleuel {

/// A failure of this kind with its likely causes and the next thing to try; the method fills in the rest.
Failure failure_of(FailureKind kind, const DaeInfo& dae);

/// A number as failure reports print it: six significant digits.
std::string number_text(double value);

}  // namespace pleuel
