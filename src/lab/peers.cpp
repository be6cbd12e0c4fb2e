#include "pleuel/lab/peers.hpp"

#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/embedded_data.hpp"

namespace pleuel {

std::vector<PeerRun> peer_runs() {
  const CsvTable file("peers.csv", std::string(embedded_data("peers.csv")));
  std::vector<PeerRun> runs;
  runs.reserve(file.size());
  for (std::size_t i = 0; i < file.size(); ++i) {
    runs.push_back({.solver = file.text(i, "solver"),
                    .case_name = file.text(i, "case"),
                    .t_end = file.number(i, "until"),
                    .formulation = file.text(i, "formulation"),
                    .tolerance = file.number(i, "tol"),
                    .seconds = file.number(i, "cpu_s"),
                    .scd = file.number(i, "scd"),
                    .mescd = file.number(i, "mescd"),
                    .steps = static_cast<long>(file.number(i, "steps")),
                    .accepted = static_cast<long>(file.number(i, "accepted")),
                    .is_ok = file.text(i, "status") == "ok"});
  }
  return runs;
}

}  // namespace pleuel
