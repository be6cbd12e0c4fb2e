#include "pleuel/model/force/bushing_force.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

template <int D>
void add(const Element& e, Assembly<D>& assembly) {
  const MarkerPair<D> markers(e, assembly);
  using Stiffness = typename BushingTerm<D>::Stiffness;
  constexpr int n = Space<D>::n;
  const auto matrix = [&](const char* name) -> Stiffness {
    const Matrix& m = e.matrix(name);
    if (m.rows() != n)
      throw InvalidInput(e.place + ": " + name + " of bushing '" + e.name + "' has " +
                         std::to_string(m.rows()) + " rows, but a " + (D == 2 ? "planar" : "spatial") +
                         " model wants " + std::to_string(n));
    return m;
  };
  std::array<Offset<D>, D> moves;
  for (int k = 0; k < D; ++k) moves[k] = markers.offset(k);
  const Stiffness K = matrix("stiffness"), C = matrix("damping");
  double angle = 0;
  if constexpr (D == 2)
    if (!K.col(2).isZero(0) || !C.col(2).isZero(0)) angle = markers.angle().c;
  assembly.add_bushing(BushingTerm<D>(markers.bodies, moves, markers.a.axes, markers.b.axes, angle, K, C));
}

std::vector<std::string> faults(const Element& e) {
  std::vector<std::string> result;
  for (const char* name : {"stiffness", "damping"}) {
    const Matrix& m = e.matrix(name);
    const double size = m.cwiseAbs().maxCoeff();
    if ((m - m.transpose()).cwiseAbs().maxCoeff() > 1e-12 * size)
      result.push_back(std::string("the ") + name +
                       " is not symmetric; it must be, or the bushing would do work");
    else if (size > 0 && symmetric_eigenvalues(m).minCoeff() < -1e-12 * size)
      result.push_back(std::string("the ") + name + " has a negative eigenvalue; none is allowed");
  }
  return result;
}

}  // namespace

ElementType bushing_type() {
  ElementType type;
  type.name = "bushing";
  type.title = "elastic joint: holds b at a in all directions, with a full matrix of stiffness";
  type.equations =
      "stiffness x + damping x', x = (displacements along the axes of a, rotations about them: axis times sine "
      "of the angle; "
      "plane: x, y, angle); the outputs NAME.fx … NAME.mz act on b";
  type.parameters = {{.name = "stiffness",
                      .kind = ValueKind::matrix,
                      .dimension = dimension::torque,
                      .help = "6 x 6 (plane: 3 x 3) or its diagonal; N/m, N, N m/rad",
                      .size = 6,
                      .planar_size = 3,
                      .is_of_motions = true},
                     {.name = "damping",
                      .kind = ValueKind::matrix,
                      .dimension = dimension::torque * dimension::time,
                      .help = "6 x 6 (plane: 3 x 3) or its diagonal; N s/m, N s, N m s/rad",
                      .default_text = "0",
                      .size = 6,
                      .planar_size = 3,
                      .is_of_motions = true}};
  type.faults = faults;
  type.add_planar = add<2>;
  type.add_spatial = add<3>;
  return type;
}

}  // namespace pleuel
