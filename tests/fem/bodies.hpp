// Bodies that several tests use.
#pragma once

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/fem/reduction.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::fem {

/// Steel of the slider crank's rod [MM08, II.19].
inline ElasticMaterial steel() { return {.modulus = 2e11, .poisson = 0.3, .density = 7870}; }
inline PlaneSection rod_section(PlaneState state = PlaneState::stress) {
  return {.material = steel(), .thickness = 0.008, .state = state};
}
inline BeamSection rod_beam(RotaryInertia rotary = RotaryInertia::included,
                            AxialPart axial = AxialPart::included) {
  const double h = 0.008;
  return {
      .material = steel(), .area = h * h, .inertia = h * h * h * h / 12, .axial = axial, .rotary = rotary};
}
/// The rod 0.30 × 0.008 m, its axis on the x axis.
inline Mesh rod_mesh(int nx, int ny, CellType type = CellType::t6) {
  return box_mesh({.length = 0.3, .height = 0.008, .nx = nx, .ny = ny, .type = type, .corner = {0, -0.004}});
}

/// An irregular quadrilateral of 8 elements; interior nodes off their places, all edges of T6
/// straight or all curved.
enum class Edges { straight, curved };
inline Mesh distorted_mesh(CellType type, Edges edges) {
  Mesh t3 = box_mesh({.length = 2, .height = 2, .nx = 2, .ny = 2, .type = CellType::t3});
  const auto move = [&t3](double x, double y, double dx, double dy) {
    t3.nodes[t3.nearest_node({x, y, 0})] += Eigen::Vector3d(dx, dy, 0);
  };
  move(1, 1, 0.21, -0.17);
  move(2, 2, 0.3, 0.2);
  move(1, 0, -0.1, 0.05);
  move(0, 1, 0.08, 0.1);
  if (type == CellType::t3) return t3;
  Mesh t6 = with_middle_nodes(t3);
  if (edges == Edges::curved)
    for (int i = t3.n_nodes(); i < t6.n_nodes(); ++i)
      t6.nodes[i] += Eigen::Vector3d(0.05 * std::sin(3 * i), 0.05 * std::cos(5 * i), 0);
  return t6;
}

/// A field of the plane as one of points and vectors with three components.
template <class Field>
auto in_plane(Field field) {
  return [field](const Eigen::Vector3d& x) {
    Eigen::Vector3d value = Eigen::Vector3d::Zero();
    value.head<2>() = field(Eigen::Vector2d(x.head<2>()));
    return value;
  };
}

inline Vector times(const FixedMatrix& A, const Vector& x) {
  Vector y = Vector::Zero(A.rows);
  A.multiply_add(1, x.data(), y.data());
  return y;
}

/// ω of K φ = ω² M φ by a dense method.
inline Vector dense_frequencies(const FixedMatrix& K, const FixedMatrix& M) {
  return symmetric_eigenvalues(K.dense(), M.dense()).cwiseMax(0).cwiseSqrt();
}

}  // namespace pleuel::fem
