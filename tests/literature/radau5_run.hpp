// Runs of shipped problems with radau5, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {

/// A request with rtol = atol = tolerance; the rest may be set afterwards.
inline RunRequest radau5_request(const std::string& problem, const std::string& formulation,
                                 double tolerance) {
  return {.case_name = problem,
          .formulation = formulation,
          .method = "radau5",
          .tolerance = {.rtol = tolerance, .atol = tolerance}};
}

/// The result of a run that must reach its end.
inline RunResult complete_run(const RunRequest& request) {
  RunResult result = run(standard_catalogue(), request);
  EXPECT_EQ(result.status, RunStatus::ok) << (result.failure ? describe(*result.failure) : result.message);
  return result;
}

}  // namespace pleuel
