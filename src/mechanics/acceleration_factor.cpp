#include "pleuel/mechanics/acceleration_factor.hpp"

namespace pleuel {
namespace {

// Rows of the saddle matrix up to which a dense complement is cheaper than lists of bodies.
constexpr int largest_small_saddle = 24;
// The same for systems whose bodies form no tree.
constexpr int largest_treeless = SchurFactor::most_rows;

}  // namespace

AccelerationFactor::AccelerationFactor(const FixedMatrix& M, const FixedMatrix& G,
                                       const std::vector<int>& bodies, Mass mass)
    : n_v_(M.rows), n_g_(G.rows), mass_(mass) {
  const int n = M.rows + G.rows;
  if (n > largest_small_saddle)
    if (auto graph = BodyGraph::find(M, G, bodies)) tree_ = std::make_unique<TreeFactor>(M, G, *graph);
  if (tree_ == nullptr && n <= largest_treeless) small_ = std::make_unique<SchurFactor>(M, G);
}

std::optional<ZeroPivot> AccelerationFactor::factor(const FixedMatrix& M, const FixedMatrix& G) {
  if (small_) {
    if (wants_mass()) small_->fill_mass(M);
    small_->fill_jacobian(G);
    if (factor_filled()) return std::nullopt;
  }
  is_general_ = !(tree_ && tree_->factor(M, G));
  if (!is_general_) return std::nullopt;
  if (!general_) general_ = std::make_unique<SaddleMatrix>(SaddleParts{M, G, G});
  ++n_general_;
  return general_->factor({M, G, G});
}

void AccelerationFactor::solve_large(double* x, double* y) {
  if (is_general_)
    general_->solve(Vec(x, n_v_), Vec(y, n_g_));
  else
    tree_->solve(x, y);
}

}  // namespace pleuel
