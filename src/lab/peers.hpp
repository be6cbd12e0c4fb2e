// Times of public programs on common problems.
#pragma once

#include <string>
#include <vector>

namespace pleuel {

/// One run of a public program with rtol = atol = tolerance. Processor times are from a similar
/// machine (AMD EPYC) but from separate measurements: a ratio of times is meaningful only if it is
/// far from 1. `formulation` is Pleuel's name for the program's equations. For the pendulum,
/// `mescd` contains the digits against the true final state, and scd those against (1, 0, 0, 0, 0).
struct PeerRun {
  std::string solver;
  std::string case_name;
  double t_end = 0;
  std::string formulation;
  double tolerance = 0;
  double seconds = 0;
  double scd = 0;    ///< NaN if the run failed
  double mescd = 0;  ///< NaN if the run failed
  long steps = 0;
  long accepted = 0;
  bool is_ok = false;
};

/// All known runs, in the order of the file.
std::vector<PeerRun> peer_runs();

}  // namespace pleuel
