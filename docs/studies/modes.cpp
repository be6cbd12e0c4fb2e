// What the slowest modes of a large model cost: against one factorisation and as many solves as
// modes are asked for. Wall time.
//     build/release/benchmarks/study_modes MODEL N [NAME=VALUE…]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "pleuel/mechanics/analysis/rest_pencil.hpp"
#include "pleuel/mechanics/analysis/slowest_modes.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/run/analysed_state.hpp"
#include "pleuel/run/case_check.hpp"

namespace {

using namespace pleuel;

template <class Work>
double seconds(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int measure(const std::string& model, int n, const Settings& settings) {
  const Case c = checked_case(model_problem(model), settings);
  const InitialState x = consistent_state(c, assembled_start(c, Redundant::allowed));
  const Motion at = motion_of(c.t_begin, x);
  SlowestWork work;
  ModeSet set;
  const double all = seconds([&] { set = slowest_modes(*c.system, at, n, work); });
  const RestPencil pencil(*c.system, at);
  double factor = 0, solves = 0;
  factor = seconds([&] {
    ShiftedPencil inverse(*c.system, pencil, 1e-5 * pencil.fastest_rate());
    const Matrix b = Matrix::Ones(pencil.n_v() + pencil.n_s(), n);
    solves = seconds([&] { (void)inverse.solve(b); });
  });
  factor -= solves;
  std::printf("unknowns %d, constraints %d, states %d\n", pencil.n_v(), static_cast<int>(pencil.G.rows()),
              pencil.n_s());
  std::printf("%d modes, %.6g to %.6g Hz: %.3g s, %ld solves, %d trial motions\n", n,
              set.modes.front().frequency(), set.modes.back().frequency(), all, work.solves, work.basis);
  std::printf("one factorisation %.3g s, %d solves %.3g s: ratio %.2f\n", factor, n, solves,
              all / (factor + solves));
  return 0;
}

}  // namespace

int main(int n_words, char** words) {
  if (n_words < 3) {
    std::puts("study_modes MODEL N [NAME=VALUE…]");
    return 2;
  }
  pleuel::Settings settings;
  for (int i = 3; i < n_words; ++i) {
    const std::string word = words[i];
    settings[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  return measure(words[1], std::atoi(words[2]), settings);
}
