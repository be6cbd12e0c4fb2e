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

void check_state_blocks(const FixedMatrix& sigma_s, const SystemInfo& info) {
  std::vector<std::string> faults;
  for (const StateBlock& block : info.state_blocks)
    for (int j = block.first; j < block.first + block.size; ++j)
      for (int k = sigma_s.start[j]; k < sigma_s.start[j + 1]; ++k)
        if (const int i = sigma_s.row[k]; i < block.first || i >= block.first + block.size)
          faults.push_back("system '" + info.name + "': the rate of '" + info.s[i].name + "' depends on '" +
                           info.s[j].name +
                           "', which is in another block of internal states; join the two blocks");
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace pleuel
