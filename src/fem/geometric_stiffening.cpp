#include "pleuel/fem/geometric_stiffening.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/spatial_integrals.hpp"

namespace pleuel::fem {
namespace {

constexpr int n_planar_loads = 4;
constexpr double zero_beside = 1e-12;

double largest(const FixedMatrix& A) {
  double size = 0;
  for (const double value : A.value) size = std::max(size, std::abs(value));
  return size;
}

/// Of beams: ρA β(x).
template <class Field>
StaticLoad inertia_load(const ElasticBody& body, Vector b, Field beta) {
  if (!body.is_beam()) return {std::move(b)};
  const double area = body.is_spatial_beam() ? body.spatial_beam_section().area : body.beam_section().area;
  return {std::move(b), [mass = body.density() * area, beta](int, const Eigen::Vector3d& x) {
            return Eigen::Vector3d(mass * beta(x));
          }};
}

}  // namespace

bool GeometricStiffening<2>::is_given() const {
  return std::ranges::any_of(K, [](const FixedMatrix& part) { return part.rows > 0; });
}

GeometricStiffening<2> GeometricStiffening<2>::reduced(const Matrix& V) const {
  GeometricStiffening small;
  for (int k = 0; k < n_planar_loads; ++k)
    if (K[k].rows > 0) small.K[k] = full_matrix(projected(K[k], V));
  return small;
}

GeometricStiffening<3> GeometricStiffening<3>::reduced(const Matrix& V) const {
  if (!is_given()) return {};
  return {MatrixStack::reduced(V)};
}

std::vector<StaticLoad> planar_inertia_loads(const ElasticBody& loaded) {
  using Eigen::Vector3d;
  const ShapeIntegrals<2> s = shape_integrals(loaded);
  return {inertia_load(loaded, s.c1, [](const Vector3d&) { return Vector3d(1, 0, 0); }),
          inertia_load(loaded, s.c2, [](const Vector3d&) { return Vector3d(0, 1, 0); }),
          inertia_load(loaded, s.c21, [](const Vector3d& x) { return Vector3d(-x[1], x[0], 0); }),
          inertia_load(loaded, s.c12, [](const Vector3d& x) { return x; })};
}

std::vector<StaticLoad> spatial_inertia_loads(const ElasticBody& loaded) {
  using Eigen::Vector3d;
  const ShapeIntegrals<3> s = spatial_integrals(loaded);
  const ShapeMoments moments = s.moments();
  std::vector<StaticLoad> loads;
  for (int i = 0; i < 3; ++i)
    loads.push_back(inertia_load(loaded, s.C.row(i).transpose(),
                                 [i](const Vector3d&) { return Vector3d(Vector3d::Unit(i)); }));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Vector b(s.size());
      for (int k = 0; k < s.size(); ++k) b[k] = moments[k](j, i);
      loads.push_back(inertia_load(loaded, std::move(b),
                                   [i, j](const Vector3d& x) { return Vector3d(x[j] * Vector3d::Unit(i)); }));
    }
  return loads;
}

GeometricStiffening<2> geometric_stiffening(const StaticStress& stress, bool has_mean_axes) {
  std::array<FixedMatrix, n_planar_loads> all;
  for (int k = 0; k < n_planar_loads; ++k) all[k] = stress.stiffness(k);
  // Loads 0 and 1 share a unit, and so do 2 and 3: a load that is rounding relative to the other is
  // zero. In mean axes the first three are rigid accelerations, which cause no stress.
  GeometricStiffening<2> result;
  for (int k = 0; k < n_planar_loads; ++k)
    if ((!has_mean_axes || k == 3) && largest(all[k]) > zero_beside * largest(all[k ^ 1]))
      result.K[k] = all[k];
  return result;
}

GeometricStiffening<3> spatial_geometric_stiffening(const StaticStress& stress) {
  GeometricStiffening<3> result;
  for (int l = 0; l < GeometricStiffening<3>::n_loads; ++l)
    result.set(l, GeometricStiffening<3>::n_loads, stress.stiffness(l));
  return result;
}

GeometricStiffening<2> geometric_stiffening(const ElasticBody& body, const DofSelection& frame,
                                            const MeanAxes* mean) {
  StaticStress stress(body, frame, mean);
  stress.respond(planar_inertia_loads(stress.loaded()));
  return geometric_stiffening(stress, mean != nullptr);
}

GeometricStiffening<3> spatial_geometric_stiffening(const ElasticBody& body, const DofSelection& frame,
                                                    const MeanAxes* mean) {
  require_axial_part(body);
  StaticStress stress(body, frame, mean);
  stress.respond(spatial_inertia_loads(stress.loaded()));
  return spatial_geometric_stiffening(stress);
}

void require_axial_part(const ElasticBody& body) {
  if (body.is_spatial_beam() && body.spatial_beam_section().axial == AxialPart::neglected)
    throw InvalidInput(
        "geometric stiffening of beams in space comes from their axial force, but \"axial\" is false; make "
        "it true, or take \"elasticity\": \"linear\"");
}

}  // namespace pleuel::fem
