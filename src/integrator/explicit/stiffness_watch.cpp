#include "pleuel/integrator/explicit/stiffness_watch.hpp"

#include <algorithm>

namespace pleuel {
namespace {

// Error control keeps unstable steps near the limit, and the estimated rate of a mode is 0.6 to 1
// of its frequency.
constexpr double near_limit = 0.5;
// The rate of the motion relative to the fastest one.
constexpr double slower = 0.2;
constexpr int most_quiet = 6;

}  // namespace

bool StiffnessWatch::is_near(double rho, double limit) { return rho > near_limit * limit; }

bool StiffnessWatch::is_slow(double slow, double rho) { return slow < slower * rho; }

bool StiffnessWatch::note(double t, double h, double rho, bool is_limited) {
  if (is_limited) {
    n_quiet_ = 0;
    n_stiff_ = std::min(n_stiff_ + 1, enough);
  } else if (++n_quiet_ >= most_quiet) {
    n_stiff_ = 0;
  }
  if (is_stiff() && !has_found()) {
    t_found_ = t;
    h_found_ = h;
    frequency_ = rho / h;
  }
  return is_stiff();
}

}  // namespace pleuel
