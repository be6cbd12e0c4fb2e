// Elastic bodies built from data: markers, modes, meshes from files.
#include "pleuel/model/flexible/elastic_builder.hpp"

#include <gtest/gtest.h>

#include "model/small_catalogue.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/file/model_reader.hpp"

namespace pleuel {
namespace elastic_builder_test {

const fem::ElasticMaterial steel{.modulus = 2e11, .poisson = 0.3, .density = 7800};

/// (P q, Θ · q).
Eigen::Vector3d motion_of(const FlexibleMarker& marker, const Vector& q) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const auto& e : marker.entries)
    sum[e.component == FlexibleMarker::rotation_z ? 2 : e.component] += e.weight * q[e.dof];
  return sum;
}

/// Rigid motions are in q where nothing is fixed: a marker must move with them.
void expect_rigid_motion(const fem::ElasticBody& body, const NodeChoice& nodes, double turn) {
  const fem::DofSelection all(body.n_dofs(), {});
  const auto marker = make_marker(body, all, nodes);
  const auto moved = [&](const Vector& q) { return motion_of(marker, q); };
  const double size = 1, rounding = 1e-14 * size;
  EXPECT_NEAR((moved(body.translation(0)) - Eigen::Vector3d(1, 0, 0)).norm(), 0, rounding);
  EXPECT_NEAR((moved(body.translation(1)) - Eigen::Vector3d(0, 1, 0)).norm(), 0, rounding);
  const Eigen::Vector3d rotated(-marker.X[1], marker.X[0], turn);
  EXPECT_NEAR((moved(body.rotation()) - rotated).norm(), 0, rounding);
}

TEST(ElasticMarker, FollowsRigidMotions) {
  const fem::ElasticBody sheet(fem::box_mesh({.length = 1, .height = 0.4, .nx = 3, .ny = 2}),
                               fem::PlaneSection{steel, 0.1});
  expect_rigid_motion(sheet, "right", 1);
  expect_rigid_motion(sheet, "boundary", 1);
  expect_rigid_motion(sheet, Eigen::Vector3d(0.5, 0.2, 0), 0);  // one node of triangles cannot turn
  const fem::ElasticBody beam(fem::beam_mesh({.length = 1, .elements = 4, .angle = 0.3}),
                              fem::BeamSection{steel, 0.1, 0.01});
  expect_rigid_motion(beam, "end", 1);
  expect_rigid_motion(beam, "middle", 1);
}

ElasticBuild cantilever(int modes, const std::vector<NodeChoice>& markers) {
  const auto mesh = fem::box_mesh({.length = 1, .height = 0.1, .nx = 6, .ny = 1});
  const auto body = make_elastic_body(mesh, fem::PlaneSection{steel, 0.1});
  const auto frame = make_frame(body, TangentFrame{"left"});
  BodyMarkers places;
  for (const auto& nodes : markers) {
    places.names.push_back("m" + std::to_string(places.names.size()));
    places.markers.push_back(make_marker(body, frame, nodes));
  }
  ElasticDynamics dynamics{.damping = {.alpha = 2, .beta = 1e-5}};
  if (modes > 0) dynamics.reduction = ReductionChoice{.modes = modes};
  return build_elastic({body, frame}, places, dynamics);
}

TEST(ElasticModes, MoveMarkersAsTheNodesTheyStandFor) {
  const std::vector<NodeChoice> markers = {"right", Eigen::Vector3d(0.5, 0.05, 0)};
  const auto full = cantilever(0, markers), few = cantilever(4, markers);
  const ElasticShape& shape = *few.body->shape;
  const Vector p = Vector::LinSpaced(4, -1, 2);
  const Vector q = shape.frame.restrict(shape.unknowns(p));
  for (std::size_t k = 0; k < markers.size(); ++k)
    EXPECT_NEAR((motion_of(few.markers[k], p) - motion_of(full.markers[k], q)).norm(), 0, 1e-13 * q.norm());
}

TEST(ElasticModes, MissLessTheMoreThereAre) {
  double inertia = 1, tip = 1;
  for (const int n : {1, 3, 6, 12}) {
    const auto few = cantilever(n, {"right"});
    ASSERT_TRUE(few.body->reduction);
    const ReductionReport& report = *few.body->reduction;
    EXPECT_EQ(few.body->equations->n_deformation(), n);
    EXPECT_LE(report.inertia, inertia);
    EXPECT_LE(report.markers[0].error, tip);
    inertia = report.inertia;
    tip = report.markers[0].error;
  }
  EXPECT_GT(tip, 0);
}

TEST(ElasticModel, IsReadFromAMeshFileBesideIt) {
  const std::string text = R"({"pleuel": 1, "name": "plate", "dimension": 2, "gravity": [0, -9.81],
      "bodies": [{"name": "plate", "type": "flexible", "mesh": {"file": "plate.msh"}, "modes": 3,
        "material": {"young": "70 GPa", "poisson": 0.3, "density": 2700}, "thickness": "10 mm", "state": "plane-strain",
        "frame": {"type": "tangent", "set": "wall"}, "markers": {"tip": {"set": "free", "angle": "90 deg"}, "foot": {"set": "wall"}}}]})";
  const std::string file = std::string(PLEUEL_SOURCE_DIR) + "/tests/model/meshes/model.json";
  const auto model = build_bodies(read_model(file, text, small_catalogue()));
  const BuiltBody* const body = model.flexible_body(0);
  ASSERT_NE(body, nullptr);
  EXPECT_NEAR(body->equations->data().integrals.m, 2 * 0.01 * 2700, 1e-12);
  EXPECT_EQ(body->equations->data().gravity[1], -9.81);
  ASSERT_EQ(model.remarks.size(), 1u);
  EXPECT_NE(model.remarks[0].find("3 normal modes of 8"), std::string::npos) << model.remarks[0];
  std::map<std::string, int> markers;
  for (const auto& m : model.markers) markers.emplace(m.name, static_cast<int>(markers.size()));
  EXPECT_FALSE(markers.contains("plate.com"));
  ASSERT_TRUE(markers.contains("plate.origin"));
  EXPECT_TRUE(model.flexible_markers.contains(markers.at("plate.tip")));
  EXPECT_NEAR(model.markers[markers.at("plate.tip")].axes(1, 0), 1, 1e-15);
  // All nodes of the wall are fixed in the frame.
  EXPECT_FALSE(model.flexible_markers.contains(markers.at("plate.foot")));
  EXPECT_EQ(model.markers[markers.at("plate.foot")].position, Eigen::Vector3d(0, 0.5, 0));
}

}  // namespace elastic_builder_test
}  // namespace pleuel
