#include "pleuel/linalg/block_analysis.hpp"

#include <algorithm>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/linalg/fill_reducing_order.hpp"

namespace pleuel {
namespace {

// Smaller blocks are eliminated as one. Multiplications, of which a supernode counts some more.
constexpr double least_divided = 2e6, operations_per_supernode = 2000;
// Part of the work of a subtree that is not divided: eight threads find enough of them.
constexpr double largest_subtree = 1.0 / 16;

/// Number of each row in the block, or −1 − its number in the border.
std::vector<int> numbers_of(const SparseStructure& structure) {
  std::vector<int> number(structure.size(), 0);
  for (int i = 0; i < structure.n_border(); ++i) number[structure.border()[i]] = -1 - i;
  int n = 0;
  for (int& i : number)
    if (i == 0) i = n++;
  return number;
}

std::vector<int> rows_outside(const SparseStructure& structure) {
  std::vector<int> rows;
  const auto& border = structure.border();
  for (int i = 0; i < structure.size(); ++i)
    if (!std::binary_search(border.begin(), border.end(), i)) rows.push_back(i);
  return rows;
}

FixedMatrix block_pattern(const SparseStructure& structure) {
  const std::vector<int> number = numbers_of(structure);
  const FixedMatrix& pattern = structure.pattern();
  std::vector<int> starts(structure.n_block() + 1, 0), rows;
  rows.reserve(pattern.row.size());
  // Rows keep their order.
  for (int j = 0; j < pattern.cols; ++j) {
    if (number[j] < 0) continue;
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
      if (number[pattern.row[k]] >= 0) rows.push_back(number[pattern.row[k]]);
    starts[number[j] + 1] = static_cast<int>(rows.size());
  }
  return {structure.n_block(), structure.n_block(), std::move(starts), std::move(rows)};
}

void take_lane(BlockAnalysis::Side& side, int border) {
  const auto at = std::lower_bound(side.border.begin(), side.border.end(), border);
  if (at == side.border.end() || *at != border) side.border.insert(at, border);
}

}  // namespace

BlockAnalysis::BlockAnalysis(const SparseStructure& structure)
    : block_index(rows_outside(structure)),
      border_index(structure.border()),
      tree(fill_reducing_tree(block_pattern(structure))) {
  const std::vector<int> number = numbers_of(structure);
  find_panels();
  find_subtrees();
  find_entries(structure.pattern(), number);
  find_parts();
  find_border(structure.pattern(), number);
}

void BlockAnalysis::find_panels() {
  panel_start = {0};
  for (int s = 0; s < tree.n_supernodes(); ++s)
    panel_start.push_back(panel_start.back() + static_cast<long>(tree.n_columns(s)) * tree.height(s));
}

BlockAnalysis::Scratch BlockAnalysis::scratch_of(const std::vector<int>& nodes) const {
  Scratch scratch;
  long stack = 0;
  std::vector<long> waiting(tree.n_supernodes(), 0);  // updates of the children
  for (const int s : nodes) {
    scratch.panel = std::max(scratch.panel, panel_start[s + 1] - panel_start[s]);
    scratch.update = std::max(scratch.update, tree.n_rows(s));
    const long update = static_cast<long>(tree.n_rows(s)) * tree.n_rows(s);
    stack += update - waiting[s];
    if (tree.parent[s] >= 0) waiting[tree.parent[s]] += update;
    scratch.stack = std::max(scratch.stack, stack);
  }
  return scratch;
}

/// The largest subtree is divided into those of its children until none is large.
void BlockAnalysis::find_subtrees() {
  const int n_nodes = tree.n_supernodes();
  std::vector<double> work(n_nodes, 0);  // of the subtree of each supernode
  std::vector<int> begin(n_nodes);       // its first supernode
  std::vector<std::vector<int>> children(n_nodes);
  for (int s = 0; s < n_nodes; ++s) begin[s] = s;
  std::vector<int> roots;
  double total = 0;
  for (int s = 0; s < n_nodes; ++s) {
    const double height = tree.height(s);
    const double own = tree.n_columns(s) * height * height + operations_per_supernode;
    total += own;
    work[s] += own;
    const int parent = tree.parent[s];
    if (parent < 0) {
      roots.push_back(s);
      continue;
    }
    work[parent] += work[s];
    begin[parent] = std::min(begin[parent], begin[s]);
    children[parent].push_back(s);
  }
  subtree_of.assign(n_nodes, -1);
  n_inside.assign(n_nodes, 0);
  outside.clear();
  if (total >= least_divided) {
    while (!roots.empty()) {
      const auto largest = std::ranges::max_element(roots, [&](int a, int b) { return work[a] < work[b]; });
      if (work[*largest] <= largest_subtree * total) break;
      const std::vector<int> below = children[*largest];
      roots.erase(largest);
      roots.insert(roots.end(), below.begin(), below.end());
    }
    std::sort(roots.begin(), roots.end());
    outside.assign(tree.rows.size(), 0);
    for (const int root : roots) {
      std::vector<int> nodes;
      for (int s = begin[root]; s <= root; ++s) {
        nodes.push_back(s);
        subtree_of[s] = static_cast<int>(subtrees.size());
        int place = tree.rows_start[root];
        for (int k = tree.rows_start[s]; k < tree.rows_start[s + 1]; ++k) {
          if (tree.rows[k] < tree.first[root + 1]) {
            ++n_inside[s];
            continue;
          }
          while (tree.rows[place] != tree.rows[k]) ++place;
          outside[k] = place - tree.rows_start[root];
        }
      }
      subtrees.push_back({begin[root], root, scratch_of(nodes)});
    }
  }
  for (int s = 0; s < n_nodes; ++s)
    if (subtree_of[s] < 0) top.push_back(s);
  top_scratch = scratch_of(top);
}

void BlockAnalysis::find_entries(const FixedMatrix& pattern, const std::vector<int>& number) {
  const int n_nodes = tree.n_supernodes();
  std::vector<int> node_of(n_block()), row_place(n_block());
  for (int s = 0; s < n_nodes; ++s)
    for (int j = tree.first[s]; j < tree.first[s + 1]; ++j) node_of[j] = s;
  const auto for_each_lower = [&](auto visit) {
    for (int j = 0; j < pattern.cols; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
        if (number[j] < 0 || number[pattern.row[k]] < 0) continue;
        const int row = tree.place[number[pattern.row[k]]], column = tree.place[number[j]];
        const int mirror = pattern.slot(j, pattern.row[k]);
        // An entry of the upper triangle without mirror image counts as its mirror image.
        if (row >= column)
          visit(row, column, k, mirror);
        else if (mirror < 0)
          visit(column, row, -1, k);
      }
  };
  entry_start.assign(n_nodes + 1, 0);
  for_each_lower([&](int, int column, int, int) { ++entry_start[node_of[column] + 1]; });
  for (int s = 0; s < n_nodes; ++s) entry_start[s + 1] += entry_start[s];
  entries.resize(entry_start.back());
  std::vector<int> next(entry_start.begin(), entry_start.end() - 1);
  for_each_lower([&](int row, int column, int lower, int upper) {
    entries[next[node_of[column]]++] = {lower, upper, column, row};
  });
  for (int s = 0; s < n_nodes; ++s) {
    std::stable_sort(entries.begin() + entry_start[s], entries.begin() + entry_start[s + 1],
                     [](const Entry& x, const Entry& y) { return x.column < y.column; });
    for (int j = tree.first[s]; j < tree.first[s + 1]; ++j) row_place[j] = j - tree.first[s];
    for (int k = tree.rows_start[s]; k < tree.rows_start[s + 1]; ++k)
      row_place[tree.rows[k]] = tree.n_columns(s) + k - tree.rows_start[s];
    for (int k = entry_start[s]; k < entry_start[s + 1]; ++k) {
      Entry& e = entries[k];
      e.place = row_place[e.place] + (e.column - tree.first[s]) * tree.height(s);
    }
  }
}

void BlockAnalysis::find_parts() {
  int first = 0;
  for (int s = 0; s < tree.n_supernodes(); ++s) {
    if (tree.parent[s] >= 0) continue;
    parts.push_back({.first_node = first,
                     .end_node = s + 1,
                     .first_row = tree.first[first],
                     .end_row = tree.first[s + 1],
                     .columns = {},
                     .rows = {}});
    first = s + 1;
  }
}

void BlockAnalysis::find_border(const FixedMatrix& pattern, const std::vector<int>& number) {
  const auto part_of = [&](int row) -> Part& {
    return *std::upper_bound(parts.begin(), parts.end(), row,
                             [](int r, const Part& part) { return r < part.end_row; });
  };
  const auto for_each_side = [&](auto visit) {
    for (int j = 0; j < pattern.cols; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
        const int row = number[pattern.row[k]], column = number[j];
        if (row >= 0 && column < 0)
          visit(part_of(tree.place[row]), &Part::columns, tree.place[row], -1 - column, k);
        if (row < 0 && column >= 0)
          visit(part_of(tree.place[column]), &Part::rows, tree.place[column], -1 - row, k);
      }
  };
  for_each_side([](Part& part, Side Part::*side, int, int border, int) { take_lane(part.*side, border); });
  for_each_side([](Part& part, Side Part::*side, int row, int border, int source) {
    const auto& reached = (part.*side).border;
    const auto lane = std::lower_bound(reached.begin(), reached.end(), border) - reached.begin();
    (part.*side).entries.push_back({source, row - part.first_row, static_cast<int>(lane)});
  });
  Entries places;
  for (int j = 0; j < pattern.cols; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const int row = number[pattern.row[k]], column = number[j];
      if (row >= 0 || column >= 0) continue;
      corner.push_back({k, -1 - row, -1 - column});
      places.emplace_back(-1 - row, -1 - column);
    }
  for (const Part& part : parts)
    for (const int i : part.rows.border)
      for (const int j : part.columns.border) places.emplace_back(i, j);
  schur_pattern = FixedMatrix(n_border(), n_border(), places);
}

}  // namespace pleuel
