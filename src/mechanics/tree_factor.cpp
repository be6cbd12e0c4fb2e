#include "pleuel/mechanics/tree_factor.hpp"

#include <algorithm>
#include <type_traits>

#include "pleuel/linalg/entries.hpp"

namespace pleuel {
namespace {

// A pivot that is smaller, relative to its diagonal entry, leaves too few digits.
constexpr double least_inertia_pivot = 1e-10;
constexpr double least_joint_pivot = 1e-8;
constexpr double least_loop_pivot = 1e-10;

template <int n>
using Fixed = std::integral_constant<int, n>;

/// The numbers of a node: M̂ = L D Lᵀ and then L (n_x × n_x), G_jk and then W = L⁻¹G_jkᵀ by rows
/// (n_y × n_x), G_jp and then L_S⁻¹G_jp (n_y × n_p), S = L_S D_S L_Sᵀ and then L_S (n_y × n_y),
/// reciprocals of D and D_S, and the right-hand sides z = L⁻¹b and u = L_S⁻¹(WᵀD⁻¹z − c).
template <class X, class Y, class P>
struct NodeNumbers {
  double *inertia, *joint, *parent, *complement, *pivots_x, *pivots_y, *z, *u;
  NodeNumbers(double* p, X n_x, Y n_y, P n_p)
      : inertia(p),
        joint(inertia + n_x * n_x),
        parent(joint + n_y * n_x),
        complement(parent + n_y * n_p),
        pivots_x(complement + n_y * n_y),
        pivots_y(pivots_x + n_x),
        z(pivots_y + n_y),
        u(z + n_x) {}
};

int n_numbers(int n_x, int n_y, int n_p) {
  return n_x * n_x + n_y * n_x + n_y * n_p + n_y * n_y + 2 * (n_x + n_y);
}

/// A = L D Lᵀ: L below the diagonal of A, D Lᵀ above it, reciprocals of D in `pivots`. D needs no
/// square roots, whose latency would dominate.
template <class N>
bool factor_symmetric(double* a, double* pivots, N n, double least) {
  double diagonal[BodyGraph::most_loop_rows];
  for (int i = 0; i < n; ++i) diagonal[i] = a[i * n + i];
  for (int k = 0; k < n; ++k) {
    const double pivot = a[k * n + k];
    if (!(pivot > least * diagonal[k])) return false;  // also for NaN
    pivots[k] = 1 / pivot;
    for (int i = k + 1; i < n; ++i) {
      a[k * n + i] = a[i * n + k];
      a[i * n + k] *= pivots[k];
    }
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j <= i; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
  return true;
}

/// x = L⁻¹ b.
template <class N>
void solve_lower(const double* l, N n, const double* b, double* x) {
  for (int i = 0; i < n; ++i) {
    double sum = b[i];
    for (int k = 0; k < i; ++k) sum -= l[i * n + k] * x[k];
    x[i] = sum;
  }
}

/// x = L⁻ᵀ D⁻¹ x.
template <class N>
void solve_upper(const double* l, const double* pivots, N n, double* x) {
  for (int i = n - 1; i >= 0; --i) {
    double sum = x[i] * pivots[i];
    for (int k = i + 1; k < n; ++k) sum -= l[k * n + i] * x[k];
    x[i] = sum;
  }
}

template <class X, class Y, class P>
bool factor_node(double* data, double* parent_inertia, X n_x, Y n_y, P n_p) {
  const NodeNumbers<X, Y, P> node(data, n_x, n_y, n_p);
  if (!factor_symmetric(node.inertia, node.pivots_x, n_x, least_inertia_pivot)) return false;
  for (int r = 0; r < n_y; ++r) {
    double* const w = node.joint + r * n_x;
    solve_lower(node.inertia, n_x, w, w);
    double scaled[BodyGraph::largest_body];
    for (int k = 0; k < n_x; ++k) scaled[k] = w[k] * node.pivots_x[k];
    for (int i = 0; i <= r; ++i) {
      const double* const other = node.joint + i * n_x;
      double sum = 0;
      for (int k = 0; k < n_x; ++k) sum += scaled[k] * other[k];
      node.complement[r * n_y + i] = sum;
    }
  }
  if (!factor_symmetric(node.complement, node.pivots_y, n_y, least_joint_pivot)) return false;
  if (n_p == 0) return true;
  for (int i = 0; i < n_y; ++i)
    for (int k = 0; k < n_p; ++k) {
      double sum = node.parent[i * n_p + k];
      for (int r = 0; r < i; ++r) sum -= node.complement[i * n_y + r] * node.parent[r * n_p + k];
      node.parent[i * n_p + k] = sum;
    }
  for (int r = 0; r < n_y; ++r) {
    const double* const row = node.parent + r * n_p;
    for (int i = 0; i < n_p; ++i) {
      const double factor = row[i] * node.pivots_y[r];
      for (int k = 0; k <= i; ++k) parent_inertia[i * n_p + k] += factor * row[k];
    }
  }
  return true;
}

}  // namespace

TreeFactor::TreeFactor(const FixedMatrix& M, const FixedMatrix& G, const BodyGraph& graph)
    : n_v_(M.rows), n_g_(G.rows), loop_rows_(graph.loop_rows) {
  int next = 0;
  std::vector<int> node_of(n_v_), node_of_row(n_g_, -1), place_in_joint(n_g_, 0);
  for (const BodyGraph::Body& body : graph.bodies) {
    const int number = static_cast<int>(nodes_.size()), n_y = static_cast<int>(body.rows.size());
    const int n_p = body.parent < 0 ? 0 : graph.bodies[body.parent].size;
    const Kind kind = body.size == 3 && n_y == 2 && n_p == 3   ? Kind::planar_revolute
                      : body.size == 6 && n_y == 3 && n_p == 6 ? Kind::spherical
                      : body.size == 6 && n_y == 5 && n_p == 6 ? Kind::spatial_revolute
                                                               : Kind::any;
    nodes_.push_back(
        {kind, body.size, n_y, n_p, next, body.parent, body.first, static_cast<int>(rows_.size())});
    next += n_numbers(body.size, n_y, n_p);
    for (int k = 0; k < body.size; ++k) node_of[body.first + k] = number;
    for (int k = 0; k < n_y; ++k) {
      node_of_row[body.rows[k]] = number;
      place_in_joint[body.rows[k]] = k;
      rows_.push_back(body.rows[k]);
    }
  }
  data_.assign(next, 0.0);
  mass_places_ = places_of(M, [&](int i, int j) {
    const Node& node = nodes_[node_of[j]];
    return node.data + (i - node.first_x) * node.n_x + (j - node.first_x);
  });
  // Entries of loops are stored behind those of the nodes.
  std::vector<int> loop_of(n_g_, -1);
  for (int k = 0; k < n_loops(); ++k) loop_of[loop_rows_[k]] = k;
  jacobian_places_ = places_of(G, [&](int i, int j) {
    if (loop_of[i] >= 0) {
      const int place = next + static_cast<int>(loop_entries_.size());
      loop_entries_.push_back({loop_of[i], j, place});
      return place;
    }
    const Node& node = nodes_[node_of_row[i]];
    const int row = place_in_joint[i], joint = node.data + node.n_x * node.n_x;
    if (node_of[j] == node_of_row[i]) return joint + row * node.n_x + (j - node.first_x);
    return joint + node.n_y * node.n_x + row * node.n_p + (j - nodes_[node.parent].first_x);
  });
  data_.resize(next + loop_entries_.size(), 0.0);
  loop_solutions_.assign(static_cast<std::size_t>(n_loops()) * (n_v_ + n_g_), 0.0);
  loop_complement_.assign(static_cast<std::size_t>(n_loops()) * n_loops(), 0.0);
  loop_pivots_.assign(n_loops(), 0.0);
  loop_loads_ = loop_pivots_;
}

/// work(n_x, n_y, n_p) with sizes that the compiler knows where possible.
template <class Work>
void TreeFactor::with_sizes(const Node& node, Work work) {
  switch (node.kind) {
    case Kind::planar_revolute:
      return work(Fixed<3>(), Fixed<2>(), Fixed<3>());
    case Kind::spherical:
      return work(Fixed<6>(), Fixed<3>(), Fixed<6>());
    case Kind::spatial_revolute:
      return work(Fixed<6>(), Fixed<5>(), Fixed<6>());
    case Kind::any:
      return work(node.n_x, node.n_y, node.n_p);
  }
}

bool TreeFactor::factor(const FixedMatrix& M, const FixedMatrix& G) {
  std::fill(data_.begin(), data_.end(), 0.0);
  for (std::size_t k = 0; k < mass_places_.size(); ++k) data_[mass_places_[k]] = M.value[k];
  for (std::size_t k = 0; k < jacobian_places_.size(); ++k) data_[jacobian_places_[k]] = G.value[k];
  bool is_regular = true;
  for (const Node& node : nodes_) {
    double* const parent = node.parent >= 0 ? data_.data() + nodes_[node.parent].data : nullptr;
    with_sizes(node, [&](auto n_x, auto n_y, auto n_p) {
      is_regular = factor_node(data_.data() + node.data, parent, n_x, n_y, n_p);
    });
    if (!is_regular) return false;
  }
  return factor_loops();
}

/// Solves with the matrix K of the tree; y of loops is neither read nor written.
void TreeFactor::solve_tree(double* x, double* y) {
  for (const Node& node : nodes_)
    with_sizes(node, [&](auto n_x, auto n_y, auto n_p) {
      const NodeNumbers own(data_.data() + node.data, n_x, n_y, n_p);
      solve_lower(own.inertia, n_x, x + node.first_x, own.z);
      const int* const row = rows_.data() + node.first_row;
      for (int r = 0; r < n_y; ++r) {
        double sum = -y[row[r]];
        for (int k = 0; k < n_x; ++k) sum += own.joint[r * n_x + k] * (own.z[k] * own.pivots_x[k]);
        own.u[r] = sum;
      }
      solve_lower(own.complement, n_y, own.u, own.u);
      if (n_p == 0) return;
      double* const parent = x + nodes_[node.parent].first_x;
      for (int r = 0; r < n_y; ++r) {
        const double factor = own.u[r] * own.pivots_y[r];
        for (int k = 0; k < n_p; ++k) parent[k] -= own.parent[r * n_p + k] * factor;
      }
    });
  for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node)
    with_sizes(*node, [&](auto n_x, auto n_y, auto n_p) {
      const NodeNumbers own(data_.data() + node->data, n_x, n_y, n_p);
      const double* const parent = n_p == 0 ? nullptr : x + nodes_[node->parent].first_x;
      for (int r = 0; r < n_y; ++r)
        for (int k = 0; k < n_p; ++k) own.u[r] += own.parent[r * n_p + k] * parent[k];
      solve_upper(own.complement, own.pivots_y, n_y, own.u);
      const int* const row = rows_.data() + node->first_row;
      double* const to = x + node->first_x;
      for (int k = 0; k < n_x; ++k) to[k] = own.z[k];
      for (int r = 0; r < n_y; ++r) {
        y[row[r]] = own.u[r];
        for (int k = 0; k < n_x; ++k) to[k] -= own.joint[r * n_x + k] * own.u[r];
      }
      solve_upper(own.inertia, own.pivots_x, n_x, to);
    });
}

/// K⁻¹(Cᵀ, 0) and the factors of C K⁻¹Cᵀ.
bool TreeFactor::factor_loops() {
  const int n = n_loops();
  if (n == 0) return true;
  std::fill(loop_solutions_.begin(), loop_solutions_.end(), 0.0);
  std::fill(loop_complement_.begin(), loop_complement_.end(), 0.0);
  for (const LoopEntry& e : loop_entries_) loop_solution(e.loop)[e.column] = data_[e.place];
  for (int l = 0; l < n; ++l) {
    solve_tree(loop_solution(l), loop_solution(l) + n_v_);
    for (const LoopEntry& e : loop_entries_)
      loop_complement_[e.loop * n + l] += data_[e.place] * loop_solution(l)[e.column];
  }
  return factor_symmetric(loop_complement_.data(), loop_pivots_.data(), n, least_loop_pivot);
}

void TreeFactor::solve(double* x, double* y) {
  solve_tree(x, y);
  const int n = n_loops();
  if (n == 0) return;
  // y_C = (C K⁻¹Cᵀ)⁻¹ (C x − c) with x of the tree
  double* const loads = loop_loads_.data();
  for (int l = 0; l < n; ++l) loads[l] = -y[loop_rows_[l]];
  for (const LoopEntry& e : loop_entries_) loads[e.loop] += data_[e.place] * x[e.column];
  solve_lower(loop_complement_.data(), n, loads, loads);
  solve_upper(loop_complement_.data(), loop_pivots_.data(), n, loads);
  for (int l = 0; l < n; ++l) {
    const double* const solution = loop_solution(l);
    for (int k = 0; k < n_v_; ++k) x[k] -= loads[l] * solution[k];
    for (const int row : rows_) y[row] -= loads[l] * solution[n_v_ + row];
  }
  for (int l = 0; l < n; ++l) y[loop_rows_[l]] = loads[l];
}

}  // namespace pleuel
