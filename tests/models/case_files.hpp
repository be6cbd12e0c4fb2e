// Models of tests/models/cases/, as they are or with other text in some places.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "models/model_runs.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::testing {

inline std::string case_path(const std::string& name) {
  return std::string(PLEUEL_SOURCE_DIR) + "/tests/models/cases/" + name + ".json";
}

using Changes = std::vector<std::pair<std::string, std::string>>;

/// The path of a copy in which the first occurrence of each text is replaced; `label` tells copies
/// of a test apart.
inline std::string changed_case(const std::string& name, const std::string& label, const Changes& changes) {
  std::ifstream file(case_path(name));
  std::ostringstream read;
  read << file.rdbuf();
  std::string text = read.str();
  for (const auto& [from, to] : changes) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  // A catalogue reads a file once.
  const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const auto path = std::filesystem::path(::testing::TempDir()) / (test + "-" + label + ".json");
  std::ofstream(path) << text;
  return path.string();
}

/// A coordinate or velocity of the start.
inline double start_value(const CheckResult& result, const std::string& name) {
  const SystemInfo& info = result.header.system->info();
  for (int i = 0; i < info.n_q(); ++i)
    if (info.q[i].name == name) return result.start->q[i];
  for (int i = 0; i < info.n_v(); ++i)
    if (info.v[i].name == name) return result.start->v[i];
  ADD_FAILURE() << "no '" << name << "'";
  return 0;
}

inline RunResult run_case(const std::string& path, double until = 0, const Settings& settings = {}) {
  return run(all(), request_of(path, {.name = "", .until = until, .settings = settings}));
}

/// Whether a remark has all of the texts.
inline bool has_remark(const std::vector<std::string>& remarks, const std::vector<std::string>& texts) {
  for (const std::string& remark : remarks) {
    bool has_all = true;
    for (const std::string& text : texts) has_all &= remark.find(text) != std::string::npos;
    if (has_all) return true;
  }
  return false;
}

}  // namespace pleuel::testing
