#include "pleuel/sweep/collected.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace pleuel::sweep {

long Collected::n_ok() const { return std::ranges::count(states, RunState::ok); }
long Collected::n_missing() const { return std::ranges::count(states, RunState::missing); }

std::vector<const OutputSpec*> number_outputs(const Study& study) {
  std::vector<const OutputSpec*> list;
  for (const OutputSpec& spec : study.outputs)
    if (!spec.is_curve()) list.push_back(&spec);
  return list;
}

Collected collect(const Study& study, const RowIndex& index) {
  const auto n = static_cast<std::size_t>(study.n_runs());
  const std::size_t n_outputs = number_outputs(study).size();
  Collected all;
  all.states.assign(n, RunState::missing);
  all.values.assign(n_outputs, std::vector<double>(n, std::numeric_limits<double>::quiet_NaN()));
  std::map<std::string, long> remarks;
  for (long task = 0; task < study.n_tasks(); ++task) {
    if (!index.has(task)) continue;
    Row row = index.row(task);
    all.cpu_seconds += row.cpu_seconds;
    all.all_seconds += row.all_seconds;
    row.values.resize(n_outputs, std::numeric_limits<double>::quiet_NaN());
    const auto run = static_cast<std::size_t>(study.run_of(task));
    if (study.is_twin(task)) {
      if (!row.is_ok || all.states[run] != RunState::ok) {
        ++all.n_failed_twins;
        continue;
      }
      TwinResult twin{.run = static_cast<long>(run), .values = {}, .tight = std::move(row.values)};
      for (const auto& column : all.values) twin.values.push_back(column[run]);
      all.twins.push_back(std::move(twin));
      continue;
    }
    for (std::string& remark : row.remarks) ++remarks[std::move(remark)];
    all.states[run] = row.is_ok ? RunState::ok : RunState::failed;
    if (!row.is_ok) {
      all.failed.push_back({task, row.kind, row.message});
      continue;
    }
    for (std::size_t k = 0; k < n_outputs; ++k) all.values[k][run] = row.values[k];
  }
  all.remarks.assign(remarks.begin(), remarks.end());
  return all;
}

}  // namespace pleuel::sweep
