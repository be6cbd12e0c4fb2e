// What the Newton matrix of an elastic body costs: the slider crank's rod, refined in both
// directions and along its axis alone. Prints the table of docs/fem.md. Processor time, best of
// five.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <utility>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/flexible_body.hpp"
#include "pleuel/fem/mesh_generators.hpp"
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

}  // namespace

int main() {
  std::puts(
      "| cells | unknowns | derivatives, ms | bordered, ms | M_Δα² + K_Δ alone, ms |\n|---|---|---|---|---|");
  for (const auto& [nx, ny] :
       {std::pair{14, 1}, {28, 2}, {56, 4}, {112, 8}, {180, 12}, {150, 1}, {500, 1}, {1660, 1}})
    measure(nx, ny);
}
