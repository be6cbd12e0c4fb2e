#include "pleuel/fem/geometric_stiffening.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/geometric_stiffness.hpp"
#include "pleuel/fem/quadrature.hpp"
#include "pleuel/fem/reduction.hpp"

namespace pleuel::fem {
namespace {

constexpr int n_loads = 4;
constexpr double zero_beside = 1e-12;

double largest(const FixedMatrix& A) {
  double size = 0;
  for (const double value : A.value) size = std::max(size, std::abs(value));
  return size;
}

/// β of the load ρβ.
Eigen::Vector2d load_at(int load, const Eigen::Vector2d& x) {
  switch (load) {
    case 0:
      return {1, 0};
    case 1:
      return {0, 1};
    case 2:
      return {-x[1], x[0]};
    default:
      return x;
  }
}

/// Static responses of all unknowns to the four loads, one column each.
Matrix responses(const ElasticBody& body, const DofSelection& frame) {
  const ShapeIntegrals<2> s = shape_integrals(body).restricted(frame);
  Matrix loads(s.size(), n_loads);
  loads << s.c1, s.c2, s.c21, s.c12;
  const Matrix q = static_shapes(frame.restrict(body.stiffness()), loads);
  Matrix all(body.n_dofs(), n_loads);
  for (int k = 0; k < n_loads; ++k) all.col(k) = frame.extend(q.col(k));
  return all;
}

/// The same beam with its axial part, with the same conditions and fixed along its axis at the
/// first fixed node.
struct StretchingBeam {
  ElasticBody body;
  DofSelection frame;

  StretchingBeam(const ElasticBody& stiff, const DofSelection& held)
      : body(stiff.mesh(), with_axial_part(stiff.beam_section())), frame(body.n_dofs(), fixed(stiff, held)) {}

 private:
  static BeamSection with_axial_part(BeamSection section) {
    section.axial = AxialPart::included;
    return section;
  }
  std::vector<int> fixed(const ElasticBody& stiff, const DofSelection& held) const {
    std::vector<int> dofs;
    for (int node = 0; node < stiff.mesh().n_nodes(); ++node)
      for (const NodalDof which : stiff.nodal_dofs())
        if (held.place(*stiff.dof(node, which)) < 0) {
          if (dofs.empty()) dofs.push_back(*body.dof(node, NodalDof::x));
          dofs.push_back(*body.dof(node, which));
        }
    return dofs;
  }
};

/// N along an element under the load ρβ with β linear in x. Its mean is EA times the mean stretch
/// of the static response, which is exact for linear elements, and N' = −ρA β·t.
class AxialForce {
 public:
  AxialForce(const ElasticBody& beam, int element, int load, const Vector& q) {
    const BeamSection& section = beam.beam_section();
    const BeamAt start(beam.mesh(), beam.mesh().elements[element], section, 0),
        end(beam.mesh(), beam.mesh().elements[element], section, 1);
    const auto dofs = beam.element_dofs(element);
    double stretch = 0;
    for (std::size_t i = 0; i < dofs.size(); ++i) stretch += start.du[static_cast<int>(i)] * q[dofs[i]];
    const double rho_A = section.material.density * section.area * start.length;
    first_ = -rho_A * load_at(load, start.x).dot(start.t);
    second_ = -0.5 * rho_A * (load_at(load, end.x) - load_at(load, start.x)).dot(start.t);
    constant_ = section.material.modulus * section.area * stretch - first_ / 2 - second_ / 3;
  }
  /// At z = s/L.
  double operator()(double z) const { return constant_ + z * (first_ + z * second_); }

 private:
  double constant_, first_, second_;
};

FixedMatrix beam_matrix(const ElasticBody& body, const ElasticBody& stretching, int load, const Vector& q) {
  const auto columns = beam_columns(body.beam_section());
  FixedMatrix K = body.stiffness();
  K.set_zero();
  for (int e = 0; e < body.mesh().n_elements(); ++e) {
    const AxialForce N(stretching, e, load, q);
    const auto dofs = body.element_dofs(e);
    for (const auto& [place, weight] : gauss_rule(4)) {
      const BeamAt at(body.mesh(), body.mesh().elements[e], body.beam_section(), place);
      const double force = N(place) * weight * at.length;
      for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
          K.value[K.slot(dofs[i], dofs[j])] += force * at.dw[columns[i]] * at.dw[columns[j]];
    }
  }
  return K;
}

}  // namespace

GeometricStiffening GeometricStiffening::reduced(const Matrix& V) const {
  GeometricStiffening small;
  for (int k = 0; k < n_loads; ++k)
    if (K[k].rows > 0) small.K[k] = full_matrix(projected(K[k], V));
  return small;
}

GeometricStiffening geometric_stiffening(const ElasticBody& body, const DofSelection& frame) {
  std::array<FixedMatrix, n_loads> all;
  if (!body.is_beam()) {
    const Matrix q = responses(body, frame);
    for (int k = 0; k < n_loads; ++k) all[k] = plane_geometric_stiffness(body, q.col(k));
  } else if (body.beam_section().axial == AxialPart::included) {
    const Matrix q = responses(body, frame);
    for (int k = 0; k < n_loads; ++k) all[k] = beam_matrix(body, body, k, q.col(k));
  } else {
    const StretchingBeam beam(body, frame);
    const Matrix q = responses(beam.body, beam.frame);
    for (int k = 0; k < n_loads; ++k) all[k] = beam_matrix(body, beam.body, k, q.col(k));
  }
  // Loads 0 and 1 share a unit, and so do 2 and 3: a load that is rounding relative to the other is
  // zero.
  GeometricStiffening result;
  for (int k = 0; k < n_loads; ++k)
    if (largest(all[k]) > zero_beside * largest(all[k ^ 1])) result.K[k] = frame.restrict(all[k]);
  return result;
}

}  // namespace pleuel::fem
