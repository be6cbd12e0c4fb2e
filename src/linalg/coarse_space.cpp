#include "pleuel/linalg/coarse_space.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>

namespace pleuel {
namespace {

constexpr int most_aggregates = 64;
constexpr int rows_per_aggregate = 200;
constexpr int smoothing_steps = 10;
// A vector is dependent on others in its aggregate if less of it remains.
constexpr double dependent = 1e-3;

int number_of_aggregates(int n) { return std::min(most_aggregates, n / rows_per_aggregate); }

double conjugate(double x) { return x; }
Complex conjugate(Complex x) { return std::conj(x); }

/// Neighbours of each row in the graph of the block.
struct BlockGraph {
  std::vector<int> start, neighbour;

  BlockGraph(const BlockAnalysis& a, int n) : start(n + 1, 0) {
    const auto for_each = [&](auto visit) {
      for (int s = 0; s < a.tree.n_supernodes(); ++s)
        for (int k = a.entry_start[s]; k < a.entry_start[s + 1]; ++k)
          if (const int row = a.row_of(s, a.entries[k]); row != a.entries[k].column)
            visit(row, a.entries[k].column);
    };
    for_each([&](int i, int j) {
      ++start[i + 1];
      ++start[j + 1];
    });
    for (int i = 0; i < n; ++i) start[i + 1] += start[i];
    neighbour.resize(start[n]);
    std::vector<int> next(start.begin(), start.end() - 1);
    for_each([&](int i, int j) {
      neighbour[next[i]++] = j;
      neighbour[next[j]++] = i;
    });
  }
};

}  // namespace

template <class Scalar>
CoarseSpace<Scalar>::CoarseSpace(const BlockAnalysis& analysis) : a_(analysis), lu_(1) {
  if (number_of_aggregates(a_.n_block()) == 0) return;
  find_aggregates();
  lu_ = DenseLu<Scalar>(n_aggregates_ * n_vectors);
  vectors_.resize(static_cast<std::size_t>(a_.n_block()) * n_vectors);
  coarse_.resize(static_cast<std::size_t>(n_aggregates_) * n_vectors);
  rest_.resize(a_.n_block());
  start_.resize(a_.n_block());
  lengths_.resize(n_aggregates_);
}

/// Aggregates grow from a neighbour of an earlier one, until they have their size.
template <class Scalar>
void CoarseSpace<Scalar>::find_aggregates() {
  const int n = a_.n_block();
  const int size = (n + number_of_aggregates(n) - 1) / number_of_aggregates(n);
  const BlockGraph graph(a_, n);
  aggregate_.assign(n, -1);
  std::queue<int> border;  // neighbours of complete aggregates
  auto next_seed = [&, row = 0]() mutable {
    for (; !border.empty(); border.pop())
      if (aggregate_[border.front()] < 0) return border.front();
    while (row < n && aggregate_[row] >= 0) ++row;
    return row;
  };
  std::vector<int> sizes;
  for (int seed = next_seed(); seed < n; seed = next_seed()) {
    std::queue<int> reached;
    reached.push(seed);
    aggregate_[seed] = static_cast<int>(sizes.size());
    int count = 1, neighbour_aggregate = -1;
    for (; !reached.empty(); reached.pop())
      for (int k = graph.start[reached.front()]; k < graph.start[reached.front() + 1]; ++k) {
        const int j = graph.neighbour[k];
        if (aggregate_[j] >= 0) {
          if (aggregate_[j] != aggregate_[seed]) neighbour_aggregate = aggregate_[j];
        } else if (count < size) {
          aggregate_[j] = aggregate_[seed];
          ++count;
          reached.push(j);
        } else {
          border.push(j);
        }
      }
    sizes.push_back(count);
    // What remains between others joins one of them.
    if (count < size / 4 && neighbour_aggregate >= 0) {
      const int last = static_cast<int>(sizes.size()) - 1;
      for (int& x : aggregate_)
        if (x == last) x = neighbour_aggregate;
      sizes.pop_back();
    }
  }
  n_aggregates_ = static_cast<int>(sizes.size());
}

template <class Scalar>
long CoarseSpace<Scalar>::n_numbers() const {
  return static_cast<long>(vectors_.size() * sizeof(Stored) / sizeof(Scalar) + 2 * rest_.size() +
                           coarse_.size() * coarse_.size());
}

template <class Scalar>
void CoarseSpace<Scalar>::find(const IncompleteLdl<Scalar>& ldl, const double* re, const double* im) {
  const int n = a_.n_block();
  std::mt19937 random(1);
  std::vector<Scalar>& x = rest_;
  std::vector<Scalar>& product = start_;
  for (int k = 0; k < n_vectors; ++k) {
    for (Scalar& value : x) value = static_cast<double>(random()) / std::mt19937::max() - 0.5;
    for (int step = 0; step < smoothing_steps; ++step) {
      std::fill(product.begin(), product.end(), Scalar(0));
      ldl.subtract_product(0, a_.tree.n_supernodes(), re, im, x.data(), product.data());
      ldl.solve(0, n, product.data());
      double size = 0;
      for (int i = 0; i < n; ++i) {
        x[i] += product[i];
        size = std::max(size, std::abs(x[i]));
      }
      for (Scalar& value : x) value /= size;
    }
    for (int i = 0; i < n; ++i) vectors(i)[k] = static_cast<Stored>(x[i]);
  }
  orthonormalise();
  factor(ldl, re, im);
}

/// In each aggregate; dependent vectors become zero.
template <class Scalar>
void CoarseSpace<Scalar>::orthonormalise() {
  const int n = a_.n_block();
  std::vector<Scalar>& sums = coarse_;
  const auto for_each_row = [&](auto visit) {
    for (int i = 0; i < n; ++i) visit(vectors(i), sums[static_cast<std::size_t>(aggregate_[i]) * n_vectors]);
  };
  std::vector<double>& before = lengths_;
  for (int k = 0; k < n_vectors; ++k) {
    const auto norms = [&] {
      std::fill(sums.begin(), sums.end(), Scalar(0));
      for_each_row([&](Stored* v, Scalar& sum) { sum += std::norm(v[k]); });
    };
    norms();
    for (int g = 0; g < n_aggregates_; ++g)
      before[g] = std::sqrt(std::abs(sums[static_cast<std::size_t>(g) * n_vectors]));
    for (int repeat = 0; repeat < 2; ++repeat)
      for (int j = 0; j < k; ++j) {
        std::fill(sums.begin(), sums.end(), Scalar(0));
        for_each_row([&](Stored* v, Scalar& sum) { sum += conjugate(Scalar(v[j])) * Scalar(v[k]); });
        for_each_row([&](Stored* v, Scalar& sum) { v[k] -= static_cast<Stored>(sum * Scalar(v[j])); });
      }
    norms();
    for (int g = 0; g < n_aggregates_; ++g) {
      Scalar& sum = sums[static_cast<std::size_t>(g) * n_vectors];
      const double length = std::sqrt(std::abs(sum));
      sum = length > dependent * before[g] ? 1 / length : 0;
    }
    for_each_row([&](Stored* v, Scalar& scale) { v[k] = static_cast<Stored>(scale * Scalar(v[k])); });
  }
}

template <class Scalar>
void CoarseSpace<Scalar>::factor(const IncompleteLdl<Scalar>& ldl, const double* re, const double* im) {
  lu_.set_zero();
  const auto add = [&](int row, int column, Scalar value) {
    const Stored* const v = vectors(row);
    const Stored* const w = vectors(column);
    for (int j = 0; j < n_vectors; ++j) {
      const Scalar right = value * Scalar(w[j]);
      const int first = lu_.place(aggregate_[row] * n_vectors, aggregate_[column] * n_vectors + j);
      for (int i = 0; i < n_vectors; ++i) {
        const Scalar product = conjugate(Scalar(v[i])) * right;
        lu_.re()[first + i] += std::real(product);
        if constexpr (!std::is_same_v<Scalar, double>) lu_.im()[first + i] += product.imag();
      }
    }
  };
  ldl.for_each_entry(0, a_.tree.n_supernodes(), re, im, add);
  for (int i = 0; i < lu_.size(); ++i)
    if (lu_.re()[lu_.place(i, i)] == 0) lu_.re()[lu_.place(i, i)] = 1;  // a vector that is zero
  is_used_ = !lu_.factor();
}

template <class Scalar>
void CoarseSpace<Scalar>::solve(const IncompleteLdl<Scalar>& ldl, const double* re, const double* im,
                                const BlockAnalysis::Part& part, Scalar* r) {
  if (!is_used_) return ldl.solve(part.first_row, part.end_row, r);
  std::copy(r + part.first_row, r + part.end_row, rest_.begin() + part.first_row);
  ldl.solve(part.first_row, part.end_row, r);
  ldl.subtract_product(part.first_node, part.end_node, re, im, r, rest_.data());
  correct(part, r);
}

/// x += V (Vᴴ B V)⁻¹ Vᴴ rest.
template <class Scalar>
void CoarseSpace<Scalar>::correct(const BlockAnalysis::Part& part, Scalar* x) {
  std::fill(coarse_.begin(), coarse_.end(), Scalar(0));
  for (int i = part.first_row; i < part.end_row; ++i) {
    Scalar* const sum = coarse_.data() + static_cast<std::size_t>(aggregate_[i]) * n_vectors;
    for (int k = 0; k < n_vectors; ++k) sum[k] += conjugate(Scalar(vectors(i)[k])) * rest_[i];
  }
  for (std::size_t i = 0; i < coarse_.size(); ++i) {
    lu_.b_re()[i] = std::real(coarse_[i]);
    if constexpr (!std::is_same_v<Scalar, double>) lu_.b_im()[i] = coarse_[i].imag();
  }
  lu_.solve();
  for (std::size_t i = 0; i < coarse_.size(); ++i) {
    if constexpr (std::is_same_v<Scalar, double>)
      coarse_[i] = lu_.x_re()[i];
    else
      coarse_[i] = {lu_.x_re()[i], lu_.x_im()[i]};
  }
  for (int i = part.first_row; i < part.end_row; ++i) {
    const Scalar* const c = coarse_.data() + static_cast<std::size_t>(aggregate_[i]) * n_vectors;
    for (int k = 0; k < n_vectors; ++k) x[i] += Scalar(vectors(i)[k]) * c[k];
  }
}

template class CoarseSpace<double>;
template class CoarseSpace<Complex>;

}  // namespace pleuel
