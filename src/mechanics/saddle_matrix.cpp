#include "pleuel/mechanics/saddle_matrix.hpp"

#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel {
namespace {

template <class Visit>
void for_each(const FixedMatrix& m, Visit visit) {
  for (int j = 0; j < m.cols; ++j)
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) visit(m.row[k], j);
}

FixedMatrix pattern_of(const MotionMatrices& m, const std::vector<MatrixEntry>& further) {
  const int n_v = m.M.rows, n = n_v + m.G.rows;
  std::vector<std::pair<int, int>> entries;
  for_each(m.M, [&](int i, int j) { entries.emplace_back(i, j); });
  for (const MatrixEntry& e : further) entries.emplace_back(e.i, e.j);
  for_each(m.G, [&](int i, int j) {
    entries.emplace_back(n_v + i, j);
    entries.emplace_back(j, n_v + i);
  });
  return {n, n, entries};
}

}  // namespace

SaddleMatrix::SaddleMatrix(const MechanicalSystem& system, const MotionMatrices& m,
                           const std::vector<MatrixEntry>& pattern)
    : n_v_(m.M.rows),
      n_g_(m.G.rows),
      pattern_(pattern_of(m, pattern)),
      lu_(pattern_, choose_storage(pattern_.rows, pattern_.n_entries()), border_of(system, pattern_.rows)) {
  for_each(m.M, [&](int i, int j) { mass_.push_back(lu_.place(i, j)); });
  for (const MatrixEntry& e : pattern) further_.push_back(lu_.place(e.i, e.j));
  for_each(m.G, [&](int i, int j) {
    lower_.push_back(lu_.place(n_v_ + i, j));
    upper_.push_back(lu_.place(j, n_v_ + i));
  });
}

int SaddleMatrix::factor(const MotionMatrices& m, double share, const std::vector<MatrixEntry>& further) {
  lu_.set_zero();
  double* const value = lu_.re();
  for (std::size_t k = 0; k < mass_.size(); ++k) value[mass_[k]] = share * m.M.value[k];
  for (std::size_t k = 0; k < further.size(); ++k) value[further_[k]] += further[k].value;
  for (std::size_t k = 0; k < lower_.size(); ++k) value[lower_[k]] = value[upper_[k]] = m.G.value[k];
  const auto zero = lu_.factor();
  return zero ? zero->column : -1;
}

void SaddleMatrix::solve(Vec top, Vec bottom) {
  Vec b(lu_.b_re(), n_v_ + n_g_);
  b.head(n_v_) = top;
  b.tail(n_g_) = bottom;
  lu_.solve();
  const ConstVec x(lu_.x_re(), n_v_ + n_g_);
  top = x.head(n_v_);
  bottom = x.tail(n_g_);
}

}  // namespace pleuel
