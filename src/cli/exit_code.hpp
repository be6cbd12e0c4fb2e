// What the program tells the shell.
#pragma once

#include "pleuel/driver/run_result.hpp"

namespace pleuel::cli {

enum ExitCode : int {
  done = 0,
  output_lost = 1,  ///< a result could not be written
  usage = 2,
  invalid_model = 3,
  no_consistent_start = 4,
  integrator_failed = 5,
  verification_short = 6,  ///< digits were fewer than wanted
  unexpected = 70,         // the program's own fault; EX_SOFTWARE of sysexits.h
  interrupted = 130,       // 128 + SIGINT, as shells have it
};

struct ExitCodeMeaning {
  int code;
  const char* meaning;
};
inline constexpr ExitCodeMeaning exit_code_meanings[] = {
    {done, "done"},
    {output_lost, "a result could not be written"},
    {usage, "the command line is wrong"},
    {invalid_model, "the model is invalid, or its constraints repeat each other"},
    {no_consistent_start, "no consistent initial state"},
    {integrator_failed, "the integrator failed, or --timeout ran out"},
    {verification_short, "digits were fewer than wanted"},
    {unexpected, "a defect of the program"},
    {interrupted, "interrupted"},
};

inline ExitCode exit_code_of(RunStatus status) {
  return status == RunStatus::ok ? done : status == RunStatus::failed ? integrator_failed : interrupted;
}

}  // namespace pleuel::cli
