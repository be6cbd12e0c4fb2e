#include "pleuel/fem/inelastic_section_forces.hpp"

#include <array>

namespace pleuel::fem {
namespace {

/// Of E w over the fibres of a section.
struct SectionParts {
  double force = 0, about_y = 0, about_z = 0;
};

SectionParts parts_of(const InelasticPoints& points, int section, const Vector& x) {
  const FibreStrains& fibres = *points.fibres();
  const double modulus = points.material().moduli()(0, 0);
  SectionParts parts;
  for (int k = 0; k < fibres.n_fibres(); ++k) {
    const int p = section * fibres.n_fibres() + k;
    const Fibre& f = fibres.fibre(p);
    const double part = f.area * modulus * x[p * points.material().n_states()];
    parts.force += part;
    parts.about_y += f.z * part;
    parts.about_z -= f.y * part;
  }
  return parts;
}

}  // namespace

Matrix inelastic_section_forces(const ElasticBody& body, const InelasticPoints& points, const Vector& q,
                                const Vector& x) {
  Matrix forces = SectionForces::at_points(body, q);
  const auto places = SectionForces::places();
  const bool is_spatial = body.is_spatial_beam();
  const Eigen::Index n_rows = forces.rows(), last = n_rows - 1;
  const bool has_force = n_rows == (is_spatial ? 6 : 3);
  for (int e = 0; e < body.mesh().n_elements(); ++e) {
    const auto& node = body.mesh().elements[e].node;
    const double length = (body.mesh().nodes[node[1]] - body.mesh().nodes[node[0]]).norm();
    const std::array parts = {parts_of(points, 2 * e, x), parts_of(points, 2 * e + 1, x)};
    const double distance = places[2] - places[1];
    const double slope_y = (parts[1].about_y - parts[0].about_y) / distance,
                 slope_z = (parts[1].about_z - parts[0].about_z) / distance;
    for (int p = 0; p < SectionForces::n_points; ++p) {
      auto column = forces.col(SectionForces::n_points * e + p);
      const double along = places[p] - places[1];
      if (has_force) column[0] -= 0.5 * (parts[0].force + parts[1].force);
      column[last] -= parts[0].about_z + along * slope_z;
      column[is_spatial ? n_rows - 5 : last - 1] += slope_z / length;  // V_y = −M_z'
      if (!is_spatial) continue;
      column[last - 1] -= parts[0].about_y + along * slope_y;
      column[n_rows - 4] -= slope_y / length;  // V_z = M_y'
    }
  }
  return forces;
}

}  // namespace pleuel::fem
