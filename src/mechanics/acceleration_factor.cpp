#include "pleuel/mechanics/acceleration_factor.hpp"

namespace pleuel {
namespace {

// Rows of the saddle matrix up to which a dense complement is cheaper than lists of bodies.
constexpr int largest_small_saddle = 24;
// The same for systems whose bodies form no tree.
constexpr int largest_treeless = 40;

}  // namespace

AccelerationFactor::AccelerationFactor(const FixedMatrix& M, const FixedMatrix& G,
                                       const std::vector<int>& bodies) {
  const int n = M.rows + G.rows;
  if (n > largest_small_saddle)
    if (auto graph = BodyGraph::find(M, G, bodies)) tree_ = std::make_unique<TreeFactor>(M, G, *graph);
  if (tree_ == nullptr && n <= largest_treeless) small_ = std::make_unique<SchurFactor>(M, G);
}

std::optional<ZeroPivot> AccelerationFactor::factor(const FixedMatrix& M, const FixedMatrix& G) {
  is_general_ = small_ ? !small_->factor(M, G) : tree_ ? !tree_->factor(M, G) : true;
  if (!is_general_) return std::nullopt;
  if (!general_) general_ = std::make_unique<SaddleMatrix>(SaddleParts{M, G, G});
  ++n_general_;
  return general_->factor({M, G, G});
}

void AccelerationFactor::solve(Vec x, Vec y) {
  if (is_general_)
    general_->solve(x, y);
  else if (small_)
    small_->solve(x.data(), y.data());
  else
    tree_->solve(x.data(), y.data());
}

}  // namespace pleuel
