#include "pleuel/linalg/block_ldl.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/thread_pool.hpp"

namespace pleuel {
namespace {

// Columns that are eliminated at a time before others are updated.
constexpr int panel_width = 16;
// Columns of a front that are updated at a time; only their lower part is computed.
constexpr int update_width = 48;
// A pivot below this part of its column is rounding. Entries of L are at most √(condition of S) if
// S is definite; larger ones mean that it is not.
constexpr double smallest_pivot = 1e-14;
constexpr double largest_multiplier = 1e7;

template <class Scalar>
using DenseBlock = Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>, 0, Eigen::OuterStride<>>;
template <class Scalar>
using ConstDenseBlock =
    Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>, 0, Eigen::OuterStride<>>;
template <class Scalar>
using DenseColumn = Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>;
template <class Scalar>
using LaneRows = Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

inline double size_of(double x) { return std::abs(x); }
inline double size_of(Complex x) { return std::max(std::abs(x.real()), std::abs(x.imag())); }

inline double largest_of(const double* x, int n) {
  return n == 0 ? 0 : Eigen::Map<const Vector>(x, n).cwiseAbs().maxCoeff();
}
inline double largest_of(const Complex* x, int n) {
  return largest_of(reinterpret_cast<const double*>(x), 2 * n);
}

}  // namespace

template <class Scalar>
BlockLdl<Scalar>::Scratch::Scratch(const BlockAnalysis::Scratch& sizes)
    : stack(sizes.stack),
      front(static_cast<std::size_t>(sizes.update) * sizes.update),
      unscaled(sizes.panel),
      work(sizes.update) {}

/// Scratch memory for the calling thread, while this object lives.
template <class Scalar>
class BlockLdl<Scalar>::Borrowed {
 public:
  explicit Borrowed(BlockLdl& owner) : owner_(owner) {
    const std::lock_guard<std::mutex> lock(owner_.mutex_);
    if (owner_.unused_.empty()) {
      scratch_ = std::make_unique<Scratch>(owner_.subtree_sizes_);
    } else {
      scratch_ = std::move(owner_.unused_.back());
      owner_.unused_.pop_back();
    }
  }
  ~Borrowed() {
    const std::lock_guard<std::mutex> lock(owner_.mutex_);
    owner_.unused_.push_back(std::move(scratch_));
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

  Scratch& operator*() { return *scratch_; }

 private:
  BlockLdl& owner_;
  std::unique_ptr<Scratch> scratch_;
};

template <class Scalar>
BlockLdl<Scalar>::BlockLdl(const BlockAnalysis& analysis)
    : a_(analysis),
      child_start_(analysis.tree.n_supernodes() + 1, 0),
      panels_(analysis.panel_start.back()),
      inverse_(analysis.n_block()),
      column_size_(analysis.n_block()),
      top_(analysis.top_scratch) {
  for (const auto& subtree : a_.subtrees) {
    const std::size_t r = a_.tree.n_rows(subtree.root);
    results_.emplace_back();
    results_.back().update.resize(r * (r + 1) / 2);
    results_.back().outside.resize(r);
    subtree_sizes_.stack = std::max(subtree_sizes_.stack, subtree.scratch.stack);
    subtree_sizes_.update = std::max(subtree_sizes_.update, subtree.scratch.update);
    subtree_sizes_.panel = std::max(subtree_sizes_.panel, subtree.scratch.panel);
  }
  top_.result = &top_result_;
  unused_.reserve(a_.subtrees.size());
  if (!a_.subtrees.empty()) unused_.push_back(std::make_unique<Scratch>(subtree_sizes_));
  const auto& parent = a_.tree.parent;
  for (const int p : parent)
    if (p >= 0) ++child_start_[p + 1];
  for (std::size_t s = 0; s < parent.size(); ++s) child_start_[s + 1] += child_start_[s];
  children_.resize(child_start_.back());
  std::vector<int> next(child_start_.begin(), child_start_.end() - 1);
  for (std::size_t s = 0; s < parent.size(); ++s)
    if (parent[s] >= 0) children_[next[parent[s]]++] = static_cast<int>(s);
}

template <class Scalar>
template <class Work>
void BlockLdl<Scalar>::for_each_subtree(int first, int end, double operations, Work work) {
  for_each_part(end - first, operations, [&](int k) {
    Borrowed borrowed(*this);
    Scratch& scratch = *borrowed;
    scratch.result = &results_[first + k];
    work(a_.subtrees[first + k], scratch);
  });
}

template <class Scalar>
bool BlockLdl<Scalar>::factor(const double* re, const double* im) {
  for_each_subtree(0, static_cast<int>(a_.subtrees.size()), a_.tree.n_operations,
                   [&](const BlockAnalysis::Subtree& subtree, Scratch& scratch) {
                     scratch.result->size = scratch.result->difference = 0;
                     scratch.result->failed = -1;
                     scratch.top = 0;
                     for (int s = subtree.first_node; s <= subtree.root; ++s)
                       if (!eliminate(s, re, im, scratch)) return;
                   });
  SubtreeResult& whole = top_result_;
  whole.size = whole.difference = 0;
  top_.top = 0;
  for (const SubtreeResult& result : results_) {
    failed_ = result.failed;
    if (failed_ >= 0) return false;
    whole.size = std::max(whole.size, result.size);
    whole.difference = std::max(whole.difference, result.difference);
  }
  for (const int s : a_.top) {
    if (eliminate(s, re, im, top_)) continue;
    failed_ = whole.failed;
    return false;
  }
  asymmetry_ = whole.size > 0 ? whole.difference / whole.size : 0;
  return true;
}

template <class Scalar>
bool BlockLdl<Scalar>::eliminate(int s, const double* re, const double* im, Scratch& scratch) {
  assemble(s, re, im, scratch);
  add_children(s, scratch);
  if (!eliminate_columns(s, scratch)) return false;
  update(s, scratch);
  push(s, scratch);
  return true;
}

template <class Scalar>
void BlockLdl<Scalar>::assemble(int s, const double* re, const double* im, Scratch& scratch) {
  Scalar* const panel = panels_.data() + a_.panel_start[s];
  std::fill(panel, panels_.data() + a_.panel_start[s + 1], Scalar(0));
  std::fill(column_size_.begin() + a_.tree.first[s], column_size_.begin() + a_.tree.first[s + 1], 0.0);
  double difference = scratch.result->difference, size = scratch.result->size;
  for (int k = a_.entry_start[s]; k < a_.entry_start[s + 1]; ++k) {
    const auto& e = a_.entries[k];
    double largest = 0;
    const auto mean = [&](const double* x) {
      const double lower = e.lower < 0 ? 0 : x[e.lower], upper = e.upper < 0 ? 0 : x[e.upper];
      difference = std::max(difference, std::abs(lower - upper));
      largest = std::max(largest, std::max(std::abs(lower), std::abs(upper)));
      return 0.5 * (lower + upper);
    };
    if constexpr (is_complex)
      panel[e.place] += Complex(mean(re), mean(im));
    else
      panel[e.place] += mean(re);
    size = std::max(size, largest);
    column_size_[e.column] = std::max(column_size_[e.column], largest);
  }
  scratch.result->difference = difference;
  scratch.result->size = size;
  const std::size_t r = a_.tree.n_rows(s);
  std::fill_n(scratch.front.data(), r * r, Scalar(0));
}

/// Adds the updates of the children, which are the last ones on the stack, and removes them. Those
/// of a subtree below the top are on its own stack.
template <class Scalar>
void BlockLdl<Scalar>::add_children(int s, Scratch& scratch) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), n_rows = tree.n_rows(s);
  Scalar* const panel = panels_.data() + a_.panel_start[s];
  for (int c = child_start_[s + 1] - 1; c >= child_start_[s]; --c) {
    const int child = children_[c], r = tree.n_rows(child);
    const int* const at = tree.relative.data() + tree.rows_start[child];
    const bool is_apart = a_.subtree_of[child] != a_.subtree_of[s];
    if (!is_apart) scratch.top -= static_cast<std::size_t>(r) * r;
    const Scalar* from =
        is_apart ? results_[a_.subtree_of[child]].update.data() : scratch.stack.data() + scratch.top;
    // A column begins at its diagonal, and is followed by the next one or by its unused upper part.
    for (int j = 0; j < r; ++j, from += is_apart ? 0 : j) {
      // Rows at[i] of the front, counted from the first row of the panel or of the update.
      Scalar* const to =
          at[j] < n_columns
              ? panel + static_cast<std::ptrdiff_t>(at[j]) * m
              : scratch.front.data() + static_cast<std::ptrdiff_t>(at[j] - n_columns) * n_rows - n_columns;
      for (int i = j; i < r; ++i) to[at[i]] += *from++;
    }
  }
}

/// Eliminates the columns of the supernode. `unscaled` keeps the rows below as L D.
template <class Scalar>
bool BlockLdl<Scalar>::eliminate_columns(int s, Scratch& scratch) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), first = tree.first[s];
  Scalar* const panel = panels_.data() + a_.panel_start[s];
  const auto column = [&](int j) { return panel + static_cast<std::ptrdiff_t>(j) * m; };
  for (int begin = 0; begin < n_columns; begin += panel_width) {
    const int end = std::min(begin + panel_width, n_columns);
    for (int j = begin; j < end; ++j) {
      const Scalar pivot = column(j)[j];
      const double size = size_of(pivot);
      scratch.result->failed = a_.block_index[tree.order[first + j]];
      if (!(size > smallest_pivot * column_size_[first + j]) || !std::isfinite(size)) return false;
      inverse_[first + j] = Scalar(1) / pivot;
      const int below = m - j - 1;
      DenseColumn<Scalar> l(column(j) + j + 1, below);
      DenseColumn<Scalar> kept(scratch.unscaled.data() + static_cast<std::ptrdiff_t>(j) * m + j + 1, below);
      kept = l;
      l *= inverse_[first + j];
      if (!(largest_of(l.data(), below) <= largest_multiplier)) return false;
      for (int c = j + 1; c < end; ++c)
        DenseColumn<Scalar>(column(c) + c, m - c) -= kept[c - j - 1] * l.tail(m - c);
    }
    if (end == n_columns) break;
    const Eigen::OuterStride<> stride(m);
    const int depth = end - begin, n_blocks = (n_columns - end + update_width - 1) / update_width;
    for_each_part(n_blocks, 1.0 * depth * (m - end) * (n_columns - end), [&](int block) {
      const int c = end + block * update_width, width = std::min(update_width, n_columns - c);
      const ConstDenseBlock<Scalar> l(column(begin) + c, m - c, depth, stride);
      const ConstDenseBlock<Scalar> kept(scratch.unscaled.data() + static_cast<std::ptrdiff_t>(begin) * m + c,
                                         width, depth, stride);
      DenseBlock<Scalar>(column(c) + c, m - c, width, stride).noalias() -= l * kept.transpose();
    });
  }
  scratch.result->failed = -1;
  return true;
}

/// front −= L D Lᵀ of the rows below the supernode, lower part.
template <class Scalar>
void BlockLdl<Scalar>::update(int s, Scratch& scratch) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), r = tree.n_rows(s);
  const Scalar* const l = panels_.data() + a_.panel_start[s] + n_columns;
  const Scalar* const kept = scratch.unscaled.data() + n_columns;
  const Eigen::OuterStride<> stride(m);
  for_each_part((r + update_width - 1) / update_width, 0.5 * n_columns * r * r, [&](int block) {
    const int j = block * update_width, width = std::min(update_width, r - j);
    DenseBlock<Scalar>(scratch.front.data() + static_cast<std::ptrdiff_t>(j) * r + j, r - j, width,
                       Eigen::OuterStride<>(r))
        .noalias() -= ConstDenseBlock<Scalar>(l + j, r - j, n_columns, stride) *
                      ConstDenseBlock<Scalar>(kept + j, width, n_columns, stride).transpose();
  });
}

template <class Scalar>
void BlockLdl<Scalar>::push(int s, Scratch& scratch) {
  const std::size_t r = a_.tree.n_rows(s);
  if (const int t = a_.subtree_of[s]; t >= 0 && a_.subtrees[t].root == s) {
    auto to = results_[t].update.begin();
    for (std::size_t j = 0; j < r; ++j)
      to = std::copy(scratch.front.begin() + j * r + j, scratch.front.begin() + (j + 1) * r, to);
    return;
  }
  for (std::size_t j = 0; j < r; ++j)
    std::copy(scratch.front.begin() + j * r + j, scratch.front.begin() + (j + 1) * r,
              scratch.stack.begin() + scratch.top + j * r + j);
  scratch.top += r * r;
}

/// Rows outside of the subtree are summed in `outside`, and subtracted when all subtrees are done.
template <class Scalar>
void BlockLdl<Scalar>::forward(const BlockAnalysis::Part& part, int n_lanes, Scalar* x) {
  const SupernodalTree& tree = a_.tree;
  if (n_lanes == 0) return;
  const auto enlarge = [&](AlignedList<Scalar>& list, std::size_t n) {
    if (list.size() < n * n_lanes) list.resize(n * n_lanes);
  };
  const auto is_of_part = [&](int s) { return s >= part.first_node && s < part.end_node; };
  const auto begin = std::ranges::find_if(a_.subtrees, [&](const auto& t) { return is_of_part(t.root); });
  const auto end = std::find_if(begin, a_.subtrees.end(), [&](const auto& t) { return !is_of_part(t.root); });
  const int first = static_cast<int>(begin - a_.subtrees.begin());
  const int last = static_cast<int>(end - a_.subtrees.begin());
  const double operations = 1.0 * n_lanes * (a_.panel_start[part.end_node] - a_.panel_start[part.first_node]);
  for_each_subtree(first, last, operations, [&](const BlockAnalysis::Subtree& subtree, Scratch& scratch) {
    enlarge(scratch.work, subtree.scratch.update);
    enlarge(scratch.result->outside, tree.n_rows(subtree.root));
    std::fill(scratch.result->outside.begin(), scratch.result->outside.end(), Scalar(0));
    for (int s = subtree.first_node; s <= subtree.root; ++s)
      forward_node(s, part.first_row, n_lanes, x, scratch);
  });
  for (int t = first; t < last; ++t) {
    const int root = a_.subtrees[t].root;
    for (int i = 0; i < tree.n_rows(root); ++i)
      DenseColumn<Scalar>(
          x + static_cast<std::ptrdiff_t>(tree.rows[tree.rows_start[root] + i] - part.first_row) * n_lanes,
          n_lanes) -=
          DenseColumn<Scalar>(results_[t].outside.data() + static_cast<std::ptrdiff_t>(i) * n_lanes, n_lanes);
  }
  enlarge(top_.work, a_.top_scratch.update);
  for (const int s : a_.top)
    if (is_of_part(s)) forward_node(s, part.first_row, n_lanes, x, top_);
}

template <class Scalar>
void BlockLdl<Scalar>::forward_node(int s, int first_row, int n_lanes, Scalar* x, Scratch& scratch) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), r = tree.n_rows(s);
  const Eigen::OuterStride<> stride(m);
  const Scalar* const panel = panels_.data() + a_.panel_start[s];
  LaneRows<Scalar> own(x + static_cast<std::ptrdiff_t>(tree.first[s] - first_row) * n_lanes, n_columns,
                       n_lanes);
  ConstDenseBlock<Scalar>(panel, n_columns, n_columns, stride)
      .template triangularView<Eigen::UnitLower>()
      .solveInPlace(own);
  LaneRows<Scalar> below(scratch.work.data(), r, n_lanes);
  below.noalias() = ConstDenseBlock<Scalar>(panel + n_columns, r, n_columns, stride) * own;
  const int* const rows = tree.rows.data() + tree.rows_start[s];
  const int inside = a_.subtree_of[s] < 0 ? r : a_.n_inside[s];
  for (int i = 0; i < inside; ++i)
    DenseColumn<Scalar>(x + static_cast<std::ptrdiff_t>(rows[i] - first_row) * n_lanes, n_lanes) -=
        below.row(i).transpose();
  for (int i = inside; i < r; ++i)
    DenseColumn<Scalar>(scratch.result->outside.data() +
                            static_cast<std::ptrdiff_t>(a_.outside[tree.rows_start[s] + i]) * n_lanes,
                        n_lanes) += below.row(i).transpose();
}

template <class Scalar>
void BlockLdl<Scalar>::forward(Scalar* x) {
  const SupernodalTree& tree = a_.tree;
  for_each_subtree(0, static_cast<int>(a_.subtrees.size()), static_cast<double>(tree.n_entries),
                   [&](const BlockAnalysis::Subtree& subtree, Scratch& scratch) {
                     std::fill(scratch.result->outside.begin(), scratch.result->outside.end(), Scalar(0));
                     for (int s = subtree.first_node; s <= subtree.root; ++s) forward_node(s, x, scratch);
                   });
  for (std::size_t t = 0; t < a_.subtrees.size(); ++t) {
    const int root = a_.subtrees[t].root;
    for (int i = 0; i < tree.n_rows(root); ++i)
      x[tree.rows[tree.rows_start[root] + i]] -= results_[t].outside[i];
  }
  for (const int s : a_.top) forward_node(s, x, top_);
}

template <class Scalar>
void BlockLdl<Scalar>::forward_node(int s, Scalar* x, Scratch& scratch) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), r = tree.n_rows(s);
  const Scalar* const panel = panels_.data() + a_.panel_start[s];
  DenseColumn<Scalar> own(x + tree.first[s], n_columns);
  for (int j = 0; j + 1 < n_columns; ++j)
    own.tail(n_columns - j - 1) -=
        own[j] * Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(
                     panel + static_cast<std::ptrdiff_t>(j) * m + j + 1, n_columns - j - 1);
  DenseColumn<Scalar> below(scratch.work.data(), r);
  below.noalias() = ConstDenseBlock<Scalar>(panel + n_columns, r, n_columns, Eigen::OuterStride<>(m)) * own;
  const int* const rows = tree.rows.data() + tree.rows_start[s];
  const int inside = a_.subtree_of[s] < 0 ? r : a_.n_inside[s];
  for (int i = 0; i < inside; ++i) x[rows[i]] -= below[i];
  for (int i = inside; i < r; ++i) scratch.result->outside[a_.outside[tree.rows_start[s] + i]] += below[i];
}

template <class Scalar>
void BlockLdl<Scalar>::divide(Scalar* x) const {
  DenseColumn<Scalar> all(x, a_.n_block());
  all.array() *= Eigen::Map<const Eigen::Array<Scalar, Eigen::Dynamic, 1>>(inverse_.data(), a_.n_block());
}

template <class Scalar>
void BlockLdl<Scalar>::backward(Scalar* x) {
  for (std::size_t k = a_.top.size(); k-- > 0;) backward_node(a_.top[k], x, top_);
  for_each_subtree(0, static_cast<int>(a_.subtrees.size()), static_cast<double>(a_.tree.n_entries),
                   [&](const BlockAnalysis::Subtree& subtree, Scratch& scratch) {
                     for (int s = subtree.root; s >= subtree.first_node; --s) backward_node(s, x, scratch);
                   });
}

template <class Scalar>
void BlockLdl<Scalar>::backward_node(int s, Scalar* x, Scratch& scratch) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), r = tree.n_rows(s);
  const Scalar* const panel = panels_.data() + a_.panel_start[s];
  const int* const rows = tree.rows.data() + tree.rows_start[s];
  DenseColumn<Scalar> below(scratch.work.data(), r), own(x + tree.first[s], n_columns);
  for (int i = 0; i < r; ++i) below[i] = x[rows[i]];
  own.noalias() -=
      ConstDenseBlock<Scalar>(panel + n_columns, r, n_columns, Eigen::OuterStride<>(m)).transpose() * below;
  for (int j = n_columns - 2; j >= 0; --j)
    own[j] -= Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(
                  panel + static_cast<std::ptrdiff_t>(j) * m + j + 1, n_columns - j - 1)
                  .cwiseProduct(own.tail(n_columns - j - 1))
                  .sum();
}

template class BlockLdl<double>;
template class BlockLdl<Complex>;

}  // namespace pleuel
