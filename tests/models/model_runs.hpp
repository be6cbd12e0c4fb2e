// Runs of the files in models/, and of built-in problems beside them.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::testing {

inline std::string model_path(const std::string& name) {
  return std::string(PLEUEL_SOURCE_DIR) + "/models/" + name + ".json";
}

inline const Catalogue& all() {
  static const Catalogue catalogue = standard_catalogue();
  return catalogue;
}

/// What a run is asked for beyond the file; a tolerance of 0 leaves the one of the file.
struct ModelRun {
  std::string name;  ///< of a file in models/
  double tolerance = 0;
  double until = 0;
  Settings settings = {};
  std::string formulation = {}, method = {};
  double atol = 0;  ///< 0: the same as the tolerance
};

inline RunRequest request_of(const std::string& case_name, const ModelRun& wanted) {
  RunRequest request;
  request.case_name = case_name;
  if (!wanted.formulation.empty()) request.formulation = wanted.formulation;
  if (!wanted.method.empty()) request.method = wanted.method;
  if (wanted.until > 0) request.until = wanted.until;
  request.is_tolerance_open = wanted.tolerance == 0;
  if (wanted.tolerance > 0)
    request.tolerance = {.rtol = wanted.tolerance, .atol = wanted.atol > 0 ? wanted.atol : wanted.tolerance};
  request.settings = wanted.settings;
  return request;
}

/// A model in a file of its own; a test that writes several tells them apart by the suffix.
inline std::string file_of(const std::string& text, const std::string& suffix = {}) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string path =
      ::testing::TempDir() + "pleuel-" + test->test_suite_name() + "-" + test->name() + suffix + ".json";
  std::ofstream(path) << text;
  return path;
}

inline RunResult run_file(const std::string& path, const std::string& formulation = {},
                          const std::string& method = {}, double tolerance = 1e-8) {
  return run(
      all(),
      request_of(path, {.name = {}, .tolerance = tolerance, .formulation = formulation, .method = method}));
}

inline RunResult run_model(const ModelRun& wanted) {
  RunResult result = run(all(), request_of(model_path(wanted.name), wanted));
  EXPECT_EQ(result.status, RunStatus::ok) << wanted.name << ": " << result.message;
  return result;
}
inline RunResult run_built_in(const ModelRun& wanted) {
  RunResult result = run(all(), request_of(wanted.name, wanted));
  EXPECT_EQ(result.status, RunStatus::ok) << wanted.name << ": " << result.message;
  return result;
}

/// An unknown at the end.
inline double unknown(const RunResult& result, const std::string& name) {
  for (std::size_t i = 0; i < result.header.unknowns.size(); ++i)
    if (result.header.unknowns[i].name == name) return result.y[static_cast<Eigen::Index>(i)];
  ADD_FAILURE() << "no unknown '" << name << "'";
  return 0;
}
/// An output at the end.
inline double output(const RunResult& result, const std::string& name) {
  for (const Output& o : result.outputs)
    if (o.name == name) return o.value;
  ADD_FAILURE() << "no output '" << name << "'";
  return 0;
}

}  // namespace pleuel::testing
