// Which formulations of the pendulum radau5 carries through 20 s, at eight tolerances [Ste15,
// scenario 1].
#include <cmath>

#include "literature/radau5_run.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace pendulum_tolerances_test {

TEST(PendulumTolerances, From1em5To1em12AllSucceedInEveryFormulationButTheOriginalOneWhichMayMissOne) {
  const Catalogue catalogue = standard_catalogue();
  for (const Formulation& f : motion_formulations()) {
    int succeeded = 0;
    for (int digits = 5; digits <= 12; ++digits) {
      const double tolerance = std::pow(10.0, -digits);
      const RunResult result = run(catalogue, radau5_request("pendulum", f.name, tolerance));
      if (result.status != RunStatus::ok) continue;
      ++succeeded;
      ASSERT_TRUE(result.comparison);
      RecordProperty(f.name + "_" + std::to_string(digits),
                     std::to_string(result.comparison->error / tolerance));
    }
    EXPECT_GE(succeeded, f.name == "ori2" ? 7 : 8) << f.name;
  }
}

}  // namespace pendulum_tolerances_test
}  // namespace pleuel
