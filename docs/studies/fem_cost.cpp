// What the Newton matrix of an elastic body costs: the slider crank's rod, refined in both
// directions and along its axis alone, and a bar of Tet10. Prints the tables of docs/fem.md.
// Processor time, best of five.
//
//     study_fem_cost [plane|space]
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/flexible_body.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/fem/spatial_body.hpp"
#include "pleuel/linalg/sparse_solver.hpp"
#include "pleuel/linalg/sparse_system.hpp"

namespace {

using namespace pleuel;
using namespace pleuel::fem;

template <class Work>
double best_of_five(Work work) {
  double best = 1e9;
  for (int k = 0; k < 5; ++k) {
    const auto begin = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

/// Seconds to factor α²M + K again, with kept pivots and the border `last`; α = 1e4/s.
double refactor_time(const FixedMatrix& M, const FixedMatrix& K, const std::vector<int>& last) {
  SparseSystem<double> lu(K, last);
  for (int j = 0; j < K.cols; ++j)
    for (int k = K.start[j]; k < K.start[j + 1]; ++k)
      lu.re()[lu.place(K.row[k], j)] = 1e8 * M.value[k] + K.value[k];
  bool is_singular = lu.factor().has_value();
  const double seconds = best_of_five([&] { is_singular |= lu.factor().has_value(); });
  return is_singular ? -1 : seconds;
}

void measure(int nx, int ny) {
  const double h = 0.008;
  const PlaneSection section{.material = {.modulus = 2e11, .poisson = 0.3, .density = 7870}, .thickness = h};
  const ElasticBody rod(box_mesh({.length = 0.3, .height = h, .nx = nx, .ny = ny, .corner = {0, -h / 2}}),
                        section);
  const auto frame =
      chord_frame(rod, rod.mesh().only_node("left_middle"), rod.mesh().only_node("right_middle"));
  const FixedMatrix K = frame.restrict(rod.stiffness()), M = frame.restrict(rod.mass());
  const FlexibleBody<2> body({.integrals = shape_integrals(rod).restricted(frame), .stiffness = K});
  FlexibleBody<2>::Workspace work(body);
  FixedMatrix by_x = body.pattern(), by_v = by_x, mass = by_x;
  const Vector x = Vector::Constant(body.size(), 1e-7);
  const double derivatives = best_of_five([&] { body.derivatives(x, x, x, by_x, by_v, work); });
  body.mass(x, mass, work);
  std::printf("| %d × %d | %d | %.2g | %.2g | %.2g |\n", nx, ny, K.rows, 1e3 * derivatives,
              1e3 * refactor_time(mass, by_x, {0, 1, 2}), 1e3 * refactor_time(M, K, {}));
}

double heap_bytes() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

struct SolverCost {
  double factor, solve, bytes;
  bool is_ok;
};

/// A factorisation and a solve to 1e-6.
SolverCost solver_cost(const SparseSolver& solver, const std::shared_ptr<const SparseStructure>& structure,
                       const FixedMatrix& A) {
  const double before = heap_bytes();
  const auto factor = solver.make<double>();
  factor->analyse(structure);
  bool is_ok = !factor->factor(A.value.data(), nullptr);
  SolverCost cost{};
  cost.factor = best_of_five([&] { is_ok &= !factor->factor(A.value.data(), nullptr).has_value(); });
  Vector x = Vector::Ones(A.rows);
  cost.solve = best_of_five([&] {
    for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = std::sin(1.0 + 0.7 * static_cast<double>(i));
    factor->solve(x.data(), nullptr, 1, 1e-6);
  });
  cost.bytes = heap_bytes() - before;
  cost.is_ok = is_ok && factor->counts().replacements == 0;
  return cost;
}

/// A bar of Tet10, clamped to its frame, which turns with 0.3 of its first frequency; w = 1/(ten
/// times this frequency), so that the gyroscopic terms are large.
std::pair<double, double> measure_solid(int nx, int n) {
  const double L = 0.3, h = 0.03;
  const ElasticBody bar(solid_box_mesh({.length = L, .height = h, .width = h, .nx = nx, .ny = n, .nz = n}),
                        SolidSection{{.modulus = 2e11, .poisson = 0.3, .density = 7870}});
  const auto frame = tangent_frame(bar, "left");
  const FixedMatrix K = frame.restrict(bar.stiffness());
  const double first = 3.516 * std::sqrt(2e11 / 7870 * h * h / 12) / (L * L);
  const double before = heap_bytes();
  const FlexibleBody<3> body({.integrals = spatial_integrals(bar).restricted(frame), .stiffness = K});
  FlexibleBody<3>::Workspace work(body);
  FixedMatrix by_x = body.pattern().with_zeros(), by_v = by_x, mass = by_x;
  const double body_bytes = heap_bytes() - before;
  Vector x = Vector::Zero(body.size() + 1), v = Vector::Zero(body.size()), a = v;
  x[3] = 1;
  v[5] = 0.3 * first;
  const double alpha = 10 * first;
  const double evaluation = best_of_five([&] {
    body.derivatives(x, v, a, by_x, by_v, work);
    body.mass(x, mass, work);
    for (std::size_t k = 0; k < by_x.value.size(); ++k)
      by_x.value[k] += alpha * by_v.value[k] + alpha * alpha * mass.value[k];
  });
  const auto bordered = std::make_shared<SparseStructure>(body.pattern(), std::vector<int>{0, 1, 2, 3, 4, 5});
  const SparseSolver& solver = *choose_solver(*bordered).solver;
  const SolverCost newton = solver_cost(solver, bordered, by_x);
  const SolverCost bare =
      solver_cost(solver, std::make_shared<SparseStructure>(K, SparseStructure::Block::whole), K);
  const double whole = evaluation + newton.factor + newton.solve;
  std::printf("| %d × %d × %d | %d | %s%s | %.3g | %.3g | %.3g | %.3g | %.3g | %.2f | %.1f | %.1f |\n", nx, n,
              n, K.rows, solver.name.c_str(), newton.is_ok && bare.is_ok ? "" : " with pivots",
              1e3 * evaluation, 1e3 * newton.factor, 1e3 * newton.solve, 1e3 * bare.factor, 1e3 * bare.solve,
              whole / (bare.factor + bare.solve), 1e-3 * body_bytes / K.rows, 1e-3 * newton.bytes / K.rows);
  std::fflush(stdout);
  return {K.rows, whole};
}

void print_space() {
  std::puts(
      "| cells | unknowns | solver | evaluation, ms | factorisation, ms | solve, ms | of K alone, ms | its "
      "solve, ms | "
      "ratio | body, kB per unknown | factors, kB per unknown "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|");
  std::pair<double, double> last{}, before{};
  for (const auto& [nx, n] : {std::pair{8, 1}, {8, 2}, {16, 3}, {24, 4}, {32, 5}, {48, 6}}) {
    before = last;
    last = measure_solid(nx, n);
  }
  std::printf("exponent of the last two: %.2f\n",
              std::log(last.second / before.second) / std::log(last.first / before.first));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string only = argc > 1 ? argv[1] : "";
  if (only != "plane") print_space();
  if (only == "space") return 0;
  std::puts(
      "| cells | unknowns | derivatives, ms | bordered, ms | M_Δα² + K_Δ alone, ms |\n|---|---|---|---|---|");
  for (const auto& [nx, ny] :
       {std::pair{14, 1}, {28, 2}, {56, 4}, {112, 8}, {180, 12}, {150, 1}, {500, 1}, {1660, 1}})
    measure(nx, ny);
}
