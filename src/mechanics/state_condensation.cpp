#include "pleuel/mechanics/state_condensation.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "pleuel/base/thread_pool.hpp"
#include "pleuel/linalg/simd.hpp"

namespace pleuel {
namespace {

constexpr int most_on_stack = 1024;   // doubles of each scratch array
constexpr int most_summed_rows = 32;  // of a group whose products with a vector are summed first

/// Sorted numbers without duplicates.
void sort_unique(std::vector<int>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// The rows of B that read states of a block.
void rows_of_block(const FixedMatrix& B, const StateBlock& block, std::vector<int>& rows) {
  rows.assign(B.row.begin() + B.start[block.first], B.row.begin() + B.start[block.first + block.size]);
  sort_unique(rows);
}

/// Columns of S in a block are far from each other in memory, and the processor does not foresee
/// the next one. So the column that is read `columns_ahead` columns later is fetched into the
/// cache.
constexpr int columns_ahead = 48;
inline void fetch_ahead(const FixedMatrix& S, const int* place) {
  constexpr int numbers_in_line = 8;
  const double* const column = S.value.data() + place[columns_ahead];
  __builtin_prefetch(column);
  __builtin_prefetch(column + numbers_in_line - 1);
}

/// Scratch memory that is on the stack unless it is large.
class StackArray {
 public:
  explicit StackArray(std::size_t n) {
    if (n > small_.size()) large_.resize(n);
    data_ = large_.empty() ? small_.data() : large_.data();
    std::fill_n(data_, n, 0.0);
  }
  double* data() { return data_; }

 private:
  std::array<double, most_on_stack> small_;
  std::vector<double> large_;
  double* data_;
};

/// y += factor · x.
inline void add_scaled(double factor, const double* x, int n, double* y) {
  int i = 0;
  for (; i + lanes <= n; i += lanes) lanes_at(y + i) += factor * lanes_at(x + i);
  for (; i < n; ++i) y[i] += factor * x[i];
}

/// local += b ⊗ u: `rows` doubles per column, padded to whole registers, n_used states.
void add_outer(const double* b, const double* u, int rows, int n_used, double* local) {
  for (int i = 0; i < rows; i += lanes) {
    Lanes sum = lanes_at(local + i);
    for (int k = 0; k < n_used; ++k) sum += u[k] * lanes_at(b + k * rows + i);
    lanes_at(local + i) = sum;
  }
}

/// u = t c: t has n columns of `used` doubles, padded to whole registers.
void multiply_rows(const double* t, const double* c, int n, int used, int n_used, double* u) {
  for (int k = 0; k < n_used; k += lanes) {
    Lanes sum = {};
    for (int j = 0; j < n; ++j) sum += c[j] * lanes_at(t + j * used + k);
    lanes_at(u + k) = sum;
  }
}

inline void add_to(double& value, const double* re, const double*, int k) { value += re[k]; }
inline void add_to(Complex& value, const double* re, const double* im, int k) {
  value += Complex(re[k], im[k]);
}

}  // namespace

StateCondensation::StateCondensation(const std::vector<StateBlock>& blocks, const FixedMatrix& B,
                                     const FixedMatrix& S, const std::function<int(int, int)>& place)
    : blocks_(blocks) {
  find_groups(B, S);
  for (Group& g : groups_) {
    g.first_place = place_.size();
    for (int c = 0; c < g.n_cols; ++c)
      for (int r = 0; r < g.n_rows; ++r)
        place_.push_back(place(rows_[g.first_row + r], cols_[g.first_col + c]));
  }
  place_.shrink_to_fit();
  S_place_.insert(S_place_.end(), columns_ahead, 0);
  S_place_.shrink_to_fit();
  std::vector<int> start;
  for (const Group& g : groups_) start.push_back(g.first_row);
  start.push_back(static_cast<int>(rows_.size()));
  colored_ = ColoredGroups(start, rows_, B.rows);
  if (groups_.empty()) return;
  const Group& g = groups_.front();
  operations_of_vector_ = 2.0 * g.n_blocks * (g.n_cols + g.n_rows) * blocks_[g.first_block].size;
  operations_ = 4.0 * g.n_blocks * g.n_cols * g.n_rows * blocks_[g.first_block].n_active();
}

void StateCondensation::append_entries(const std::vector<StateBlock>& blocks, const FixedMatrix& B,
                                       const FixedMatrix& S, std::vector<std::pair<int, int>>& entries) {
  StateCondensation patterns;
  patterns.blocks_ = blocks;
  patterns.find_groups(B, S);
  for (const Group& g : patterns.groups_)
    for (int c = 0; c < g.n_cols; ++c)
      for (int r = 0; r < g.n_rows; ++r)
        entries.emplace_back(patterns.rows_[g.first_row + r], patterns.cols_[g.first_col + c]);
}

void StateCondensation::find_groups(const FixedMatrix& B, const FixedMatrix& S) {
  const FixedMatrix by_state = S.transposed();
  std::vector<int> rows, cols;
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b) {
    const StateBlock& block = blocks_[b];
    rows_of_block(B, block, rows);
    rows_of_block(by_state, block, cols);
    if (rows.empty() && cols.empty()) continue;
    const auto is_last = [](const std::vector<int>& all, int first, const std::vector<int>& list) {
      return all.size() - first == list.size() && std::equal(list.begin(), list.end(), all.begin() + first);
    };
    const bool joins = !groups_.empty() && block.size == blocks_[b - 1].size &&
                       block.n_passive == blocks_[b - 1].n_passive &&
                       groups_.back().first_block + groups_.back().n_blocks == b &&
                       is_last(rows_, groups_.back().first_row, rows) &&
                       is_last(cols_, groups_.back().first_col, cols);
    if (joins) {
      ++groups_.back().n_blocks;
    } else {
      groups_.push_back({b, 1, static_cast<int>(rows_.size()), static_cast<int>(rows.size()),
                         static_cast<int>(cols_.size()), static_cast<int>(cols.size()), S_place_.size(), 0,
                         true, true});
      rows_.insert(rows_.end(), rows.begin(), rows.end());
      cols_.insert(cols_.end(), cols.begin(), cols.end());
    }
    Group& group = groups_.back();
    for (int j = block.first; j < block.first + block.size; ++j) {
      const int n_entries = B.start[j + 1] - B.start[j];
      group.has_full_rows &= n_entries == 0 || n_entries == group.n_rows;
    }
    for (const int j : cols) {
      const auto end = S.row.begin() + S.start[j + 1];
      const auto found = std::lower_bound(S.row.begin() + S.start[j], end, block.first);
      const auto after = std::lower_bound(found, end, block.first + block.size);
      S_place_.push_back(static_cast<int>(found - S.row.begin()));
      group.has_full_cols &= after - found == block.size;
    }
  }
}

template <class Scalar>
struct StateCondensation::Job {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  const FixedMatrix& B;
  const StateInverse<Scalar>& T;
  const FixedMatrix& S;
  Scalar* values;
};

namespace {

/// Scratch memory for one group. Columns are padded to whole registers.
struct GroupScratch {
  GroupScratch(int n_rows, int n_cols, int size, bool is_complex)
      : rows(padded(n_rows)),
        used(padded(size)),
        local_re(rows * n_cols),
        local_im(is_complex ? rows * n_cols : 0),
        b(rows * size),
        t_re(used * size),
        t_im(is_complex ? used * size : 0),
        column(size),
        u(used) {}
  int rows, used;
  StackArray local_re, local_im;  // the sum B T S
  StackArray b;                   // the columns of B with entries
  StackArray t_re, t_im;          // the rows of T that belong to them, column by column
  StackArray column, u;
};

/// Copies the columns of B with entries and the rows of T that belong to them. Returns their
/// number.
template <class Scalar>
int load_block(const FixedMatrix& B, const StateInverse<Scalar>& T, int number, const StateBlock& block,
               std::span<const int> rows, GroupScratch& work) {
  const int n = block.n_active();
  int n_used = 0;
  for (int s = 0; s < n; ++s) {
    const int first = B.start[block.first + s], end = B.start[block.first + s + 1];
    if (first == end) continue;
    double* const b = work.b.data() + n_used * work.rows;
    if (end - first == static_cast<int>(rows.size())) {
      std::copy_n(B.value.data() + first, rows.size(), b);
    } else {
      std::fill_n(b, work.rows, 0.0);
      for (int k = first; k < end; ++k)
        b[std::lower_bound(rows.begin(), rows.end(), B.row[k]) - rows.begin()] = B.value[k];
    }
    const auto copy_row = [&](const double* t, double* out) {
      for (int j = 0; j < n; ++j) out[j * work.used + n_used] = t[j * n + s];
    };
    copy_row(T.re(number), work.t_re.data());
    if constexpr (!std::is_same_v<Scalar, double>) copy_row(T.im(number), work.t_im.data());
    ++n_used;
  }
  return n_used;
}

/// The active part of column j of S in a block, from its first entry on; dense. Where S is known to
/// be full, its row numbers are not read: they are as far from the cache as its values.
const double* column_of_block(const FixedMatrix& S, int j, int first, const StateBlock& block, bool is_full,
                              GroupScratch& work) {
  if (is_full) return S.value.data() + first;
  const int n = block.n_active(), end = S.start[j + 1], last = first + n - 1;
  if (last < end && S.row[last] == block.first + n - 1) return S.value.data() + first;
  std::fill_n(work.column.data(), n, 0.0);
  for (int k = first; k < end && S.row[k] < block.first + n; ++k)
    work.column.data()[S.row[k] - block.first] = S.value[k];
  return work.column.data();
}

}  // namespace

template <class Scalar>
void StateCondensation::add_group(const Group& g, const Job<Scalar>& job) const {
  constexpr bool is_complex = Job<Scalar>::is_complex;
  if (g.n_rows == 0 || g.n_cols == 0) return;
  const std::span<const int> row_numbers(rows_.data() + g.first_row, g.n_rows);
  const int n = blocks_[g.first_block].n_active();
  GroupScratch work(g.n_rows, g.n_cols, n, is_complex);
  for (int k = 0; k < g.n_blocks; ++k) {
    const int number = g.first_block + k;
    const StateBlock& block = blocks_[number];
    const int n_used = load_block(job.B, job.T, number, block, row_numbers, work);
    const int* const S_place = S_place_.data() + g.first_entry + static_cast<std::size_t>(k) * g.n_cols;
    for (int c = 0; c < g.n_cols; ++c) {
      fetch_ahead(job.S, S_place + c);
      const double* const sigma =
          column_of_block(job.S, cols_[g.first_col + c], S_place[c], block, g.has_full_cols, work);
      multiply_rows(work.t_re.data(), sigma, n, work.used, n_used, work.u.data());
      add_outer(work.b.data(), work.u.data(), work.rows, n_used, work.local_re.data() + c * work.rows);
      if constexpr (is_complex) {
        multiply_rows(work.t_im.data(), sigma, n, work.used, n_used, work.u.data());
        add_outer(work.b.data(), work.u.data(), work.rows, n_used, work.local_im.data() + c * work.rows);
      }
    }
  }
  const int* place = place_.data() + g.first_place;
  for (int c = 0; c < g.n_cols; ++c)
    for (int r = 0; r < g.n_rows; ++r)
      add_to(job.values[*place++], work.local_re.data(), work.local_im.data(), c * work.rows + r);
}

template <class Scalar>
void StateCondensation::add(const FixedMatrix& B, const StateInverse<Scalar>& T, const FixedMatrix& S,
                            Scalar* values) const {
  if (T.is_zero()) return;
  const Job<Scalar> job{B, T, S, values};
  colored_.for_each(operations_, [&](int g) { add_group(groups_[g], job); });
}

void StateCondensation::add_rates(const FixedMatrix& S, const double* x, double* y) const {
  for_each_range(static_cast<int>(groups_.size()), operations_of_vector_, [&](int first, int end) {
    for (int number = first; number < end; ++number) {
      const Group& g = groups_[number];
      const int* place = S_place_.data() + g.first_entry;
      for (int b = g.first_block; b < g.first_block + g.n_blocks; ++b) {
        const int last = blocks_[b].first + blocks_[b].size;
        for (int c = 0; c < g.n_cols; ++c, ++place) {
          const int j = cols_[g.first_col + c];
          fetch_ahead(S, place);
          if (g.has_full_cols)
            add_scaled(x[j], S.value.data() + *place, blocks_[b].size, y + blocks_[b].first);
          else
            for (int k = *place; k < S.start[j + 1] && S.row[k] < last; ++k) y[S.row[k]] += x[j] * S.value[k];
        }
      }
    }
  });
}

void StateCondensation::add_rows(double scale, const FixedMatrix& B, const double* s, double* y) const {
  colored_.for_each(operations_of_vector_, [&](int number) {
    const Group& g = groups_[number];
    const StateBlock& last = blocks_[g.first_block + g.n_blocks - 1];
    const bool is_summed = g.has_full_rows && g.n_rows <= most_summed_rows;
    std::array<double, most_summed_rows> sum = {};
    for (int j = blocks_[g.first_block].first; j < last.first + last.size; ++j) {
      const double factor = scale * s[j];
      const int first = B.start[j], end = B.start[j + 1];
      if (is_summed)
        add_scaled(factor, B.value.data() + first, end - first, sum.data());
      else
        for (int k = first; k < end; ++k) y[B.row[k]] += factor * B.value[k];
    }
    for (int r = 0; r < g.n_rows && is_summed; ++r) y[rows_[g.first_row + r]] += sum[r];
  });
}

template void StateCondensation::add(const FixedMatrix&, const StateInverse<double>&, const FixedMatrix&,
                                     double*) const;
template void StateCondensation::add(const FixedMatrix&, const StateInverse<Complex>&, const FixedMatrix&,
                                     Complex*) const;

}  // namespace pleuel
