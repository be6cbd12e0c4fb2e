#include "pleuel/linalg/factor.hpp"

namespace pleuel {

Storage choose_storage(int n, int n_entries) {
  constexpr int always_dense = 40;
  constexpr double dense_fill = 0.25;
  const bool is_full = n_entries > dense_fill * n * static_cast<double>(n);
  return n <= always_dense || is_full ? Storage::dense : Storage::sparse;
}

}  // namespace pleuel
