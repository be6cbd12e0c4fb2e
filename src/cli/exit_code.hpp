// Exit codes of the program; documented in docs/results.md.
#pragma once

#include "pleuel/run/run_result.hpp"

namespace pleuel::cli {

enum ExitCode : int {
  done = 0,
  output_lost = 1,  ///< a result could not be written
  usage = 2,
  invalid_model = 3,  ///< or a file cannot be opened
  no_consistent_start = 4,
  integrator_failed = 5,
  verification_short = 6,  ///< fewer digits than required
  unexpected = 70,         // a fault of the program; EX_SOFTWARE of sysexits.h
  out_of_memory = 71,      // EX_OSERR of sysexits.h
  hung_up = 129,           // 128 + SIGHUP, as shells have it
  interrupted = 130,       // 128 + SIGINT
  terminated = 143,        // 128 + SIGTERM
};

struct ExitCodeMeaning {
  int code;
  const char* meaning;
};
inline constexpr ExitCodeMeaning exit_code_meanings[] = {
    {done, "done"},
    {output_lost, "a result could not be written"},
    {usage, "the command line is wrong"},
    {invalid_model, "the model is invalid, or its constraints are redundant"},
    {no_consistent_start, "no consistent initial state"},
    {integrator_failed, "the integrator failed, or --timeout ran out"},
    {verification_short, "fewer digits than required"},
    {unexpected, "a defect of the program"},
    {out_of_memory, "out of memory"},
    {hung_up, "ended by SIGHUP"},
    {interrupted, "interrupted"},
    {terminated, "ended by SIGTERM"},
};

}  // namespace pleuel::cli
