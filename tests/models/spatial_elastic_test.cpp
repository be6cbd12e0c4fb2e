// Models with elastic bodies in space.
#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"

namespace pleuel::testing {
namespace spatial_elastic_test {

/// A soft box that flies freely with angular velocity ω; its frame's origin is at the middle of its
/// left end and at rest at the start.
std::string rotor(const std::string& modes, double until) {
  return R"({"pleuel": 2, "name": "rotor", "dimension": 3,
  "bodies": [{"name": "box", "type": "flexible",
    "mesh": {"type": "box", "length": 0.3, "height": 0.03, "width": 0.02, "cells": [4, 1, 1]},
    "material": {"young": 1e7, "poisson": 0.3, "density": 1000},
    "frame": {"type": "tangent", "set": "left"}, )" +
         modes + R"( "angular_velocity": [0.3, 5, 0.4], "markers": {"tip": {"set": "right"}}}],
  "outputs": ["box.tip.x", {"marker": "box.tip", "parts": ["ux"]}, {"energy": "total"}],
  "simulation": {"until": )" +
         std::to_string(until) + R"(, "rtol": 1e-8, "atol": 1e-8}})";
}

TEST(SpatialElasticModels, OfAFreeRotorKeepTheirEnergy) {
  const double m = 1000 * 0.3 * 0.03 * 0.02, L2 = 0.09 / 3, h2 = 0.0009 / 12, w2 = 0.0004 / 12;
  const double energy = 0.5 * m * (0.09 * (h2 + w2) + 25 * (L2 + w2) + 0.16 * (L2 + h2));
  const RunResult start = run_file(file_of(rotor("\"modes\": 4,", 1e-6), "-start"), "rcd1", "radau5");
  EXPECT_NEAR(output(start, "energy.total"), energy, 1e-9 * energy);
  const RunResult turned = run_file(file_of(rotor("\"modes\": 4,", 4)), "rcd1", "radau5");
  ASSERT_EQ(turned.status, RunStatus::ok) << turned.message;
  EXPECT_NEAR(output(turned, "energy.total"), energy, 100 * 1e-8 * energy);
}

TEST(SpatialElasticModels, OfAllUnknownsMoveLikeThoseOfManyModes) {
  const RunResult all_unknowns = run_file(file_of(rotor("", 0.1), "-all"), "ggl1", "radau5", 1e-6);
  const RunResult modes = run_file(file_of(rotor("\"modes\": 60,", 0.1), "-modes"), "ggl1", "radau5", 1e-6);
  ASSERT_EQ(all_unknowns.status, RunStatus::ok) << all_unknowns.message;
  ASSERT_EQ(modes.status, RunStatus::ok) << modes.message;
  EXPECT_NEAR(output(all_unknowns, "box.tip.x"), output(modes, "box.tip.x"), 1e-5);
  // Rotation stretches it: by ρω²L³/(12 E) between ends that move freely, and it oscillates about
  // that.
  const double stretch = 1000 * 25 * 0.027 / (12 * 1e7);
  EXPECT_GT(output(modes, "box.tip.ux"), 0);
  EXPECT_LT(output(modes, "box.tip.ux"), 3 * stretch);
}

TEST(SpatialElasticModels, OfASliderCrankAgreeUnderAllFormulations) {
  const auto crank = [](const std::string& formulation, double tolerance) {
    return run_model({.name = "spatial-slider-crank",
                      .tolerance = tolerance,
                      .until = 0.01,
                      .formulation = formulation,
                      .method = "radau5"});
  };
  const RunResult reference = crank("ggl1", 1e-9);
  const double x = unknown(reference, "slider.x"), uy = output(reference, "rod.wrist.uy");
  EXPECT_GT(std::abs(uy), 1e-7);
  for (const char* formulation : {"rcd1", "ggl1", "psi1", "ovd1"}) {
    const RunResult found = crank(formulation, 1e-7);
    EXPECT_NEAR(unknown(found, "slider.x"), x, 100 * 1e-7) << formulation;
    EXPECT_NEAR(output(found, "rod.wrist.uy"), uy, 100 * 1e-7) << formulation;
  }
}

std::string refusal(const std::string& text, const std::string& suffix) {
  try {
    (void)run_file(file_of(text, suffix), "ggl1", "radau5");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

TEST(SpatialElasticModels, RefuseFaultsWithPlaceValueAndRemedy) {
  const std::string good = rotor("", 0.1);
  const std::pair<std::pair<std::string, std::string>, std::string> cases[] = {
      {{"[4, 1, 1]", "[4, 1]"}, "must be three whole numbers, [nx, ny, nz]"},
      {{"\"width\": 0.02", "\"width\": -1"}, "width"},
      {{"\"set\": \"left\"", "\"set\": \"middle\""}, "node set 'middle'"},
      {{"{\"set\": \"right\"}", "{\"set\": \"nowhere\"}"}, "node set 'nowhere'"},
      {{"{\"type\": \"tangent\", \"set\": \"left\"}", "{\"type\": \"supports\", \"fix\": {\"left\": \"x\"}}"},
       "leave a "},
      {{"{\"type\": \"tangent\", \"set\": \"left\"}",
        "{\"type\": \"chord\", \"a\": [0, 0, 0], \"b\": [0.3, 0, 0]}"},
       "'c'"},
      {{"\"poisson\": 0.3", "\"poisson\": 0.5"}, "Poisson's ratio is 0.5"},
      {{"\"frame\":", "\"thickness\": 0.1, \"frame\":"}, "belongs to planar bodies"},
      {{"\"type\": \"box\", \"length\"", "\"type\": \"beam\", \"length\""}, "unknown key 'height'"},
      {{"\"frame\":", "\"elasticity\": \"green\", \"frame\":"}, "linear"},
      {{"\"dimension\": 3", "\"dimension\": 2"}, "width"},
  };
  int number = 0;
  for (const auto& [change, expected] : cases) {
    const std::string message =
        refusal(replaced(good, change.first, change.second), std::to_string(number++));
    EXPECT_NE(message.find(expected), std::string::npos) << change.second << "\n" << message;
  }
}

}  // namespace spatial_elastic_test
}  // namespace pleuel::testing
