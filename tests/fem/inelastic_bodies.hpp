// Small bodies of every kind with inelastic strains, and states of their points.
#pragma once

#include <random>

#include "fem/bodies.hpp"
#include "material/samples.hpp"
#include "pleuel/fem/inelastic_points.hpp"
#include "pleuel/model/material_set.hpp"

namespace pleuel::fem {

enum class BodyKind {
  plane_stress,
  plane_strain,
  tet4,
  tet10,
  curved_tet10,
  beam,
  thick_beam,  ///< with shear
  stiff_beam,  ///< without axial part
  spatial_beam,
  spatial_tube
};
inline constexpr BodyKind body_kinds[] = {
    BodyKind::plane_stress, BodyKind::plane_strain, BodyKind::tet4,       BodyKind::tet10,
    BodyKind::curved_tet10, BodyKind::beam,         BodyKind::thick_beam, BodyKind::stiff_beam,
    BodyKind::spatial_beam, BodyKind::spatial_tube};

inline std::string name_of(BodyKind kind) {
  static constexpr const char* names[] = {"PlaneStress", "PlaneStrain", "Tet4",      "Tet10",
                                          "CurvedTet10", "Beam",        "ThickBeam", "StiffBeam",
                                          "SpatialBeam", "SpatialTube"};
  return names[static_cast<int>(kind)];
}

/// Bodies of two cells of 10 mm along x, held at their left ends.
inline ElasticBody body_of(BodyKind kind, const ElasticMaterial& material) {
  const double h = 0.004, b = 0.003;
  const Mesh line = beam_mesh({.length = 0.02, .elements = 2});
  const auto box = [&](CellType type) {
    return solid_box_mesh({.length = 0.02, .height = h, .width = b, .nx = 2, .ny = 1, .nz = 1, .type = type});
  };
  const auto sheet = [&](PlaneState state) {
    return ElasticBody(box_mesh({.length = 0.02, .height = 0.01, .nx = 2, .ny = 1}),
                       PlaneSection{material, 1e-3, state});
  };
  BeamSection beam{.material = material,
                   .area = b * h,
                   .inertia = b * h * h * h / 12,
                   .fibres = rectangle_fibres(h, b, 4, 1)};
  SpatialBeamSection bar{.material = material,
                         .area = b * h,
                         .inertia_y = h * b * b * b / 12,
                         .inertia_z = b * h * h * h / 12,
                         .torsion = 1e-22,  // no weight beside bending
                         .y = Eigen::Vector3d(0, 1, 1),
                         .fibres = rectangle_fibres(h, b, 3, 2)};
  switch (kind) {
    case BodyKind::plane_stress:
      return sheet(PlaneState::stress);
    case BodyKind::plane_strain:
      return sheet(PlaneState::strain);
    case BodyKind::tet4:
      return {box(CellType::tet4), SolidSection{material}};
    case BodyKind::tet10:
      return {box(CellType::tet10), SolidSection{material}};
    case BodyKind::curved_tet10: {
      Mesh mesh = box(CellType::tet10);
      const int n_corners = box(CellType::tet4).n_nodes();
      for (int i = n_corners; i < mesh.n_nodes(); ++i)
        mesh.nodes[i] += 2e-4 * Eigen::Vector3d(std::sin(3 * i), std::cos(5 * i), std::sin(7 * i));
      return {std::move(mesh), SolidSection{material}};
    }
    case BodyKind::beam:
      return {line, beam};
    case BodyKind::thick_beam:
      beam.shear = 0.32 * material.modulus * beam.area;
      return {line, beam};
    case BodyKind::stiff_beam:
      beam.axial = AxialPart::neglected;
      return {line, beam};
    case BodyKind::spatial_beam:
      bar.shear_y = bar.shear_z = 0.3 * material.modulus * bar.area;
      return {line, bar};
    case BodyKind::spatial_tube: {
      const double R = 0.003, r = 0.0025, area = std::numbers::pi * (R * R - r * r);
      bar.area = area;
      bar.inertia_y = bar.inertia_z = 0.25 * area * (R * R + r * r);
      bar.fibres = ring_fibres(R, r, 1, 5);
      bar.y = std::nullopt;
      return {beam_frame_mesh({.points = {{0, 0, 0}, {0.006, 0.008, 0}, {0.006, 0.008, 0.01}}}), bar};
    }
  }
  throw std::logic_error("body_of: unknown kind");
}

inline material::StressState state_of(const ElasticBody& body) {
  using material::StressState;
  if (body.is_beam()) return StressState::uniaxial;
  if (body.is_solid()) return StressState::solid;
  return body.plane_section().state == PlaneState::stress ? StressState::plane_stress
                                                          : StressState::plane_strain;
}

/// A body with its material, by default SS316-S-600C.
struct InelasticBody {
  testing::MaterialSample sample;
  ElasticBody body;
  DofSelection frame;
  std::shared_ptr<const InelasticPoints> points;

  InelasticBody(BodyKind kind, const testing::Recipe& recipe)
      : InelasticBody(body_of(kind, {recipe.parameters.at("E"), recipe.parameters.at("nu"), 7900}), recipe) {}
  explicit InelasticBody(BodyKind kind) : InelasticBody(kind, testing::recipes().front()) {}
  InelasticBody(ElasticBody of, const testing::Recipe& recipe)
      : sample(testing::sample(recipe, state_of(of))),
        body(std::move(of)),
        frame(tangent_frame(body, body.is_beam() ? "start" : "left")),
        points(std::make_shared<InelasticPoints>(body, frame, sample.material)) {}

  int n() const { return frame.n_kept(); }
  /// K of the unknowns that the frame keeps.
  FixedMatrix stiffness() const { return frame.restrict(body.stiffness()); }
};

/// ε at the points, one column each.
inline Matrix strain_of(const InelasticBody& bar, const Vector& q) {
  const Vector none = Vector::Zero(bar.points->n_states());
  return solved_symmetric(bar.points->material().moduli(), bar.points->stress(q, none));
}

/// The largest strain of a unit of an unknown; 1 where there is none, as for the twist of beams.
inline double largest_strain_of(const InelasticBody& bar, int k) {
  const double largest = strain_of(bar, Vector::Unit(bar.n(), k)).cwiseAbs().maxCoeff();
  return largest > 0 ? largest : 1;
}

/// Random displacements with strains of about 0.1 %, and variables x of the points under the stress
/// at which the material flows.
struct InelasticState {
  Vector q, x;

  explicit InelasticState(const InelasticBody& bar, unsigned seed = 1) : q(bar.n()), x(bar.points->start()) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> one(-1, 1);
    const auto dofs = bar.body.nodal_dofs();
    for (int k = 0; k < bar.n(); ++k) {
      const NodalDof dof = dofs[bar.frame.kept()[k] % static_cast<int>(dofs.size())];
      q[k] = (dof >= NodalDof::rotation_x ? 3e-3 : 5e-6) * one(random);
    }
    const material::Material& law = bar.points->material();
    const int n_stress = law.n_stress();
    const Matrix strain = strain_of(bar, q);
    for (int p = 0; p < bar.points->n_points(); ++p) {
      const testing::PointState at = testing::random_point(bar.sample, random);
      x.segment(p * law.n_states(), law.n_states()) = at.x;
      x.segment(p * law.n_states(), n_stress) = strain.col(p) - (at.strain - at.x.head(n_stress));
    }
  }
};

}  // namespace pleuel::fem
