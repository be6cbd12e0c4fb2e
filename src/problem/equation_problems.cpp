// The benchmarks whose equations are written in C++.
#include "pleuel/problem/andrews.hpp"
#include "pleuel/problem/bouncing_ball.hpp"
#include "pleuel/problem/bushing_problem.hpp"
#include "pleuel/problem/chain.hpp"
#include "pleuel/problem/flexible_slider_crank.hpp"
#include "pleuel/problem/impact_pendulum.hpp"
#include "pleuel/problem/kinked_load.hpp"
#include "pleuel/problem/massless_link.hpp"
#include "pleuel/problem/maxwell_pendulum.hpp"
#include "pleuel/problem/parallelogram.hpp"
#include "pleuel/problem/pendulum.hpp"
#include "pleuel/problem/problem_catalogue.hpp"
#include "pleuel/problem/robertson.hpp"
#include "pleuel/problem/slider_crank.hpp"
#include "pleuel/problem/spring_pendulum.hpp"
#include "pleuel/problem/top.hpp"
#include "pleuel/problem/van_der_pol.hpp"

namespace pleuel {

std::vector<Problem> equation_problems(MotionReader read_motion) {
  return {pendulum_problem(),
          slider_crank_problem(read_motion),
          andrews_problem(),
          stiff_pendulum_problem(),
          spring_pendulum_problem(),
          bushing_problem(),
          top_problem(),
          massless_link_problem(),
          maxwell_pendulum_problem(),
          chain_problem(),
          parallelogram_problem(),
          flexible_slider_crank_problem(),
          impact_pendulum_problem(),
          bouncing_ball_problem(),
          kinked_load_problem(),
          van_der_pol_problem(),
          robertson_problem()};
}

}  // namespace pleuel
