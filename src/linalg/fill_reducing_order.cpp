#include "pleuel/linalg/fill_reducing_order.hpp"

#include <klu.h>
#if PLEUEL_HAS_METIS
#include <metis.h>
#endif

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace pleuel {
namespace {

// Nested dissection takes about as long as this number of operations per entry of the pattern, and
// gains nothing for less.
constexpr int least_dissected = 3000;
constexpr double least_operations_per_entry = 100;

/// The graph of A + Aᵀ without its diagonal; rows with the same neighbours, like the two
/// displacements of a node, are one vertex.
struct CompressedGraph {
  std::vector<int> vertex;  // of each row
  std::vector<int> weight;  // rows of each vertex
  std::vector<int> start, neighbour;

  explicit CompressedGraph(const FixedMatrix& pattern) {
    const FixedMatrix mirrored = pattern.transposed();
    const int n = pattern.rows;
    std::vector<std::vector<int>> closed(n);  // neighbours and the row itself
    for (int j = 0; j < n; ++j) {
      auto& list = closed[j];
      std::set_union(pattern.row.begin() + pattern.start[j], pattern.row.begin() + pattern.start[j + 1],
                     mirrored.row.begin() + mirrored.start[j], mirrored.row.begin() + mirrored.start[j + 1],
                     std::back_inserter(list));
      const auto at = std::lower_bound(list.begin(), list.end(), j);
      if (at == list.end() || *at != j) list.insert(at, j);
    }
    // A row with the same closed neighbourhood as an earlier one is its neighbour.
    vertex.assign(n, -1);
    std::vector<int> leader;
    for (int j = 0; j < n; ++j) {
      for (const int i : closed[j]) {
        if (i >= j) break;
        if (closed[i].size() != closed[j].size() || closed[i] != closed[j]) continue;
        vertex[j] = vertex[i];
        break;
      }
      if (vertex[j] < 0) {
        vertex[j] = static_cast<int>(leader.size());
        leader.push_back(j);
        weight.push_back(0);
      }
      ++weight[vertex[j]];
    }
    start = {0};
    for (std::size_t v = 0; v < leader.size(); ++v) {
      const auto begin = static_cast<std::ptrdiff_t>(neighbour.size());
      for (const int i : closed[leader[v]])
        if (vertex[i] != static_cast<int>(v)) neighbour.push_back(vertex[i]);
      std::sort(neighbour.begin() + begin, neighbour.end());
      neighbour.erase(std::unique(neighbour.begin() + begin, neighbour.end()), neighbour.end());
      start.push_back(static_cast<int>(neighbour.size()));
    }
  }
};

}  // namespace

std::vector<int> minimum_degree_order(const FixedMatrix& pattern) {
  if (pattern.rows == 0) return {};
  klu_common common{};
  klu_defaults(&common);
  common.btf = 0;
  std::vector<int> start = pattern.start, row = pattern.row;
  klu_symbolic* symbolic = klu_analyze(pattern.rows, start.data(), row.data(), &common);
  if (symbolic == nullptr) throw std::logic_error("minimum_degree_order: the pattern has no order");
  std::vector<int> order(symbolic->Q, symbolic->Q + pattern.rows);
  klu_free_symbolic(&symbolic, &common);
  return order;
}

std::vector<int> nested_dissection_order(const FixedMatrix& pattern) {
#if PLEUEL_HAS_METIS
  CompressedGraph graph(pattern);
  idx_t n = static_cast<idx_t>(graph.weight.size());
  std::vector<idx_t> start(graph.start.begin(), graph.start.end());
  std::vector<idx_t> neighbour(graph.neighbour.begin(), graph.neighbour.end());
  std::vector<idx_t> weight(graph.weight.begin(), graph.weight.end());
  std::vector<idx_t> order(n), place(n), options(METIS_NOPTIONS);
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  if (METIS_NodeND(&n, start.data(), neighbour.data(), weight.data(), options.data(), order.data(),
                   place.data()) != METIS_OK)
    throw std::runtime_error("METIS found no order of " + std::to_string(n) + " vertices");
  std::vector<std::vector<int>> rows(n);
  for (int i = 0; i < pattern.rows; ++i) rows[place[graph.vertex[i]]].push_back(i);
  std::vector<int> result;
  result.reserve(pattern.rows);
  for (const auto& list : rows) result.insert(result.end(), list.begin(), list.end());
  return result;
#else
  (void)pattern;
  return {};
#endif
}

SupernodalTree fill_reducing_tree(const FixedMatrix& pattern) {
  SupernodalTree tree(pattern, minimum_degree_order(pattern));
  if (pattern.rows < least_dissected ||
      tree.n_operations < least_operations_per_entry * static_cast<double>(pattern.n_entries()))
    return tree;
  std::vector<int> order = nested_dissection_order(pattern);
  if (order.empty()) return tree;
  SupernodalTree dissected(pattern, std::move(order));
  return dissected.n_operations < tree.n_operations ? dissected : tree;
}

}  // namespace pleuel
