// The consistent start is the nearest one, where "near" is measured by unequal masses.
#include <gtest/gtest.h>

#include "pleuel/mechanics/initial_values.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace nearest_start_test {

struct UnequalMasses : BarePendulum {
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, 1.0);
    M.add(1, 1, 9.0);
  }
};

TEST(NearestStart, IsNearestInTheMetricOfTheMassMatrix) {
  // Lagrange: M (q − q₀) ∥ g_qᵀ, so (x − x₀)·1·y = (y − y₀)·9·x on the circle.
  const Vector q{{0.6, -0.8}}, v{{0.5, 0.5}};
  const InitialState x = consistent_initial_state(*make_system(UnequalMasses()), 0, q, v, Vector());
  EXPECT_NEAR((x.q[0] - q[0]) * x.q[1], 9.0 * (x.q[1] - q[1]) * x.q[0], 1e-14);
  EXPECT_NEAR((x.v[0] - v[0]) * x.q[1], 9.0 * (x.v[1] - v[1]) * x.q[0], 1e-14);
}

}  // namespace nearest_start_test
}  // namespace pleuel::testing
