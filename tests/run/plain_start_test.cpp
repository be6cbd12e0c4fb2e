// Every method starts a plain DAE with a singular E from its values alone.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/dae/dae_from.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace plain_start_test {

/// ẏ = −y and z = y² + sin t, the algebraic row first and nothing marked.
struct Follower {
  DaeInfo info() const {
    DaeInfo info;
    info.name = "follower";
    info.unknowns = {{.name = "y", .unit = ""}, {.name = "z", .unit = ""}};
    info.rows = {"value of z", "rate of y"};
    return info;
  }
  void residual(const auto& x, auto* rows) const {
    rows[0] = x.y[1] - x.y[0] * x.y[0] - std::sin(x.t);
    rows[1] = -x.y[0] - x.ydot[0];
  }
};

Catalogue with(const std::vector<std::string>& outputs) {
  Catalogue catalogue = standard_catalogue();
  Problem problem;
  problem.name = "follower";
  problem.build = [outputs](const OptionValues&) {
    Case c;
    c.name = "follower";
    c.dae = [] { return make_dae(Follower{}); };
    c.y0 = Vector{{1.0, 0.0}};
    c.outputs = outputs;
    return c;
  };
  catalogue.problems = {problem};
  return catalogue;
}

TEST(PlainStart, EveryMethodRunsASingularEWithoutGivenDerivatives) {
  const Catalogue catalogue = with({"y", "z"});
  for (const Method& method : catalogue.methods) {
    if (method.is_mechanical()) continue;
    const RunResult result = run(catalogue, {.case_name = "follower", .method = method.name});
    ASSERT_EQ(result.status, RunStatus::ok) << method.name << ": " << result.message;
    EXPECT_NEAR(result.y[0], std::exp(-1), 1e-4) << method.name;
    EXPECT_NEAR(result.y[1], std::exp(-2) + std::sin(1), 1e-4) << method.name;
  }
}

TEST(CaseOutputs, AMisspeltOutputOfAPlainDaeIsRefusedWithTheNearestName) {
  try {
    (void)run(with({"y", "zz"}), {.case_name = "follower"});
    FAIL() << "dropped";
  } catch (const InvalidInput& fault) {
    const std::string text = fault.what();
    EXPECT_NE(text.find("'zz'"), std::string::npos) << text;
    EXPECT_NE(text.find("did you mean 'z'"), std::string::npos) << text;
  }
}

}  // namespace plain_start_test
}  // namespace pleuel
