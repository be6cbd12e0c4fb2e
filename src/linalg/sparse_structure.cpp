#include "pleuel/linalg/sparse_structure.hpp"

#include "pleuel/linalg/block_analysis.hpp"

namespace pleuel {

SparseStructure::SparseStructure(const FixedMatrix& pattern, std::vector<int> border)
    : pattern_(pattern.without_values()), border_(std::move(border)), block_(Block::inner) {
  if (n_border() == size()) border_.clear();
  if (border_.empty()) block_ = Block::none;
}

SparseStructure::SparseStructure(const FixedMatrix& pattern, Block block)
    : pattern_(pattern.without_values()), block_(block == Block::whole ? block : Block::none) {}

SparseStructure::~SparseStructure() = default;

const BlockAnalysis& SparseStructure::block_analysis() const {
  std::call_once(is_analysed_, [&] { analysis_ = std::make_unique<BlockAnalysis>(*this); });
  return *analysis_;
}

}  // namespace pleuel
