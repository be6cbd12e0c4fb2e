#include "pleuel/linalg/supernodal_tree.hpp"

#include <algorithm>
#include <numeric>

namespace pleuel {
namespace {

// Supernodes are merged with their parent if that adds few zeros: regular loops are faster. Part of
// zeros that is accepted up to a number of columns.
struct Relaxation {
  int n_columns;
  double zeros;
};
constexpr Relaxation relaxations[] = {{8, 1.0}, {16, 0.6}, {48, 0.15}, {1 << 30, 0.05}};

/// Calls visit(i, j) for each entry (i, j) of A + Aᵀ in the elimination order with i < j.
template <class Visit>
void for_each_above(const FixedMatrix& pattern, const std::vector<int>& place, Visit visit) {
  for (int j = 0; j < pattern.cols; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const int a = place[pattern.row[k]], b = place[j];
      if (a != b) visit(std::min(a, b), std::max(a, b));
    }
}

/// Compressed lists: of each row, the columns before it.
struct Above {
  std::vector<int> start, column;

  Above(const FixedMatrix& pattern, const std::vector<int>& place) : start(pattern.rows + 1, 0) {
    for_each_above(pattern, place, [&](int, int j) { ++start[j + 1]; });
    std::partial_sum(start.begin(), start.end(), start.begin());
    column.resize(start.back());
    std::vector<int> next(start.begin(), start.end() - 1);
    for_each_above(pattern, place, [&](int i, int j) { column[next[j]++] = i; });
  }
};

std::vector<int> elimination_forest(const Above& above, int n) {
  std::vector<int> parent(n, -1), ancestor(n, -1);
  for (int j = 0; j < n; ++j)
    for (int k = above.start[j]; k < above.start[j + 1]; ++k)
      for (int i = above.column[k]; i != -1 && i < j;) {
        const int next = ancestor[i];
        ancestor[i] = j;
        if (next == -1) parent[i] = j;
        i = next;
      }
  return parent;
}

std::vector<int> postorder(const std::vector<int>& parent) {
  const int n = static_cast<int>(parent.size());
  std::vector<int> child(n, -1), sibling(n, -1), result;
  for (int j = n - 1; j >= 0; --j)
    if (parent[j] >= 0) {
      sibling[j] = child[parent[j]];
      child[parent[j]] = j;
    }
  result.reserve(n);
  std::vector<int> path;
  for (int root = 0; root < n; ++root) {
    if (parent[root] >= 0) continue;
    path.push_back(root);
    while (!path.empty()) {
      const int j = path.back();
      if (child[j] >= 0) {
        path.push_back(child[j]);
        child[j] = sibling[child[j]];
      } else {
        result.push_back(j);
        path.pop_back();
      }
    }
  }
  return result;
}

}  // namespace

SupernodalTree::SupernodalTree(const FixedMatrix& pattern, std::vector<int> given)
    : order(std::move(given)), place(order.size()) {
  find_forest(pattern);
  find_rows(pattern);
  for (int s = 0; s < n_supernodes(); ++s) {
    n_entries += static_cast<long>(n_columns(s)) * height(s);
    for (int k = 0; k < n_columns(s); ++k) {
      const double below = height(s) - k;
      n_operations += 0.5 * below * below;
    }
  }
}

void SupernodalTree::find_forest(const FixedMatrix& pattern) {
  const int n = size();
  for (int k = 0; k < n; ++k) place[order[k]] = k;
  std::vector<int> parent_of = elimination_forest(Above(pattern, place), n);
  const std::vector<int> post = postorder(parent_of);
  std::vector<int> number(n), in_postorder(n), parent_in_postorder(n);
  for (int k = 0; k < n; ++k) number[post[k]] = k;
  for (int k = 0; k < n; ++k) {
    in_postorder[k] = order[post[k]];
    parent_in_postorder[k] = parent_of[post[k]] < 0 ? -1 : number[parent_of[post[k]]];
  }
  order = std::move(in_postorder);
  parent_of = std::move(parent_in_postorder);
  for (int k = 0; k < n; ++k) place[order[k]] = k;

  // Row j of L has entries in all columns on the paths from the entries of A to j.
  std::vector<int> count(n, 0), seen(n, -1);
  const Above above(pattern, place);
  for (int j = 0; j < n; ++j) {
    seen[j] = j;
    for (int k = above.start[j]; k < above.start[j + 1]; ++k)
      for (int i = above.column[k]; seen[i] != j; i = parent_of[i]) {
        ++count[i];
        seen[i] = j;
      }
  }
  find_supernodes(parent_of, count);
}

void SupernodalTree::find_supernodes(const std::vector<int>& column_parent, const std::vector<int>& count) {
  struct Node {
    int first, n_columns, n_rows;
    double zeros;
  };
  const auto entries = [](double wide, double below) { return wide * (0.5 * (wide + 1) + below); };
  std::vector<Node> nodes;  // merged so far
  const int n = size();
  for (int j = 0; j < n;) {
    int end = j + 1;
    while (end < n && column_parent[end - 1] == end && count[end - 1] == count[end] + 1) ++end;
    Node node{j, end - j, count[end - 1], 0};
    while (!nodes.empty()) {
      const Node& child = nodes.back();
      const int above = column_parent[node.first - 1];
      if (above < node.first || above >= node.first + node.n_columns) break;
      const int columns = child.n_columns + node.n_columns;
      const double total = entries(columns, node.n_rows);
      const double zeros = child.zeros + node.zeros + total - entries(child.n_columns, child.n_rows) -
                           entries(node.n_columns, node.n_rows);
      const auto* const rule =
          std::ranges::find_if(relaxations, [&](const Relaxation& r) { return columns <= r.n_columns; });
      if (zeros > rule->zeros * total) break;
      node = {child.first, columns, node.n_rows, zeros};
      nodes.pop_back();
    }
    nodes.push_back(node);
    j = end;
  }
  for (const Node& node : nodes) first.push_back(node.first);
  first.push_back(n);
}

void SupernodalTree::find_rows(const FixedMatrix& pattern) {
  const int n = size(), n_nodes = n_supernodes();
  std::vector<int> node_of(n), seen(n, -1);
  for (int s = 0; s < n_nodes; ++s)
    for (int j = first[s]; j < first[s + 1]; ++j) node_of[j] = s;
  // Entries of A by the column in which they are below the diagonal.
  std::vector<int> start(n + 1, 0), below;
  for_each_above(pattern, place, [&](int i, int) { ++start[i + 1]; });
  std::partial_sum(start.begin(), start.end(), start.begin());
  below.resize(start.back());
  std::vector<int> next(start.begin(), start.end() - 1);
  for_each_above(pattern, place, [&](int i, int j) { below[next[i]++] = j; });

  std::vector<std::vector<int>> children(n_nodes);
  parent.assign(n_nodes, -1);
  rows_start.assign(1, 0);
  for (int s = 0; s < n_nodes; ++s) {
    const int end = first[s + 1];
    const auto begin = static_cast<std::ptrdiff_t>(rows.size());
    const auto take = [&](int i) {
      if (i < end || seen[i] == s) return;
      seen[i] = s;
      rows.push_back(i);
    };
    for (int k = start[first[s]]; k < start[end]; ++k) take(below[k]);
    for (const int c : children[s])
      for (int k = rows_start[c]; k < rows_start[c + 1]; ++k) take(rows[k]);
    std::sort(rows.begin() + begin, rows.end());
    rows_start.push_back(static_cast<int>(rows.size()));
    if (n_rows(s) == 0) continue;
    parent[s] = node_of[rows[begin]];
    children[parent[s]].push_back(s);
  }
  relative.resize(rows.size());
  for (int s = 0; s < n_nodes; ++s) {
    const int p = parent[s];
    int above = p < 0 ? 0 : rows_start[p];
    for (int k = rows_start[s]; k < rows_start[s + 1]; ++k) {
      if (rows[k] < first[p + 1]) {
        relative[k] = rows[k] - first[p];
        continue;
      }
      while (rows[above] != rows[k]) ++above;
      relative[k] = n_columns(p) + above - rows_start[p];
    }
  }
}

}  // namespace pleuel
