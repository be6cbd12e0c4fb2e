// What a spring without a free length starts from, and what tables are beyond their ends.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"

namespace pleuel::testing {
namespace free_length_test {

namespace fs = std::filesystem;

/// A model file that lives as long as this.
class WrittenModel {
 public:
  explicit WrittenModel(const std::string& text)
      : path_(fs::temp_directory_path() /
              ("pleuel_" + std::to_string(getpid()) + "_" + std::to_string(count()++) + ".json")) {
    std::ofstream(path_) << text;
  }
  ~WrittenModel() { fs::remove(path_); }
  WrittenModel(const WrittenModel&) = delete;
  WrittenModel& operator=(const WrittenModel&) = delete;
  std::string path() const { return path_; }

 private:
  static int& count() {
    static int n = 0;
    return n;
  }
  fs::path path_;
};

RunResult run_text(const std::string& text, double until) {
  const WrittenModel file(text);
  RunRequest request;
  request.case_name = file.path();
  request.until = until;
  request.tolerance = {.rtol = 1e-9, .atol = 1e-9};
  return run(all(), request);
}

bool has_remark(const RunResult& result, const std::string& part) {
  for (const std::string& remark : all_remarks(result))
    if (remark.find(part) != std::string::npos) return true;
  return false;
}

/// A slider at x = 2 on a spring from the origin; `spring` holds what the spring says beyond its
/// ends.
std::string slider(int version, const std::string& spring,
                   const std::string& body = R"("position": [2, 0])") {
  return R"({"pleuel": )" + std::to_string(version) + R"(, "name": "slider", "dimension": 2,
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, )" +
         body + R"(}],
    "joints": [{"name": "guide", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "spring", "type": "spring-damper", "a": "ground.origin", "b": "b.origin", )" +
         spring + "}]}";
}

TEST(FreeLength, IsTheLengthAtTheStartInVersionTwo) {
  const RunResult result = run_text(slider(2, R"("stiffness": 100)"), 1);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(unknown(result, "b.x"), 2, 1e-12);
  EXPECT_TRUE(has_remark(result, "'spring' has no free_length: it is the length at the start, 2 m"));
}

// The guide moves the slider from (2, 0.5) onto its line before the length is taken.
TEST(FreeLength, IsTakenWhereTheJointsAreClosed) {
  const RunResult result = run_text(slider(2, R"("stiffness": 100)", R"("position": [2, 0.5])"), 1);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(unknown(result, "b.x"), 2, 1e-9);
}

// With a free length of 0 the slider swings like 2 cos(10 t).
TEST(FreeLength, StaysZeroInVersionOneWithARemark) {
  const RunResult result = run_text(slider(1, R"("stiffness": 100)"), 0.1);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(unknown(result, "b.x"), 2 * std::cos(1.0), 1e-7);
  EXPECT_TRUE(has_remark(result, "'spring' leaves out free_length. Version 1 of the format takes it as 0"));
  const RunResult given = run_text(slider(1, R"("stiffness": 100, "free_length": 0)"), 0.1);
  EXPECT_FALSE(has_remark(given, "free_length"));
  EXPECT_NEAR(unknown(given, "b.x"), 2 * std::cos(1.0), 1e-7);
  const RunResult damper = run_text(slider(1, R"("damping": 3)"), 0.1);
  EXPECT_FALSE(has_remark(damper, "free_length"));
}

TEST(FreeLength, IsAskedForWherePointsCoincideAtTheStart) {
  try {
    (void)run_text(slider(2, R"("stiffness": 100)", R"("position": [0, 0])"), 1);
    FAIL() << "accepted";
  } catch (const InvalidInput& fault) {
    EXPECT_NE(std::string(fault.what()).find("its points coincide there; give free_length"),
              std::string::npos)
        << fault.what();
  }
}

/// Force 100 N/m up to 0.1 m either way; the slider leaves with 3 m/s and would go 0.3 m far on a
/// straight spring.
std::string on_table(int version, const std::string& head, const std::string& speed = "3") {
  return slider(
      version,
      R"("spring_curve": {"units": ["mm", "N"], "points": [[-100, -10], [0, 0], [100, 10]])" + head + "}",
      R"("position": [2, 0], "velocity": [)" + speed + ", 0]");
}

TEST(Tables, CarryUnitsInTheirHeads) {
  const RunResult result = run_text(on_table(2, "", "0.5"), 0.1);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(unknown(result, "b.x"), 2 + 0.05 * std::sin(1.0), 1e-7);
}

TEST(Tables, AreNotDefinedBeyondTheirEndsUnlessTheySaySo) {
  const RunResult result = run_text(on_table(2, ""), 0.1);
  ASSERT_EQ(result.status, RunStatus::failed);
  EXPECT_NE(result.message.find("'spring'"), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("its spring_curve is asked for 0.1"), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("its points go from -0.1 to 0.1 m"), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("\"beyond\": \"hold\" or \"continue\""), std::string::npos) << result.message;
}

// Beyond 0.1 m, reached at t₁ = asin(1/3)/10 with v₁ = √8 m/s, the force stays 10 N.
TEST(Tables, HoldTheirLastValueOrContinue) {
  const RunResult held = run_text(on_table(2, R"(, "beyond": "hold")"), 0.1);
  ASSERT_EQ(held.status, RunStatus::ok) << held.message;
  const double t1 = std::asin(1.0 / 3) / 10, v1 = std::sqrt(8.0), dt = 0.1 - t1;
  EXPECT_NEAR(unknown(held, "b.x"), 2.1 + v1 * dt - 5 * dt * dt, 1e-6);
  // The potential belongs to the force: that of a straight spring would be 0.1 off. A step across
  // the corner costs digits.
  EXPECT_NEAR(held.energy_drift, 0, 1e-4);
  const RunResult on = run_text(on_table(2, R"(, "beyond": "continue")"), 0.1);
  ASSERT_EQ(on.status, RunStatus::ok) << on.message;
  EXPECT_NEAR(unknown(on, "b.x"), 2 + 0.3 * std::sin(1.0), 1e-7);
  EXPECT_FALSE(has_remark(on, "beyond"));
}

TEST(Tables, OfVersionOneContinueWithARemark) {
  const RunResult result =
      run_text(slider(1, R"("free_length": 2, "spring_curve": [[-0.1, -10], [0, 0], [0.1, 10]])",
                      R"("position": [2, 0], "velocity": [3, 0])"),
               0.1);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(unknown(result, "b.x"), 2 + 0.3 * std::sin(1.0), 1e-7);
  EXPECT_TRUE(has_remark(result, "goes straight on beyond its ends, -0.1 and 0.1 m"));
}

}  // namespace free_length_test
}  // namespace pleuel::testing
