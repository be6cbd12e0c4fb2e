#include "pleuel/mechanics/formulation/block_check.hpp"

#include "pleuel/base/error.hpp"

namespace pleuel {

void check_blocks(const FixedMatrix& m, const FixedMatrix& blocks, const std::vector<Quantity>& names,
                  const SystemInfo& info, const std::string& remedy) {
  std::vector<std::string> faults;
  for (int j = 0; j < m.cols; ++j)
    for (int k = m.start[j]; k < m.start[j + 1]; ++k)
      if (blocks.slot(m.row[k], j) < 0)
        faults.push_back("system '" + info.name + "': the rate of '" + names[m.row[k]].name +
                         "' depends on '" + names[j].name + "', " + remedy);
  if (!faults.empty()) throw InvalidInput(faults);
}

void check_state_blocks(const MotionMatrices& m, const SystemInfo& info) {
  std::vector<std::string> faults;
  const FixedMatrix& sigma_s = m.internal_s;
  const auto depends = [&](const std::string& what, int j, const std::string& remedy) {
    faults.push_back("system '" + info.name + "': " + what + " depends on '" + info.s[j].name + "', " +
                     remedy);
  };
  const std::string active = "which is declared passive; reduce n_passive of its block";
  for (const StateBlock& block : info.state_blocks)
    for (int j = block.first; j < block.first + block.size; ++j) {
      const bool is_passive = j >= block.first + block.n_active();
      for (int k = sigma_s.start[j]; k < sigma_s.start[j + 1]; ++k) {
        const int i = sigma_s.row[k];
        const std::string rate = "the rate of '" + info.s[i].name + "'";
        if (i < block.first || i >= block.first + block.size)
          depends(rate, j, "which is in another block of internal states; join the two blocks");
        else if (is_passive)
          depends(rate, j, active);
      }
      if (is_passive && m.dynamics_s.start[j] < m.dynamics_s.start[j + 1])
        depends("the force on '" + info.v[m.dynamics_s.row[m.dynamics_s.start[j]]].name + "'", j, active);
    }
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace pleuel
