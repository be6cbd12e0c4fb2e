// Elastic bodies in mean axes, in the plane and in space.
#include <Eigen/Geometry>
#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/run/part_modes.hpp"

namespace pleuel::testing {
namespace mean_axes_test {

constexpr double tolerance = 1e-7, allowed = 100;  // times the tolerance

/// A soft box that flies freely: it stretches by some 1e-4 m and bends.
std::string flyer(int dimension, const std::string& frame, const std::string& more) {
  const std::string start = dimension == 2
                                ? R"("cells": [4, 1]}, "thickness": 0.02, "velocity": [0.1, 0.2],
    "angular_velocity": 5,)"
                                : R"("width": 0.02, "cells": [2, 1, 1]}, "velocity": [0.1, 0.2, -0.1],
    "angular_velocity": [0.3, 5, 0.4],)";
  return R"({"pleuel": 2, "name": "flyer", "dimension": )" + std::to_string(dimension) + R"(,
  "bodies": [{"name": "box", "type": "flexible",
    "mesh": {"type": "box", "length": 0.3, "height": 0.03, )" +
         start + R"(
    "material": {"young": 2e5, "poisson": 0.3, "density": 1000}, "frame": )" +
         frame + ", " + more + R"(
    "markers": {"tip": {"set": "right"}, "end": {"set": "left"}}}],
  "outputs": [{"marker": "box.tip"}, {"marker": "box.end"}, {"energy": "total"}],
  "simulation": {"until": 0.1, "rtol": 1e-7, "atol": 1e-7}})";
}
const std::string mean = R"({"type": "mean"})", tangent = R"({"type": "tangent", "set": "left"})",
                  green = R"("elasticity": "green",)";

/// Green's strain does not depend on the frame, so the frame is a choice of coordinates.
TEST(MeanAxes, AreAnotherChoiceOfCoordinatesForTheSameMotion) {
  for (const int dimension : {2, 3}) {
    const std::string letters = dimension == 2 ? "xy" : "xyz";
    const std::string suffix = std::to_string(dimension);
    const RunResult a =
        run_file(file_of(flyer(dimension, mean, green), "-mean" + suffix), "ggl1", "radau5", tolerance);
    const RunResult b =
        run_file(file_of(flyer(dimension, tangent, green), "-tangent" + suffix), "ggl1", "radau5", tolerance);
    ASSERT_EQ(a.status, RunStatus::ok) << a.message;
    ASSERT_EQ(b.status, RunStatus::ok) << b.message;
    double stretched = 0;
    for (const char letter : letters) {
      for (const char* marker : {"box.tip.", "box.end."})
        EXPECT_NEAR(output(a, std::string(marker) + letter), output(b, std::string(marker) + letter),
                    allowed * tolerance)
            << dimension << marker << letter;
      stretched += std::pow(
          output(a, std::string("box.tip.") + letter) - output(a, std::string("box.end.") + letter), 2);
    }
    // The motion depends on the deformation by more than the tolerance.
    EXPECT_GT(std::abs(std::sqrt(stretched) - 0.3), 10 * allowed * tolerance) << dimension;
  }
}

/// Of the body at the end of a run, about the origin of space.
struct Momentum {
  Eigen::Vector3d linear, angular, centre;

  Momentum(const RunResult& run, const std::string& file) {
    const BuiltDescription model = build_bodies(read_model_file(file, standard_model_catalogue()));
    const BuiltBody& built = *model.flexible_body(0);
    const fem::FlexibleBody<3>& body = built.equations_in<3>();
    const int n = body.n_deformation();
    Vector x(n + 7), v(n + 6);
    const char* const coordinates[] = {"x", "y", "z", "p0", "p1", "p2", "p3"};
    const char* const rates[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
    for (int k = 0; k < 7; ++k) x[k] = unknown(run, std::string("box.") + coordinates[k]);
    for (int k = 0; k < 6; ++k) v[k] = unknown(run, std::string("box.") + rates[k]);
    for (int k = 0; k < n; ++k) {
      x[7 + k] = unknown(run, "box." + built.deformations[k].name);
      v[6 + k] = unknown(run, "vbox." + built.deformations[k].name);
    }
    fem::FlexibleBody<3>::Workspace work(body);
    FixedMatrix M = body.pattern().with_zeros();
    body.mass(x, M, work);
    Vector p = Vector::Zero(n + 6);
    M.multiply_add(1, v.data(), p.data());
    const auto& s = body.data().integrals;
    const Eigen::Matrix3d A = Eigen::Quaterniond(x[3], x[4], x[5], x[6]).toRotationMatrix();
    const Eigen::Vector3d y = x.head<3>();
    linear = p.head<3>();
    angular = y.cross(linear) + A * p.segment<3>(3);
    centre = y + A * (s.S0 + s.C * x.tail(n)) / s.m;
  }
};

TEST(MeanAxes, KeepLinearAndAngularMomentumAndTheCentreOfMassInTheFrame) {
  for (const std::string& elasticity : {green, std::string(R"("elasticity": "geometric",)")}) {
    const std::string suffix = elasticity == green ? "-green" : "-geometric";
    std::string text = flyer(3, mean, elasticity);
    const RunResult end = run_file(file_of(text, suffix), "ggl1", "radau5", tolerance);
    ASSERT_EQ(end.status, RunStatus::ok) << end.message;
    text.replace(text.find("\"until\": 0.1"), 12, "\"until\": 1e-9");
    const RunResult start = run_file(file_of(text, suffix + "-start"), "ggl1", "radau5", tolerance);
    const Momentum a(start, file_of(text, suffix)), b(end, file_of(text, suffix));
    const double limit = allowed * tolerance;
    EXPECT_LT((b.linear - a.linear).norm(), limit * a.linear.norm());
    EXPECT_LT((b.angular - a.angular).norm(), limit * a.angular.norm());
    EXPECT_LT((b.centre - a.centre - 0.1 * a.linear / 0.18).norm(), limit);
  }
}

TEST(MeanAxes, GiveTheEquilibriumOfAnotherFrame) {
  // A chord of the same body, held by the same joint. The load is small, since linear elasticity in
  // two frames differs by terms of second order: 1e-3 of a deflection of 3e-4 m.
  const auto tip = [](const std::string& frame, const std::string& suffix) {
    const std::string path =
        file_of(R"({"pleuel": 2, "name": "bracket", "dimension": 3, "gravity": [0, 0, -0.0981],
  "bodies": [{"name": "box", "type": "flexible",
    "mesh": {"type": "box", "length": 0.3, "height": 0.03, "width": 0.02, "cells": [4, 1, 1]},
    "material": {"young": 1e7, "poisson": 0.3, "density": 1000}, "frame": )" +
                    frame + R"(,
    "markers": {"tip": {"set": "right"}, "end": {"set": "left"}}}],
  "ground": {"markers": {"base": [0, 0, 0]}},
  "joints": [{"name": "clamp", "type": "weld", "a": "ground.base", "b": "box.end"}],
  "outputs": ["box.tip.x", "box.tip.z"], "simulation": {"until": 1}})",
                suffix);
    const StaticsResult found = statics_of(all(), {.case_name = path});
    const SystemInfo& info = found.header.system->info();
    for (int k = 0; k < info.n_q(); ++k)
      if (info.q[k].name == "box.tip.point.z") return found.equilibrium.state.q[k];
    ADD_FAILURE() << "no marker";
    return 0.0;
  };
  const double of_mean = tip(mean, "-mean");
  const double of_chord =
      tip(R"({"type": "chord", "a": [0, 0, 0], "b": [0.3, 0, 0], "c": [0, 0.015, 0]})", "-chord");
  EXPECT_LT(of_mean, -2.5e-4);
  EXPECT_NEAR(of_mean, of_chord, 1e-3 * std::abs(of_chord));
}

/// A beam of 16 elements without rotary inertia and axial part.
std::string free_beam(const std::string& frame_and_more) {
  return R"({"pleuel": 2, "name": "beam", "dimension": 2,
  "bodies": [{"name": "box", "type": "flexible", "mesh": {"type": "beam", "length": 1, "elements": 16},
    "material": {"young": 1, "density": 1},
    "section": {"area": 1, "inertia": 1, "axial": false, "rotary": false},
    "angular_velocity": 0.1, "markers": {"tip": {"set": "end"}}, )" +
         frame_and_more + R"(}],
  "outputs": ["box.tip.y"], "simulation": {"until": 0.01}})";
}

TEST(MeanAxes, HaveTheModesOfAFreeBody) {
  // (4.73004)², (7.85320)², (10.9956)²; the elements err by 1e-5 for the third.
  const double expected[] = {22.37328, 61.67282, 120.9034};
  const PartModes whole = part_modes_of(
      all(), {.case_name = file_of(free_beam(R"("frame": {"type": "mean"})"), "-whole")}, "box");
  const PartModes modes = part_modes_of(
      all(), {.case_name = file_of(free_beam(R"("frame": {"type": "mean"}, "modes": 3)"), "-modes")}, "box");
  ASSERT_EQ(modes.omega.size(), 3);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(whole.omega[k], expected[k], 1e-4 * expected[k]);
    EXPECT_NEAR(modes.omega[k], whole.omega[k], 1e-8 * expected[k]);
  }
}

TEST(MeanAxes, OfManyModesMoveLikeAllUnknowns) {
  const RunResult whole = run_file(file_of(flyer(3, mean, ""), "-all"), "ggl1", "radau5", 1e-6);
  const RunResult modes =
      run_file(file_of(flyer(3, mean, "\"modes\": 60,"), "-modes"), "ggl1", "radau5", 1e-6);
  ASSERT_EQ(whole.status, RunStatus::ok) << whole.message;
  ASSERT_EQ(modes.status, RunStatus::ok) << modes.message;
  // The stretch is 2e-4 m; the 60 lowest of 129 modes have all but 2 % of it.
  for (const char* name : {"box.tip.x", "box.tip.y", "box.tip.z"})
    EXPECT_NEAR(output(whole, name), output(modes, name), 1e-5) << name;
  for (const Unknown& u : modes.header.unknowns) EXPECT_EQ(u.name.find("lambda_mean"), std::string::npos);
}

TEST(MeanAxes, RefuseKeysOfOtherFrames) {
  try {
    (void)run_file(file_of(flyer(3, R"({"type": "mean", "set": "left"})", "")), "ggl1", "radau5");
    ADD_FAILURE() << "not refused";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("/bodies/0/frame"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("set"), std::string::npos) << error.what();
  }
}

/// The constraint forces of mean axes are zero: the equations of the frame are sums of the others.
TEST(MeanAxes, NeedNoForces) {
  const RunResult run = run_file(file_of(flyer(3, mean, green)), "ggl1", "radau5", tolerance);
  ASSERT_EQ(run.status, RunStatus::ok) << run.message;
  int n = 0;
  double largest = 0;
  for (std::size_t i = 0; i < run.header.unknowns.size(); ++i)
    if (run.header.unknowns[i].name.find("lambda_mean") != std::string::npos) {
      ++n;
      largest = std::max(largest, std::abs(run.y[static_cast<Eigen::Index>(i)]));
    }
  EXPECT_EQ(n, 6);
  // Inertia forces are ρVω²L ~ 1 N.
  EXPECT_LT(largest, 1e-6);
}

}  // namespace mean_axes_test
}  // namespace pleuel::testing
