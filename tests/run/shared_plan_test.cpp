// A plan is immutable: threads that share it compute the same bits as one run alone.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <thread>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace shared_plan_test {

constexpr int n_threads = 16;

struct Shared {
  const char* name;
  RunRequest request;
};

std::string model(const std::string& path) { return std::string(PLEUEL_SOURCE_DIR) + "/" + path; }

/// Rigid and elastic bodies, counted angles, projections, internal states, equilibria.
std::vector<Shared> shared_cases() {
  const auto request = [](std::string name, const char* formulation, const char* method, double until) {
    RunRequest r{.case_name = std::move(name), .formulation = formulation, .method = method};
    r.tolerance = {.rtol = 1e-5, .atol = 1e-5};
    r.until = until;
    return r;
  };
  std::vector<Shared> all = {
      {"slider crank", request("slider-crank", "ggl1", "radau5", 0.003)},
      {"andrews", request("andrews", "psi1", "radau", 0.005)},
      {"spatial windup", request(model("tests/revolutions/models/spatial-windup.json"), "ovd0", "bdf", 1)},
      {"elastic rod", request(model("models/fe-slider-crank.json"), "rcd1", "radau5", 2e-5)},
      {"bolt", request("bolt", "qs", "radau5", 2)}};
  for (Shared& shared : all) shared.request.outputs = {"energy"};
  all[2].request.outputs.emplace_back("power");
  return all;
}

/// What a run computes, bit by bit: also numbers that are NaN by design are compared.
struct Bits {
  RunStatus status;
  std::string message;
  std::vector<std::uint64_t> numbers;
  long steps = 0, solves = 0;
  bool operator==(const Bits&) const = default;
};

Bits bits_of(const RunResult& result) {
  Bits bits{result.status, result.message, {}, result.statistics.steps, result.statistics.solves};
  const auto add = [&](double x) { bits.numbers.push_back(std::bit_cast<std::uint64_t>(x)); };
  for (const double x : result.y) add(x);
  for (const Output& output : result.outputs) add(output.value);
  for (const double x : {result.energy_drift, result.energy_ratio, result.residuals.position,
                         result.residuals.velocity, result.residuals.acceleration})
    add(x);
  return bits;
}

/// Runs one plan `n_runs` times on each thread; how many results differ from a run alone.
int n_different(const RunPlan& plan, int n_runs) {
  const Bits alone = bits_of(run(plan));
  EXPECT_EQ(alone.status, RunStatus::ok) << alone.message;
  std::vector<int> different(n_threads, 0);
  std::vector<std::thread> threads;
  for (int k = 0; k < n_threads; ++k)
    threads.emplace_back([&, k] {
      for (int i = 0; i < n_runs; ++i) different[k] += !(bits_of(run(plan)) == alone);
    });
  int sum = 0;
  for (int k = 0; k < n_threads; ++k) {
    threads[k].join();
    sum += different[k];
  }
  return sum;
}

void expect_equal_bits(int n_runs) {
  const Catalogue all = standard_catalogue();
  for (const Shared& shared : shared_cases())
    EXPECT_EQ(n_different(plan(all, shared.request), n_runs), 0) << shared.name;
}

TEST(SharedPlan, GivesSixteenThreadsEqualBits) { expect_equal_bits(3); }
TEST(SharedPlanLong, GivesSixteenThreadsEqualBitsInFiftyRunsEach) { expect_equal_bits(50); }

TEST(SharedCatalogue, ReadsModelsAndPlansRunsForSixteenThreads) {
  const Catalogue all = standard_catalogue();
  const std::vector<Shared> cases = shared_cases();
  std::vector<Bits> alone;
  for (const Shared& shared : cases) alone.push_back(bits_of(run(all, shared.request)));
  const Catalogue fresh = standard_catalogue();
  std::vector<int> different(n_threads, 0);
  std::vector<std::thread> threads;
  for (int k = 0; k < n_threads; ++k)
    threads.emplace_back([&, k] {
      const std::size_t i = static_cast<std::size_t>(k) % cases.size();
      different[k] = !(bits_of(run(fresh, cases[i].request)) == alone[i]);
    });
  for (std::thread& thread : threads) thread.join();
  for (int k = 0; k < n_threads; ++k)
    EXPECT_EQ(different[k], 0) << cases[static_cast<std::size_t>(k) % cases.size()].name;
}

}  // namespace shared_plan_test
}  // namespace pleuel
