#include "pleuel/sweep/row.hpp"

#include "pleuel/base/state_stream.hpp"

namespace pleuel::sweep {

bool is_same_result(const Row& a, const Row& b) {
  const auto words = [](Row row) {
    row.cpu_seconds = row.all_seconds = 0;
    StateWriter out;
    out(row);
    return out.words();
  };
  return words(a) == words(b);
}

}  // namespace pleuel::sweep
