// Failures with the causes and remedies that all methods share.
#pragma once

#include <string>

#include "pleuel/base/number_text.hpp"
#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/failure.hpp"

namespace pleuel {

/// A failure of this kind with its likely causes and the next thing to try; the method fills in the
/// rest.
Failure failure_of(FailureKind kind, const DaeInfo& dae);

}  // namespace pleuel
