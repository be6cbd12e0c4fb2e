// The standard normal distribution.
#pragma once

namespace pleuel::sweep {

/// P(Z ≤ z) = erfc(−z/√2)/2.
double normal_probability(double z);

/// The inverse: z with P(Z ≤ z) = u, for u in (0, 1). Halley's method on the equation itself.
double normal_quantile(double u);

}  // namespace pleuel::sweep
