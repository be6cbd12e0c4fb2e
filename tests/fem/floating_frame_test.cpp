#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam_shapes.hpp"
#include "pleuel/fem/normal_modes.hpp"
#include "pleuel/fem/shape_integrals.hpp"

namespace pleuel::fem {
namespace floating_frame_test {

const double pi = std::numbers::pi;

void expect_identities(const ElasticBody& body) {
  const ShapeIntegrals<2> s = shape_integrals(body);
  const Vector t1 = body.translation(0), t2 = body.translation(1), rot = body.rotation(),
               dil = body.dilation();
  const double size = std::sqrt(s.J0 / s.m);  // a length that makes tolerances comparable
  EXPECT_NEAR(s.c1.dot(t1), s.m, 1e-13 * s.m);
  EXPECT_NEAR(s.c2.dot(t2), s.m, 1e-13 * s.m);
  EXPECT_NEAR(s.c1.dot(t2), 0, 1e-13 * s.m);
  EXPECT_NEAR(s.c21.dot(rot), s.J0, 1e-13 * s.J0);
  EXPECT_NEAR(s.c1.dot(rot), -s.S0[1], 1e-13 * s.m * size);
  EXPECT_NEAR(s.c2.dot(rot), s.S0[0], 1e-13 * s.m * size);
  EXPECT_NEAR(s.c12.dot(t1), s.S0[0], 1e-13 * s.m * size);
  EXPECT_NEAR(s.c21.dot(t2), s.S0[0], 1e-13 * s.m * size);
  EXPECT_NEAR(t1.dot(times(s.B, t2)), s.m, 1e-13 * s.m);
  const Matrix B = s.B.dense();
  EXPECT_LT((B + B.transpose()).norm(), 1e-15 * B.norm());
  EXPECT_LT(times(body.stiffness(), rot).norm(), 1e-14 * body.stiffness().dense().norm() * rot.norm());
  if (body.is_beam()) return;
  EXPECT_NEAR(s.c12.dot(dil), s.J0, 1e-13 * s.J0);
  EXPECT_NEAR(dil.dot(times(s.B, rot)), s.J0, 1e-13 * s.J0);
}

TEST(ShapeIntegralsOfBodies, SatisfyTheIdentitiesForEveryElement) {
  for (const auto state : {PlaneState::stress, PlaneState::strain}) {
    expect_identities({distorted_mesh(CellType::t3, Edges::straight), rod_section(state)});
    expect_identities({distorted_mesh(CellType::t6, Edges::straight), rod_section(state)});
    expect_identities({distorted_mesh(CellType::t6, Edges::curved), rod_section(state)});
  }
  for (const double angle : {0.0, 1.1})
    for (const auto rotary : {RotaryInertia::included, RotaryInertia::neglected})
      expect_identities(
          {beam_mesh({.length = 0.3, .elements = 5, .start = {0.1, 0.2}, .angle = angle}), rod_beam(rotary)});
}

TEST(ShapeIntegralsOfBodies, AreThoseOfTheSumOverPointsOfMass) {
  for (const auto type : {CellType::t3, CellType::t6}) {
    const ElasticBody body(distorted_mesh(type, Edges::curved), rod_section());
    const ShapeIntegrals<2> a = shape_integrals(body), b = summed_shape_integrals(body);
    EXPECT_NEAR(a.m, b.m, 1e-14 * b.m);
    EXPECT_NEAR(a.J0, b.J0, 1e-14 * b.J0);
    EXPECT_LT((a.S0 - b.S0).norm(), 1e-14 * b.S0.norm());
    EXPECT_LT((a.c1 - b.c1).norm() + (a.c2 - b.c2).norm(), 1e-14 * b.c1.norm());
    EXPECT_LT((a.c12 - b.c12).norm() + (a.c21 - b.c21).norm(), 1e-14 * b.c12.norm());
    EXPECT_LT((a.M.dense() - b.M.dense()).norm(), 1e-14 * b.M.dense().norm());
    EXPECT_LT((a.B.dense() - b.B.dense()).norm(), 1e-14 * b.B.dense().norm());
  }
}

TEST(ShapeIntegralsOfBodies, HaveMassAndInertiaOfTheRod) {
  for (const auto& body : {ElasticBody(rod_mesh(22, 1), rod_section()),
                           ElasticBody(beam_mesh({.length = 0.3, .elements = 4}), rod_beam())}) {
    const ShapeIntegrals<2> s = shape_integrals(body);
    EXPECT_NEAR(s.m, 0.151104, 1e-15);
    EXPECT_NEAR(s.S0[0], 0.151104 * 0.15, 1e-16);
    EXPECT_NEAR(s.J0, 0.151104 * (0.09 / 3 + 0.008 * 0.008 / 12), 1e-16);
    EXPECT_NEAR(s.J0, 0.0045339259, 1e-10);
  }
}

// The four shapes of the slider crank's rod [MM08, II.19]: two sines across, two parabolas along.
BeamShapesData published_rod(RotaryInertia rotary) {
  const double l = 0.3;
  const auto sine = [l](int n) {
    return [l, k = n * pi / l](double x) {
      return Curve{std::sin(k * x), k * std::cos(k * x), -k * k * std::sin(k * x)};
    };
  };
  BeamShapesData data{.length = l, .section = rod_beam(rotary), .shapes = {}};
  data.shapes = {{{}, sine(1)},
                 {{}, sine(2)},
                 {[l](double x) {
                    return Curve{4 * x / l * (1 - x / l), (4 - 8 * x / l) / l, -8 / (l * l)};
                  },
                  {}},
                 {[l](double x) {
                    return Curve{x / l * (2 * x / l - 1), (4 * x / l - 1) / l, 4 / (l * l)};
                  },
                  {}}};
  return data;
}

TEST(PublishedRod, GivesBackTheConstantsOfTheSliderCrank) {
  const BeamShapes rod(published_rod(RotaryInertia::neglected));
  const ShapeIntegrals<2>& s = rod.integrals();
  const double d = 0.008, h = 0.008, l = 0.3, rho = 7870, E = 2e11, pi3 = pi * pi * pi;
  const double area = rho * d * h * l;
  const auto near = [](const Vector& found, Vector expected) {
    EXPECT_LT((found - expected).norm(), 1e-14 * expected.norm()) << found.transpose();
  };
  near(s.c1, area * Eigen::Vector4d(0, 0, 2.0 / 3, 1.0 / 6));
  near(s.c2, area * Eigen::Vector4d(2 / pi, 0, 0, 0));
  near(s.c12, area * l * Eigen::Vector4d(0, 0, 1.0 / 3, 1.0 / 6));
  near(s.c21, area * l * Eigen::Vector4d(1 / pi, -1 / (2 * pi), 0, 0));
  Eigen::Matrix4d B, M, K;
  B << 0, 0, -16 / pi3, 8 / pi3 - 1 / pi,  //
      0, 0, 0, 1 / (2 * pi),               //
      16 / pi3, 0, 0, 0,                   //
      1 / pi - 8 / pi3, -1 / (2 * pi), 0, 0;
  // The printed longitudinal block (8 1; 1 2) lacks its factor 1/15.
  M << 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 8.0 / 15, 1.0 / 15, 0, 0, 1.0 / 15, 2.0 / 15;
  const double bend = pi * pi * pi * pi / 24 * (h / l) * (h / l);
  K << bend, 0, 0, 0, 0, 16 * bend, 0, 0, 0, 0, 16.0 / 3, -8.0 / 3, 0, 0, -8.0 / 3, 7.0 / 3;
  EXPECT_LT((s.B.dense() - area * B).norm(), 1e-14 * area);
  EXPECT_LT((s.M.dense() - area * M).norm(), 1e-14 * area);
  EXPECT_LT((rod.stiffness() - E * d * h / l * K).norm(), 1e-13 * E * d * h / l);
  EXPECT_NEAR(s.m, 0.151104, 1e-15);
}

TEST(PublishedRod, GivesBackItsNonlinearStiffness) {
  const BeamShapes rod(published_rod(RotaryInertia::neglected));
  const double k = 0.5 * pi * pi * 2e11 * 0.008 * 0.008 / 0.09, beta = 80 / (9 * pi * pi);
  const Eigen::Vector4d q(3e-4, -2e-4, 5e-5, 7e-5);
  const Eigen::Vector4d published(q[0] * q[3] - beta * q[1] * (2 * q[3] - 4 * q[2]),
                                  4 * q[1] * q[3] - beta * q[0] * (2 * q[3] - 4 * q[2]),
                                  4 * beta * q[0] * q[1],
                                  0.5 * q[0] * q[0] + 2 * q[1] * q[1] - 2 * beta * q[0] * q[1]);
  EXPECT_LT((rod.coupling_gradient(q) - k * published).norm(), 1e-12 * k * published.norm());
  // The energy is of third degree: qᵀ∇W = 3W; the gradient of second: the tangent times q is twice
  // it.
  EXPECT_NEAR(q.dot(rod.coupling_gradient(q)), 3 * rod.coupling_energy(q),
              1e-13 * k * q.norm() * published.norm());
  EXPECT_LT((rod.coupling_tangent(q) * q - 2 * rod.coupling_gradient(q)).norm(),
            1e-13 * k * published.norm());
  EXPECT_LT((rod.coupling_tangent(q) - rod.coupling_tangent(q).transpose()).norm(),
            1e-15 * rod.coupling_tangent(q).norm());
}

TEST(PublishedRod, HasTheIntegralsOfItsShapesOnAMeshOfT6) {
  const ElasticBody body(rod_mesh(22, 1), rod_section());
  const auto data = published_rod(RotaryInertia::included);
  Matrix V(body.n_dofs(), 4);
  for (int i = 0; i < body.mesh().n_nodes(); ++i) {
    const auto x = body.mesh().point(i);
    for (int k = 0; k < 4; ++k) {
      const Curve u = data.shapes[k].along ? data.shapes[k].along(x[0]) : Curve{};
      const Curve w = data.shapes[k].across ? data.shapes[k].across(x[0]) : Curve{};
      V.col(k).segment<2>(2 * i) << u.value - x[1] * w.first, w.value;
    }
  }
  const ShapeIntegrals<2> mesh = shape_integrals(body).reduced(V), exact = BeamShapes(data).integrals();
  // Quadratic interpolation of sines on 22 cells: (π/22)³/24 of the amplitude for the first, eight
  // times that for the second.
  EXPECT_LT((mesh.c2 - exact.c2).norm(), 1e-5 * exact.c2.norm());
  EXPECT_LT((mesh.B.dense() - exact.B.dense()).norm(), 1e-3 * exact.B.dense().norm());
  EXPECT_LT((mesh.M.dense() - exact.M.dense()).norm(), 1e-3 * exact.M.dense().norm());
  EXPECT_NEAR(mesh.c2[0] / mesh.m, 0.6366199, 1e-7);
  EXPECT_NEAR(mesh.B.dense()(0, 2) / mesh.m, -0.516024, 1e-6);
  EXPECT_NEAR(mesh.M.dense()(0, 0) / mesh.m, 0.500292, 1e-6);
}

TEST(BodyFrame, ChordAndTangentHoldAllRigidMotions) {
  const ElasticBody body(rod_mesh(14, 1), rod_section());
  const int a = body.mesh().only_node("left_middle"), b = body.mesh().only_node("right_middle");
  EXPECT_EQ(chord_frame(body, a, b).n_kept(), 171);
  EXPECT_EQ(tangent_frame(body, "left").n_kept(), 168);
  const ElasticBody beam(beam_mesh({.length = 0.3, .elements = 4}), rod_beam());
  EXPECT_EQ(tangent_frame(beam, "start").n_kept(), 12);
  EXPECT_EQ(chord_frame(beam, 0, 4).n_kept(), 12);
  const ElasticBody bending(beam_mesh({.length = 0.3, .elements = 4}),
                            rod_beam(RotaryInertia::included, AxialPart::neglected));
  EXPECT_EQ(chord_frame(bending, 0, 4).n_kept(), 8);
  const auto frame = chord_frame(body, a, b);
  const Vector x = Vector::LinSpaced(body.n_dofs(), 1, 2);
  EXPECT_EQ(frame.restrict(frame.extend(frame.restrict(x))), frame.restrict(x));
  EXPECT_EQ(frame.place(2 * a), -1);
}

TEST(BodyFrame, NamesTheMotionThatIsLeftFree) {
  const ElasticBody body(rod_mesh(4, 1), rod_section());
  const auto message = [&body](const std::vector<int>& dofs) -> std::string {
    try {
      (void)fixed_frame(body, dofs);
    } catch (const InvalidInput& e) {
      return e.what();
    }
    return "";
  };
  const int a = body.mesh().only_node("left_middle"), b = body.mesh().only_node("right_middle");
  EXPECT_NE(message({2 * b, 2 * b + 1}).find("leave a rotation about (0.3, "), std::string::npos)
      << message({2 * b, 2 * b + 1});
  EXPECT_NE(message({2 * a + 1, 2 * b + 1}).find("leave a translation along (1,"), std::string::npos)
      << message({2 * a + 1, 2 * b + 1});
  EXPECT_NE(message({}), "");
  EXPECT_NE(message({100000}).find("does not exist"), std::string::npos);
  EXPECT_EQ(message({2 * a, 2 * a + 1, 2 * b + 1}), "");
  EXPECT_THROW((void)chord_frame(body, a, a), InvalidInput);
  EXPECT_THROW((void)chord_frame(body, a, 12345), InvalidInput);
  EXPECT_THROW((void)chord_frame(body, body.mesh().node_set("left")[0], b), InvalidInput);
  EXPECT_THROW((void)tangent_frame(body, "left_middle"), InvalidInput);
  EXPECT_THROW((void)tangent_frame(body, "nowhere"), InvalidInput);
}

// ----- reduction

TEST(NormalModesOfBodies, AreThoseOfADenseMethod) {
  const ElasticBody body(rod_mesh(14, 1), rod_section());
  const auto frame =
      chord_frame(body, body.mesh().only_node("left_middle"), body.mesh().only_node("right_middle"));
  const FixedMatrix K = frame.restrict(body.stiffness()), M = frame.restrict(body.mass());
  const NormalModes modes = normal_modes(K, M, 12);
  const Vector dense = dense_frequencies(K, M);
  for (int k = 0; k < 12; ++k) EXPECT_NEAR(modes.omega[k], dense[k], 1e-8 * dense[k]) << k;
  EXPECT_LT((projected(M, modes.shapes) - Matrix::Identity(12, 12)).norm(), 1e-9);
  for (int k = 0; k < 12; ++k) {
    const Vector Kx = times(K, modes.shapes.col(k)), Mx = times(M, modes.shapes.col(k));
    EXPECT_LT((Kx - modes.omega[k] * modes.omega[k] * Mx).norm(),
              1e-6 * Mx.norm() * modes.omega[k] * modes.omega[k])
        << k;
  }
}

TEST(NormalModesOfBodies, FindTheFrequenciesOfTheFineRod) {
  const ElasticBody body(rod_mesh(40, 2), rod_section());
  const auto frame =
      chord_frame(body, body.mesh().only_node("left_middle"), body.mesh().only_node("right_middle"));
  const NormalModes modes = normal_modes(frame.restrict(body.stiffness()), frame.restrict(body.mass()), 4);
  const double expected[] = {1275.2642829753, 5084.1459347626, 11377.039062214, 20074.857328212};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(modes.omega[k], expected[k], 1e-7 * expected[k]) << k;
}

TEST(NormalModesOfBodies, OfAFreeBodyBeginWithThreeRigidMotions) {
  const ElasticBody body(rod_mesh(14, 1), rod_section());
  const NormalModes modes = normal_modes(body.stiffness(), body.mass(), 5);
  EXPECT_LT(modes.omega[2], 1e-3 * modes.omega[3]);
  // Free beam: k l = 4.73004.
  const double beam = 22.3733 * std::sqrt(2e11 * 0.008 * 0.008 / 12 / 7870) / 0.09;
  EXPECT_NEAR(modes.omega[3], beam, 0.01 * beam);
  EXPECT_THROW((void)normal_modes(body.stiffness(), body.mass(), 0), InvalidInput);
  EXPECT_THROW((void)normal_modes(body.stiffness(), body.mass(), body.n_dofs()), InvalidInput);
}

TEST(Reduction, ErrorFallsWithModesVanishesWithStaticShapesAndBoundsTheDisplacement) {
  const ElasticBody body(rod_mesh(14, 1), rod_section());
  const auto frame =
      chord_frame(body, body.mesh().only_node("left_middle"), body.mesh().only_node("right_middle"));
  const FixedMatrix K = frame.restrict(body.stiffness());
  const NormalModes modes = normal_modes(K, frame.restrict(body.mass()), 10);
  const ShapeIntegrals<2> s = shape_integrals(body).restricted(frame);
  Matrix loads(K.rows, 3);
  loads << s.c12, s.c21, s.c2;  // centrifugal, by angular acceleration, across
  double before = 1;
  for (const int n : {1, 3, 6, 10}) {
    const Vector error = truncation_error(K, StaticResponse(K), modes.shapes.leftCols(n), loads);
    EXPECT_LE(error[2], before * (1 + 1e-12));
    EXPECT_GE(error.minCoeff(), 0);
    EXPECT_LE(error.maxCoeff(), 1 + 1e-12);
    before = error[2];
  }
  EXPECT_LT(before, 0.02);
  // Beam theory for the first mode under an even load: W1/W = (8/π²)(90/π⁴)⁻¹… the share of n = 1
  // in Σ 1/n⁶, n odd, is 960/π⁶.
  EXPECT_NEAR(truncation_error(K, StaticResponse(K), modes.shapes.leftCols(1), loads)[2],
              std::sqrt(1 - 960 / std::pow(pi, 6)), 2e-3);

  Matrix V(K.rows, 4);
  V << modes.shapes.leftCols(2), static_shapes(K, loads.leftCols(2));
  const Vector error = truncation_error(K, StaticResponse(K), V, loads);
  EXPECT_LT(error.head<2>().maxCoeff(), 1e-6);
  const ReducedBody reduced(s, K, V);
  EXPECT_EQ(reduced.integrals.size(), 4);
  EXPECT_LT((reduced.stiffness - reduced.stiffness.transpose()).norm(), 1e-12 * reduced.stiffness.norm());
  Matrix dependent(K.rows, 3);
  dependent << modes.shapes.leftCols(2), modes.shapes.col(0) - 2 * modes.shapes.col(1);
  try {
    (void)ReducedBody(s, K, dependent);
    FAIL();
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find("shape 2 depends"), std::string::npos);
  }
}

TEST(Reduction, ByAllModesKeepsEveryIntegral) {
  const ElasticBody body(rod_mesh(2, 1), rod_section());
  const auto frame = tangent_frame(body, "left");
  const ShapeIntegrals<2> s = shape_integrals(body).restricted(frame);
  const Matrix V = Matrix::Random(s.size(), s.size());
  const ShapeIntegrals<2> r = s.reduced(V);
  const Vector p = Vector::Random(s.size()), w = Vector::Random(s.size());
  EXPECT_NEAR(p.dot(times(r.B, w)), (V * p).dot(times(s.B, V * w)), 1e-12 * s.m);
  EXPECT_NEAR(r.c21.dot(p), s.c21.dot(V * p), 1e-12 * s.m);
}

}  // namespace floating_frame_test
}  // namespace pleuel::fem
