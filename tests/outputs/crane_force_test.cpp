// The force of the cylinder of models/crane.json is what moments about the pin of the boom demand.
#include <cmath>

#include "outputs/sampled_outputs.hpp"

namespace pleuel::testing {
namespace crane_force_test {

constexpr double g = 9.81, boom_mass = 320, boom_com = 0.45 * 5, boom_inertia = 680, load = 800;

/// Arm of the cylinder about the pin (0, 2 m): from (0.4, 0.9) to the eye, 1.5 m along the boom.
double arm(double angle) {
  const double x = 1.5 * std::cos(angle), y = 1.5 * std::sin(angle);  // of the eye from the pin
  const double dx = x - 0.4, dy = y + 1.1;
  return (x * dy - y * dx) / std::hypot(dx, dy);
}

/// The angle at which the cylinder has this length, by bisection.
double angle_of(double length) {
  double low = 0, high = 1.4;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    const double size = std::hypot(1.5 * std::cos(middle) - 0.4, 1.5 * std::sin(middle) + 1.1);
    (size < length ? low : high) = middle;
  }
  return low;
}

std::string crane_with(const std::string& outputs, const std::string& angle) {
  std::ifstream file(model_path("crane"));
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto first = text.find("\"outputs\""), last = text.find("\"simulation\"");
  text.replace(first, last - first, "\"outputs\": [" + outputs + "],\n  ");
  if (!angle.empty())
    for (auto at = text.find("10 deg"); at != std::string::npos; at = text.find("10 deg", at + 1))
      text.replace(at, 6, angle);
  return file_of(text);
}

/// The boom and the load hang at rest before the stroke begins.
TEST(Crane, CylinderForceAtRestIsThatOfStatics) {
  const double angle = angle_of(1.75);
  const std::string path = crane_with("\"cylinder.force\", \"pin.angle\"", std::to_string(angle) + " rad");
  const SampledOutputs outputs = sampled(path, 1e-10, 0.1, 0.5);
  const double weights = g * std::cos(angle) * (boom_mass * boom_com + load * 5);
  EXPECT_NEAR(outputs["pin.angle"].front(), angle, 1e-10);
  // std::to_string rounds the angle of the load's hook to 1e-6 m: it swings by about 1e-6 rad.
  EXPECT_NEAR(outputs["cylinder.force"].front(), weights / arm(angle), 1e-6 * weights);
}

/// J φ̈ = F arm − m g c cos φ + tip × (force of the load), which is −load (a − g).
TEST(Crane, CylinderForceInMotionIsThatOfTheMomentsAboutThePin) {
  const std::string path = crane_with(
      R"("cylinder.force", "pin.angle",
         {"name": "acceleration", "formula": "boom.aphi"}, {"name": "load_x", "formula": "weight.ax"},
         {"name": "load_y", "formula": "weight.ay + 9.81 m/s^2"})",
      "");
  const SampledOutputs outputs = sampled(path, 1e-9, 0.2, 7);
  for (std::size_t i = 0; i < outputs.t.size(); ++i) {
    const double angle = outputs["pin.angle"][i];
    const double inertia = boom_inertia + boom_mass * boom_com * boom_com;
    const double tip_moment =
        5 * load * (std::sin(angle) * outputs["load_x"][i] - std::cos(angle) * outputs["load_y"][i]);
    const double demand =
        inertia * outputs["acceleration"][i] + boom_mass * g * boom_com * std::cos(angle) - tip_moment;
    EXPECT_NEAR(outputs["cylinder.force"][i], demand / arm(angle), 1e-7 * outputs.largest("cylinder.force"))
        << outputs.t[i];
  }
}

}  // namespace crane_force_test
}  // namespace pleuel::testing
