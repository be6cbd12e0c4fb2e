// What the solvers of sparse linear systems cost: sheets of quadratic cells, narrow (a rod), four
// times as long as wide (the bolt) and square (a block), with a border of twelve rows and columns
// like that of a floating frame and its joints. Prints the first table of docs/linear-algebra.md and
// the exponents of its last rows. Processor time, best of three.
//
//     study_sparse_solvers [MOST [SHAPE]]      up to MOST unknowns (300000), of all shapes or one
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <random>
#include <string>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/linalg/sparse_solver.hpp"

namespace {

using namespace pleuel;

constexpr int n_border = 12, nodes_of_cell = 9, n_cell = 2 * nodes_of_cell;
// A solver is left out of larger matrices of a shape after a factorisation of this time, s.
constexpr double longest_factorisation = 4;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double best_of_three(Work work) {
  double best = 1e9;
  for (int k = 0; k < 3; ++k) {
    const double begin = processor_seconds();
    work();
    best = std::min(best, processor_seconds() - begin);
  }
  return best;
}

/// nx × ny cells of nine nodes, two displacements each. Every cell has the same positive definite
/// matrix; complex matrices are those of a shift with argument 35°.
struct Sheet {
  FixedMatrix pattern;
  std::vector<int> border;
  std::vector<double> re, im;

  Sheet(int nx, int ny) {
    const int height = 2 * ny + 1, n = 2 * (2 * nx + 1) * height;
    const auto unknown = [&](int cell, int k) {
      const int node = k / 2, x = 2 * (cell / ny) + node / 3, y = 2 * (cell % ny) + node % 3;
      return 2 * (x * height + y) + k % 2;
    };
    Entries places;
    for (int cell = 0; cell < nx * ny; ++cell)
      for (int i = 0; i < n_cell; ++i)
        for (int j = 0; j < n_cell; ++j) places.emplace_back(unknown(cell, i), unknown(cell, j));
    for (int k = 0; k < n_border; ++k) {
      border.push_back(n + k);
      // Two of three are full, the others belong to joints.
      for (int i = 0; i < n; i += k % 3 == 2 ? n / 4 + 1 : 1) {
        places.emplace_back(i, n + k);
        places.emplace_back(n + k, i);
      }
      for (int l = 0; l < n_border; ++l)
        if ((k + l) % 3 != 0) places.emplace_back(n + k, n + l);
    }
    pattern = FixedMatrix(n + n_border, n + n_border, places);
    re.assign(pattern.n_entries(), 0.0);
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    const Matrix strain = Matrix::NullaryExpr(12, n_cell, [&] { return normal(random); });
    const Matrix of_cell = 0.1 * strain.transpose() * strain + 0.05 * Matrix::Identity(n_cell, n_cell);
    for (int cell = 0; cell < nx * ny; ++cell)
      for (int i = 0; i < n_cell; ++i)
        for (int j = 0; j < n_cell; ++j)
          re[pattern.slot(unknown(cell, i), unknown(cell, j))] += of_cell(i, j);
    im = re;
    for (double& x : im) x *= 0.7;
    for_each_entry(pattern, [&](int i, int j, int k) {
      if (i >= n || j >= n) re[k] = normal(random);
    });
  }
};

/// Times of a factorisation by the number of unknowns.
using Times = std::vector<std::pair<int, double>>;

template <class Scalar>
double measure(const Sheet& sheet, const SparseSolver& solver,
               const std::shared_ptr<const SparseStructure>& structure) {
  const auto factor = solver.make<Scalar>();
  const double begin = processor_seconds();
  factor->analyse(structure);
  bool is_singular = factor->factor(sheet.re.data(), sheet.im.data()).has_value();
  const double first = processor_seconds() - begin;
  const double again =
      best_of_three([&] { is_singular |= factor->factor(sheet.re.data(), sheet.im.data()).has_value(); });
  Vector x = Vector::Ones(structure->size()), y = x;
  const double solve = best_of_three([&] { factor->solve(x.data(), y.data(), 1, 1e-6); });
  const double size = sizeof(Scalar) * static_cast<double>(factor->counts().entries);
  std::printf(" %.3g / %.3g / %.3g / %.3g%s |", 1e3 * first, 1e3 * again, 1e3 * solve, 1e-6 * size,
              is_singular ? " singular" : "");
  return again;
}

/// The exponent of the last two sizes.
std::string exponent(const Times& times) {
  if (times.size() < 2) return "–";
  const auto& [n, t] = times[times.size() - 2];
  const auto& [m, u] = times.back();
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", std::log(u / t) / std::log(static_cast<double>(m) / n));
  return text;
}

void print_shape(const char* shape, int length, const std::vector<int>& heights, int most) {
  std::map<std::pair<std::string, bool>, Times> times;
  for (const int ny : heights) {
    const Sheet sheet(length * ny, ny);
    const auto structure = std::make_shared<SparseStructure>(sheet.pattern, sheet.border);
    const int n = structure->size();
    if (n > most) break;
    for (const bool is_complex : {false, true}) {
      std::printf("| %s %d × %d, %d, %s |", shape, length * ny, ny, n, is_complex ? "complex" : "real");
      for (const SparseSolver& solver : sparse_solvers()) {
        Times& of = times[{solver.name, is_complex}];
        const bool is_slow = !of.empty() && of.back().second > longest_factorisation;
        if (!solver.is_built() || solver.traits.needs_definite || is_slow)
          std::printf(" – |");
        else
          of.emplace_back(n, is_complex ? measure<Complex>(sheet, solver, structure)
                                        : measure<double>(sheet, solver, structure));
      }
      std::printf(" %s |\n", choose_solver(*structure).solver->name.c_str());
      std::fflush(stdout);
    }
  }
  std::printf("| exponents of %s, real (complex) |", shape);
  for (const SparseSolver& solver : sparse_solvers())
    std::printf(" %s (%s) |", exponent(times[{solver.name, false}]).c_str(),
                exponent(times[{solver.name, true}]).c_str());
  std::printf(" |\n");
}

}  // namespace

int main(int argc, char** argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 300000;
  const std::string only = argc > 2 ? argv[2] : "";
  std::printf("| shape, unknowns |");
  for (const SparseSolver& solver : sparse_solvers()) std::printf(" %s |", solver.name.c_str());
  std::printf(" auto |\n|---|");
  for (std::size_t k = 0; k <= sparse_solvers().size(); ++k) std::printf("---|");
  std::printf("\n");
  if (only.empty() || only == "rod") print_shape("rod", 28, {1, 2, 4, 8, 16, 36}, most);
  if (only.empty() || only == "bolt") print_shape("bolt", 4, {8, 15, 30, 55, 95}, most);
  if (only.empty() || only == "block") print_shape("block", 1, {16, 30, 60, 110, 190}, most);
}
