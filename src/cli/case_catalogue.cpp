#include "pleuel/cli/case_catalogue.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "pleuel/problem/model_problem.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_bytes =
    (64u << 20) + 1;  // one more than allowed for a model file: the reader rejects it

std::string standard_input() {
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (text.size() < most_bytes) {
    const ssize_t n = read(STDIN_FILENO, buffer.data(), std::min(buffer.size(), most_bytes - text.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      throw InvalidModel("standard input cannot be read; give the name of a model file instead of -");
    if (n == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

Catalogue catalogue_for(const std::vector<std::string>& cases) {
  Catalogue catalogue = standard_catalogue();
  if (std::ranges::find(cases, standard_input_name) == cases.end()) return catalogue;
  const std::string text = standard_input();
  try {
    catalogue.put(model_problem_from(text));
  } catch (const InvalidInput& error) {
    throw InvalidModel(error.faults());
  }
  return catalogue;
}

Candidates problem_candidates() {
  Candidates candidates;
  for (const Problem& problem : standard_catalogue().problems) candidates.words.push_back(problem.name);
  return candidates;
}

}  // namespace pleuel::cli
