#include "pleuel/sweep/design_block.hpp"

#include <numeric>
#include <utility>

namespace pleuel::sweep {
namespace {

// Streams of the generator beside those of the variations themselves.
constexpr std::uint64_t shuffle_stream = std::uint64_t{1} << 32, shift_stream = std::uint64_t{1} << 33;

// A random permutation of 0 … n − 1 by exchanges from the end.
std::vector<std::uint32_t> permutation(long n, const CounterRandom& random, std::uint64_t stream) {
  std::vector<std::uint32_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i, stream, i)]);
  return order;
}

}  // namespace

const std::vector<std::string>& plan_names() {
  static const std::vector<std::string> names = {"grid", "list", "latin-hypercube", "sobol", "random"};
  return names;
}

DesignBlock::DesignBlock(PlanKind kind, std::vector<Variation> variations, long n_points, std::uint64_t seed)
    : kind_(kind), variations_(std::move(variations)), size_(n_points), seed_(seed), random_(seed) {
  const int n = static_cast<int>(variations_.size());
  if (kind_ == PlanKind::list) size_ = n == 0 ? 1 : static_cast<long>(variations_[0].levels.size());
  if (kind_ == PlanKind::grid) {
    size_ = 1;
    for (const Variation& v : variations_) size_ *= static_cast<long>(v.levels.size());
  }
  if (kind_ == PlanKind::sobol) sobol_.emplace(n);
  if (kind_ == PlanKind::latin_hypercube)
    for (int k = 0; k < n; ++k) strata_.push_back(permutation(size_, random_, shuffle_stream + k));
}

double DesignBlock::uniform(long point, std::size_t variation) const {
  const auto i = static_cast<std::uint64_t>(point);
  if (kind_ == PlanKind::random) return random_.uniform(variation, i);
  if (kind_ == PlanKind::latin_hypercube)
    return (strata_[variation][i] + random_.uniform(variation, i)) / static_cast<double>(size_);
  const auto shift = static_cast<std::uint32_t>(random_.word(shift_stream, variation) >> 32);
  const auto word = sobol_->word(static_cast<std::uint32_t>(point), static_cast<int>(variation)) ^ shift;
  return (word + 0.5) * 0x1p-32;
}

std::size_t DesignBlock::index(long point, std::size_t variation) const {
  if (kind_ == PlanKind::list) return static_cast<std::size_t>(point);
  auto rest = static_cast<std::size_t>(point);
  for (std::size_t k = variations_.size(); k-- > variation + 1;) rest /= variations_[k].levels.size();
  return rest % variations_[variation].levels.size();
}

Level DesignBlock::level(long point, std::size_t variation) const {
  const Variation& v = variations_[variation];
  return is_random() ? v.at(uniform(point, variation)) : v.levels[index(point, variation)];
}

std::size_t DesignBlock::group(long point, std::size_t variation, std::size_t n_groups) const {
  const Variation& v = variations_[variation];
  if (!is_random()) return index(point, variation);
  const double u = uniform(point, variation);
  return v.is_continuous() ? static_cast<std::size_t>(u * static_cast<double>(n_groups)) : v.index_at(u);
}

}  // namespace pleuel::sweep
