// Runs on several threads.
#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace threads_test {

/// A short run on so many threads.
Vector end_on(int n_threads, ModelRun wanted) {
  wanted.settings["threads"] = std::to_string(n_threads);
  const RunResult result = run(all(), request_of(model_path(wanted.name), wanted));
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  return result.y;
}

void expect_same_bits(const ModelRun& wanted, std::initializer_list<int> counts = {2, 16}) {
  const Vector alone = end_on(1, wanted);
  for (const int n_threads : counts) EXPECT_EQ(end_on(n_threads, wanted), alone) << n_threads << " threads";
}

TEST(Threads, GiveTheSameBitsForAViscoplasticBolt) {
  expect_same_bits({.name = "bolt", .until = 1, .settings = {{"refine", "3"}}});
  expect_same_bits({.name = "bolt", .until = 1, .settings = {{"refine", "2"}}, .method = "radau5"});
}

TEST(Threads, GiveTheSameBitsForAViscoplasticCrank) {
  expect_same_bits({.name = "viscoplastic-slider-crank", .until = 5e-5});
}

TEST(Threads, GiveTheSameBitsForAViscoplasticBracket) {
  expect_same_bits({.name = "viscoplastic-bracket",
                    .tolerance = 1e-3,
                    .until = 1e-3,
                    .settings = {{"D0", "1e9"}},
                    .formulation = "ggl1",
                    .method = "bdf2"},
                   {2});
}

TEST(Threads, GiveTheSameBitsForAnElasticCrank) {
  expect_same_bits({.name = "fe-slider-crank", .until = 2e-4, .method = "radau"});
}

// Large enough for shifts to be factored and solved on threads.
TEST(Threads, GiveTheSameBitsForTheFourShiftsOfPside) {
  expect_same_bits({.name = "chain", .until = 1e-2, .settings = {{"N", "150"}}, .method = "pside"}, {2, 4});
  expect_same_bits({.name = "fe-slider-crank", .until = 2e-5, .method = "pside"}, {2, 4});
}

}  // namespace threads_test
}  // namespace pleuel::testing
