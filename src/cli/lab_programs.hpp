// The commands of the laboratory, carried out.
#pragma once

#include "pleuel/cli/lab_command.hpp"

namespace pleuel::cli {

/// Each returns an exit code and throws what the library throws before its first run.
int bench(const BenchCommand& command);
int table(const TableCommand& command);
int verify(const VerifyCommand& command);

}  // namespace pleuel::cli
