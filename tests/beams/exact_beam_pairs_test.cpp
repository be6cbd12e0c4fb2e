// One beam under every formulation and every method.
#include "beams/beam_models.hpp"
#include "pleuel/base/error.hpp"

namespace pleuel::testing {
namespace exact_beam_pairs_test {

/// A soft beam that hangs on a hinge and falls from the horizontal.
std::string falling_beam(int dimension) {
  const bool is_planar = dimension == 2;
  return R"({"pleuel": 2, "name": "falling-beam", "dimension": )" + std::to_string(dimension) +
         R"(, "gravity": )" + (is_planar ? "[0, -9.81]" : "[0, -9.81, 1]") +
         R"(, "beams": [{"name": "beam", "from": )" + (is_planar ? "[0, 0]" : "[0, 0, 0]") + R"(, "to": )" +
         (is_planar ? "[1, 0]" : "[1, 0, 0]") +
         R"(, "elements": 3, "section": {"height": 0.1, "width": 0.1}, "damping": "2 ms",
  "material": {"young": 1e6, "poisson": 0.3, "density": 1000}}],
  "joints": [{"name": "hinge", "type": "revolute", "a": "ground.origin", "b": "beam.start"}],
  "simulation": {"until": "0.2 s"}})";
}

TEST(ExactBeamPairs, AgreeWithinHundredTolerancesOrAreRefusedWithAReason) {
  constexpr double tolerance = 1e-6;
  for (const int dimension : {2, 3}) {
    const std::string path = file_of(falling_beam(dimension), std::to_string(dimension));
    const RunResult reference = run_file(path, "ggl1", "radau", 1e-10);
    ASSERT_EQ(reference.status, RunStatus::ok) << reference.message;
    std::vector<std::string> formulations = {""};  // for methods with equations of their own
    for (const Formulation& f : all().formulations)
      if (f.has_motion()) formulations.push_back(f.name);
    int n_agreeing = 0;
    for (const std::string& f : formulations)
      for (const Method& m : all().methods) {
        try {
          const RunResult result = run_file(path, f, m.name, tolerance);
          ASSERT_EQ(result.status, RunStatus::ok) << f << " × " << m.name << ": " << result.message;
          for (const char* name : {"beam.node3.x", "beam.node3.y", "beam.node1.x", "beam.node1.y"})
            EXPECT_NEAR(unknown(result, name), unknown(reference, name), 100 * tolerance)
                << f << " × " << m.name << ", " << name;
          ++n_agreeing;
        } catch (const InvalidInput& refused) {
          // Without a formulation each method has equations that it takes.
          EXPECT_FALSE(f.empty()) << m.name << ": " << refused.what();
          EXPECT_NE(std::string(refused.what()), "");
        }
      }
    EXPECT_GT(n_agreeing, 80);
  }
}

}  // namespace exact_beam_pairs_test
}  // namespace pleuel::testing
