// Times of public programs on the problems that Pleuel shares with them.
#pragma once

#include <string>
#include <vector>

namespace pleuel {

/// One run of a public program, rtol = atol = tolerance. Processor times are from a machine of the
/// kind on which Pleuel's own figures were measured (AMD EPYC), but from other runs: a ratio of
/// times says something only where it is far from 1. `formulation` is Pleuel's name for the
/// equations that the program was given. For the pendulum the digits against the true end state are
/// `mescd`, and scd is against (1, 0, 0, 0, 0).
struct PeerRun {
  std::string solver;
  std::string case_name;
  double t_end = 0;
  std::string formulation;
  double tolerance = 0;
  double seconds = 0;
  double scd = 0;    ///< NaN where the run failed
  double mescd = 0;  ///< NaN where the run failed
  long steps = 0;
  long accepted = 0;
  bool is_ok = false;
};

/// All runs that are known, in the order of the file.
std::vector<PeerRun> peer_runs();

}  // namespace pleuel
