// A run that continues from any of its marks has the same state at all later ones, in every bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace marks_test {

struct Mark {
  double t = 0;
  std::vector<std::uint64_t> words;
  std::vector<RunEvent> events;
};

/// Keeps all marks in memory; may continue from one, and may stop the run after some.
class KeptMarks final : public RunCheckpoints {
 public:
  KeptMarks() = default;
  KeptMarks(const Mark& from, std::size_t n_marks)
      : saved_(from.words), events_(from.events), most_(n_marks) {}

  const std::optional<StateReader>& saved() const override { return saved_; }
  std::vector<RunEvent> events() const override { return events_; }
  void mark(double t, StateWriter& state, const std::vector<RunEvent>& events) override {
    marks.push_back({t, state.words(), events});
    // The processor time so far is the last word, and is no part of the claim.
    marks.back().words.back() = 0;
    if (marks.size() >= most_) stop = true;
  }
  void end(const RunResult&) override {}

  std::vector<Mark> marks;
  std::atomic<bool> stop = false;

 private:
  std::optional<StateReader> saved_;
  std::vector<RunEvent> events_;
  std::size_t most_ = std::numeric_limits<std::size_t>::max();
};

/// Reads all that a writer may read: outputs, motions, dense output.
struct Reader final : RunObserver {
  void sample(const Sample& at) override {
    auto& row = rows[at.t()];
    const ConstVec y = at.y(), outputs = at.outputs();
    row.insert(row.end(), y.begin(), y.end());
    row.insert(row.end(), outputs.begin(), outputs.end());
  }
  void step(const StepReport& report) override {
    Vector y(n);
    report.dense.evaluate(0.5 * (report.dense.begin() + report.t), y);
    auto& row = rows[report.t];
    row.insert(row.end(), y.begin(), y.end());
  }
  void begin(const RunHeader& header) override { n = static_cast<Eigen::Index>(header.unknowns.size()); }
  Eigen::Index n = 0;
  std::map<double, std::vector<double>> rows;
};

struct MarkedRun {
  std::string case_name, formulation, method;
  double until = 0;  ///< 0: that of the case
  double rtol = 1e-6, step = 0;
  Settings settings = {};
};

std::string text_of(const MarkedRun& of) {
  std::string text = of.case_name + " " + of.formulation + " " + of.method;
  for (const auto& [name, value] : of.settings) text += " " + name + "=" + value;
  return text;
}

std::string model(const std::string& name) {
  return std::string(PLEUEL_SOURCE_DIR) + "/models/" + name + ".json";
}

RunPlan plan_of(const Catalogue& catalogue, const MarkedRun& of) {
  RunRequest request{.case_name = of.case_name,
                     .tolerance = {.rtol = of.rtol, .atol = of.rtol},
                     .step = of.step,
                     .settings = of.settings};
  if (!of.formulation.empty()) request.formulation = of.formulation;
  if (!of.method.empty()) request.method = of.method;
  if (of.until > 0) request.until = of.until;
  return plan(catalogue, request);
}

/// Continues from `n_tries` marks, each to the next one and the one after it.
void expect_equal_marks(const RunPlan& made, int n_tries, std::mt19937& random) {
  KeptMarks whole;
  Reader seen;
  const RunResult result = run(made, {.observer = &seen, .checkpoints = &whole});
  ASSERT_GE(whole.marks.size(), 3u) << result.message << ", " << result.statistics.accepted << " steps";
  std::vector<std::size_t> order(whole.marks.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::shuffle(order, random);
  order.resize(std::min<std::size_t>(order.size(), static_cast<std::size_t>(n_tries)));
  for (const std::size_t from : order) {
    KeptMarks later(whole.marks[from], 2);
    Reader again;
    const RunResult rest = run(made, {.observer = &again, .checkpoints = &later, .stop = &later.stop});
    for (std::size_t k = 0; k < later.marks.size(); ++k) {
      ASSERT_LT(from + 1 + k, whole.marks.size());
      const Mark &one = whole.marks[from + 1 + k], &two = later.marks[k];
      ASSERT_EQ(one.t, two.t) << "from mark " << from << " at t = " << whole.marks[from].t;
      ASSERT_TRUE(one.words == two.words) << "from mark " << from << " at t = " << whole.marks[from].t;
    }
    for (const auto& [t, row] : again.rows) {
      if (t <= whole.marks[from].t) continue;
      const auto found = seen.rows.find(t);
      ASSERT_TRUE(found != seen.rows.end()) << "t = " << t;
      ASSERT_EQ(found->second.size(), row.size());
      ASSERT_EQ(std::memcmp(found->second.data(), row.data(), row.size() * sizeof(double)), 0)
          << "outputs at t = " << t << " after mark " << from << " at t = " << whole.marks[from].t;
    }
    if (rest.status == RunStatus::interrupted) continue;
    EXPECT_EQ(rest.status, result.status);
    EXPECT_EQ(rest.message, result.message);
    EXPECT_EQ(rest.remarks, result.remarks);
    EXPECT_EQ(rest.statistics.rhs, result.statistics.rhs);
    EXPECT_EQ(rest.events.size(), result.events.size());
    EXPECT_EQ(std::memcmp(rest.y.data(), result.y.data(), sizeof(double) * rest.y.size()), 0);
  }
}

TEST(Marks, ARunContinuesFromEachWithTheSameBits) {
  const Catalogue catalogue = standard_catalogue();
  std::mt19937 random(25);
  const std::vector<MarkedRun> runs = {
      {"pendulum", "ggl1", "radau", 100},
      {"pendulum", "psi1", "bdf", 100},
      {"pendulum", "ggl1", "gam", 100},
      {"pendulum", "", "dop853", 400, 1e-10},
      {"slider-crank", "", "alpha", 0, 1e-6, 2e-5},
      {"andrews", "ovd1", "pside", 0, 1e-9},
      {"bolt", "", "bdf", 0, 1e-4, 0, {{"h_max", "0.05"}}},
      {"chain", "psi1", "radau5", 2, 1e-6, 0, {{"links", "60"}}},
      {"fe-slider-crank", "ggl1", "radau5", 0.01},
      {model("n-four-bar"), "ggl1", "radau5"},
      {std::string(PLEUEL_SOURCE_DIR) + "/tests/cli/models/brake.json", "", "", 3.2},
  };
  for (const MarkedRun& of : runs) {
    SCOPED_TRACE(text_of(of));
    expect_equal_marks(plan_of(catalogue, of), 4, random);
  }
}

}  // namespace marks_test
}  // namespace pleuel
