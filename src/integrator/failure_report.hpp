// Causes and remedies of failures, common to all methods.
#pragma once

#include <string>

#include "pleuel/base/number_text.hpp"
#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/failure.hpp"

namespace pleuel {

/// A failure of this kind with likely causes and a remedy; the method adds the rest.
Failure failure_of(FailureKind kind, const DaeInfo& dae);

}  // namespace pleuel
