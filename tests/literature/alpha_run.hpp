// Runs of shipped problems with the α-methods, for tests.
#pragma once

#include <gtest/gtest.h>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {

/// Fixed steps; rtol = atol = tolerance stops Newton's method.
inline RunRequest alpha_request(const std::string& problem, double step, double tolerance,
                                Settings settings) {
  RunRequest request;
  request.case_name = problem;
  request.method = "alpha";
  request.step = step;
  request.tolerance = {.rtol = tolerance, .atol = tolerance};
  request.settings = std::move(settings);
  return request;
}

inline RunResult complete_alpha_run(const RunRequest& request) {
  RunResult result = run(standard_catalogue(), request);
  EXPECT_EQ(result.status, RunStatus::ok) << (result.failure ? describe(*result.failure) : result.message);
  return result;
}

}  // namespace pleuel
