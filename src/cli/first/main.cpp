// The first program: `run` for problems written in C++ with radau5, radau and the explicit methods,
// with trajectory and page. It links only the core and builds in a fraction of the time. ./pleuel
// asks it whether it can execute a command line, and builds the whole program if not.
#include <algorithm>
#include <string_view>

#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command_line.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/integrator/explicit/explicit_method.hpp"
#include "pleuel/integrator/radau/radau_method.hpp"
#include "pleuel/io/format_catalogue.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/problem/problem_catalogue.hpp"

namespace pleuel {

std::vector<Format> format_catalogue() { return {csv_format(), page_format()}; }

namespace cli {

std::vector<Command> commands() { return {run_command()}; }

Catalogue catalogue_for(const std::vector<std::string>&) {
  return {equation_problems(),
          formulation_catalogue(),
          {radau5_method(), radau_method(), dop853_method(), mdop5_method(), hem5_method()}};
}

Candidates problem_candidates() {
  Candidates candidates;
  for (const Problem& problem : catalogue_for({}).problems) candidates.words.push_back(problem.name);
  return candidates;
}

}  // namespace cli
}  // namespace pleuel

namespace {

using pleuel::cli::catalogue_for;

/// Options with a value, and flags, whose meaning does not depend on other options.
constexpr std::string_view with_value[] = {"--formulation", "--method", "--rtol", "--atol",  "--until",
                                           "--h0",          "--step",   "--out",  "--every", "--timeout"};
constexpr std::string_view flags[] = {"--json", "--quiet", "--no-page", "--force"};

bool is_named(const auto& entries, std::string_view name) {
  return std::ranges::any_of(entries, [&](const auto& entry) { return entry.name == name; });
}

/// True for `run NAME` with options that this program fully supports. All other command lines,
/// including invalid ones, are for the whole program.
bool answers(int n, const char* const* words) {
  const pleuel::Catalogue catalogue = catalogue_for({});
  if (n < 2 || words[0] != std::string_view("run") || !is_named(catalogue.problems, words[1])) return false;
  for (int i = 2; i < n; ++i) {
    if (std::ranges::find(flags, words[i]) != std::end(flags)) continue;
    if (std::ranges::find(with_value, words[i]) == std::end(with_value) || ++i == n) return false;
    const std::string_view option = words[i - 1];
    if (option == "--method" && !is_named(catalogue.methods, words[i])) return false;
    if (option == "--formulation" && !is_named(catalogue.formulations, words[i])) return false;
  }
  return true;
}

}  // namespace

/// `answers WORDS…` returns by its exit code whether this program can execute WORDS.
int main(int argc, char** argv) {
  using namespace pleuel::cli;
  if (argc > 1 && argv[1] == std::string_view("answers")) return answers(argc - 2, argv + 2) ? 0 : 1;
  return run_program(argc, argv);
}
