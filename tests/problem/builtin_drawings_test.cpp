// Drawings of problems agree with their equations: what the constraints hold together is drawn
// together.
#include "pleuel/problem/builtin_drawings.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/problem/andrews_equations.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/problem/problem_catalogue.hpp"

namespace pleuel {
namespace builtin_drawings_test {

Case case_of(const std::string& name) {
  for (const Problem& problem : problem_catalogue())
    if (problem.name == name) return problem.build(OptionValues(problem.options, {}));
  throw std::logic_error(name);
}

std::vector<FramePlace> places(const Case& c) {
  std::vector<FramePlace> list(c.drawing->n_frames);
  c.drawing->place({.q = view(c.q0)}, list);
  return list;
}

TEST(Sketches, TheElasticRodEndsInTheBlock) {
  const Case c = case_of("slider-crank");
  const auto at = places(c);
  const DrawnMesh& rod = c.drawing->meshes.at(0);
  NodeValues values;
  rod.values({.q = view(c.q0)}, values);
  const Eigen::Vector3d end = rod.nodes.back() + values.displacement.rightCols<1>();
  const FramePlace& frame = at[rod.frame];
  EXPECT_LT((frame.position + frame.rotation * end - at[2].position).norm(), 1e-15);
}

TEST(Sketches, TheBarsOfAndrewsMechanismHaveTheirLengths) {
  const Case c = case_of("andrews");
  const auto at = places(c);
  const AndrewsParameters p;
  const double lengths[] = {p.rr, p.d, p.ss, p.e, p.zt, p.zf, p.u};  // of K1 … K7
  for (int k = 0; k < 7; ++k) {
    const DrawnLine& bar = c.drawing->lines[k];
    const double length = (at[bar.points[1].frame].position - at[bar.points[0].frame].position).norm();
    EXPECT_NEAR(length, lengths[k], 1e-15) << bar.name;  // q0 has 16 digits
  }
}

TEST(Sketches, LinksOfAChainTouch) {
  const Case c = case_of("chain");
  const auto at = places(c);
  for (std::size_t k = 1; k < at.size(); ++k) {
    const auto& above = c.drawing->bodies[k - 1].solids[0].points[1];
    const auto& below = c.drawing->bodies[k].solids[0].points[0];
    EXPECT_LT(
        (at[k - 1].position + at[k - 1].rotation * above - at[k].position - at[k].rotation * below).norm(),
        1e-14);
  }
}

class ModelDrawings : public ::testing::TestWithParam<const char*> {};

TEST_P(ModelDrawings, HaveAPlaceForEachFrameAndFinitePoints) {
  const Problem problem = model_problem(PLEUEL_SOURCE_DIR "/models/" + std::string(GetParam()) + ".json");
  const Case c = problem.build(OptionValues(problem.options, {}));
  ASSERT_NE(c.drawing, nullptr);
  for (const FramePlace& place : places(c)) {
    EXPECT_TRUE(place.position.allFinite());
    EXPECT_NEAR(place.rotation.norm(), 1, 1e-12);
  }
  EXPECT_FALSE(c.drawing->joints.empty());
  for (const DrawnJoint& joint : c.drawing->joints) {
    EXPECT_LT(joint.point.frame, c.drawing->n_frames);
    EXPECT_NEAR(joint.axis.norm(), 1, 1e-12);
  }
  for (const DrawnBody& body : c.drawing->bodies) EXPECT_FALSE(body.solids.empty()) << body.name;
  for (const DrawnMesh& mesh : c.drawing->meshes) {
    NodeValues values;
    mesh.values({.q = view(c.q0), .s = view(c.s0)}, values);
    EXPECT_EQ(values.displacement.cols(), static_cast<Eigen::Index>(mesh.nodes.size()));
    EXPECT_EQ(values.fields.size(), mesh.fields.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Files, ModelDrawings,
                         ::testing::Values("pendulum", "four-bar", "suspension", "fe-slider-crank",
                                           "truck-flexible", "bolt"));

}  // namespace builtin_drawings_test
}  // namespace pleuel
