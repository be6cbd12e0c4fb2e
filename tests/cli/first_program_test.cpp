// The smaller program that ./pleuel builds first: it answers as the whole one does, or not at all.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "pleuel/problem/problem_catalogue.hpp"

namespace pleuel::cli_test {
namespace first_program_test {

Outcome first(const std::vector<std::string>& line) { return Program(line, "", PLEUEL_FIRST_PROGRAM).wait(); }

bool answers(std::vector<std::string> line) {
  line.insert(line.begin(), "answers");
  const Outcome outcome = first(line);
  EXPECT_EQ(outcome.out + outcome.err, "");
  return outcome.code == 0;
}

// The JSON of a run without what is measured.
nlohmann::json result_of(const Outcome& outcome) {
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_TRUE(json.contains("cpu_seconds"));
  json.erase("cpu_seconds");
  json.erase("peak_memory");
  return json;
}

TEST(FirstProgram, GivesWhatTheWholeProgramGives) {
  for (const Problem& problem : equation_problems()) {
    const std::vector<std::string> line = {"run", problem.name, "--until", "0.01", "--json"};
    ASSERT_TRUE(answers(line)) << problem.name;
    EXPECT_EQ(result_of(first(line)), result_of(pleuel(line))) << problem.name;
  }
}

TEST(FirstProgram, LeavesLinesThatItDoesNotHaveInFullToTheWholeProgram) {
  EXPECT_TRUE(answers({"run", "andrews", "--method", "radau", "--rtol", "1e-8", "--out", "x", "--no-page"}));
  const std::vector<std::vector<std::string>> lines = {{},
                                                       {"list"},
                                                       {"--help"},
                                                       {"run"},
                                                       {"run", "--help"},
                                                       {"run", "bolt"},
                                                       {"run", "model.json"},
                                                       {"run", "-"},
                                                       {"run", "pendulum", "--method", "bdf"},
                                                       {"run", "pendulum", "--method", "radua"},
                                                       {"run", "pendulum", "--formulation", "ggl"},
                                                       {"run", "pendulum", "--format", "hdf5"},
                                                       {"run", "pendulum", "--set", "error=strict"},
                                                       {"run", "pendulum", "--until"}};
  for (const auto& line : lines) EXPECT_FALSE(answers(line)) << (line.empty() ? "" : line.back());
}

}  // namespace first_program_test
}  // namespace pleuel::cli_test
