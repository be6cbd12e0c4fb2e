#include "pleuel/mechanics/tree_factor.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/reduced_node.hpp"

namespace pleuel {
namespace {

// A pivot that is smaller, relative to its diagonal entry, leaves too few digits.
constexpr double least_inertia_pivot = 1e-10;
constexpr double least_joint_pivot = 1e-8;
constexpr double least_loop_pivot = 1e-10;

// The loops of fixed sizes only become straight code where they are inlined.
#if defined(__GNUC__)
#define PLEUEL_INLINE [[gnu::always_inline]] inline
#else
#define PLEUEL_INLINE inline
#endif

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
PLEUEL_INLINE bool factor_symmetric(double* a, double* pivots, N n, double least) {
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
PLEUEL_INLINE void solve_lower(const double* l, N n, const double* b, double* x) {
  for (int i = 0; i < n; ++i) {
    double sum = b[i];
    for (int k = 0; k < i; ++k) sum -= l[i * n + k] * x[k];
    x[i] = sum;
  }
}

/// x = L⁻ᵀ D⁻¹ x.
template <class N>
PLEUEL_INLINE void solve_upper(const double* l, const double* pivots, N n, double* x) {
  for (int i = n - 1; i >= 0; --i) {
    double sum = x[i] * pivots[i];
    for (int k = i + 1; k < n; ++k) sum -= l[k * n + i] * x[k];
    x[i] = sum;
  }
}

template <class X, class Y, class P>
PLEUEL_INLINE bool factor_node(double* data, double* parent_inertia, bool is_first, X n_x, Y n_y, P n_p) {
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
  for (int i = 0; i < n_p; ++i)
    for (int k = 0; k <= i; ++k) {
      double sum = is_first ? 0 : parent_inertia[i * n_p + k];
      for (int r = 0; r < n_y; ++r)
        sum += node.parent[r * n_p + i] * node.pivots_y[r] * node.parent[r * n_p + k];
      parent_inertia[i * n_p + k] = sum;
    }
  return true;
}

}  // namespace

int TreeFactor::n_reduced_numbers(Kind kind, int n_p) {
  switch (kind) {
    case Kind::planar_revolute:
    case Kind::planar_revolute_on_ground:
      return n_p == 0 ? ReducedNode<2, 1, 0>::size : ReducedNode<2, 1, 3>::size;
    case Kind::spherical:
    case Kind::spherical_on_ground:
      return n_p == 0 ? ReducedNode<3, 3, 0>::size : ReducedNode<3, 3, 6>::size;
    default:
      return 0;
  }
}

/// work(n_t, n_r, n_p) of a node with reduced numbers.
template <class Work>
void TreeFactor::with_reduced_sizes(const Node& node, Work work) {
  switch (node.kind) {
    case Kind::planar_revolute:
      return work(Fixed<2>(), Fixed<1>(), Fixed<3>());
    case Kind::planar_revolute_on_ground:
      return work(Fixed<2>(), Fixed<1>(), Fixed<0>());
    case Kind::spherical:
      return work(Fixed<3>(), Fixed<3>(), Fixed<6>());
    case Kind::spherical_on_ground:
      return work(Fixed<3>(), Fixed<3>(), Fixed<0>());
    default:
      break;
  }
}

TreeFactor::Kind TreeFactor::kind_of(int n_x, int n_y, int n_p) {
  struct Sizes {
    Kind kind;
    int n_x, n_y, n_p;
  };
  constexpr Sizes known[] = {
      {Kind::planar_revolute, 3, 2, 3},  {Kind::planar_revolute_on_ground, 3, 2, 0},
      {Kind::spherical, 6, 3, 6},        {Kind::spherical_on_ground, 6, 3, 0},
      {Kind::spatial_revolute, 6, 5, 6}, {Kind::spatial_revolute_on_ground, 6, 5, 0},
  };
  for (const Sizes& s : known)
    if (s.n_x == n_x && s.n_y == n_y && s.n_p == n_p) return s.kind;
  return Kind::any;
}

TreeFactor::TreeFactor(const FixedMatrix& M, const FixedMatrix& G, const BodyGraph& graph)
    : n_v_(M.rows), n_g_(G.rows), loop_rows_(graph.loop_rows) {
  int next = 0;
  std::vector<int> node_of(n_v_), node_of_row(n_g_, -1), place_in_joint(n_g_, 0);
  for (const BodyGraph::Body& body : graph.bodies) {
    const int number = static_cast<int>(nodes_.size()), n_y = static_cast<int>(body.rows.size());
    const int n_p = body.parent < 0 ? 0 : graph.bodies[body.parent].size;
    nodes_.push_back({.kind = kind_of(body.size, n_y, n_p),
                      .n_x = body.size,
                      .n_y = n_y,
                      .n_p = n_p,
                      .data = next,
                      .parent = body.parent,
                      .first_x = body.first,
                      .first_row = static_cast<int>(rows_.size())});
    next += n_numbers(body.size, n_y, n_p);
    if (const int n = n_reduced_numbers(nodes_.back().kind, n_p); n > 0 && loop_rows_.empty()) {
      nodes_.back().reduced = next;
      next += n;
    }
    for (int k = 0; k < body.size; ++k) node_of[body.first + k] = number;
    for (int k = 0; k < n_y; ++k) {
      node_of_row[body.rows[k]] = number;
      place_in_joint[body.rows[k]] = k;
      rows_.push_back(body.rows[k]);
    }
  }
  std::vector<char> has_child(nodes_.size(), 0);
  for (Node& node : nodes_)
    if (node.parent >= 0) node.is_first_child = std::exchange(has_child[node.parent], 1) == 0;
  for (std::size_t k = 0; k < nodes_.size(); ++k) nodes_[k].is_leaf = has_child[k] == 0;
  data_.assign(next, 0.0);
  const std::vector<int> mass_places = places_of(M, [&](int i, int j) {
    const Node& node = nodes_[node_of[j]];
    return node.data + (i - node.first_x) * node.n_x + (j - node.first_x);
  });
  // Entries of loops are stored behind those of the nodes.
  std::vector<int> loop_of(n_g_, -1);
  for (int k = 0; k < n_loops(); ++k) loop_of[loop_rows_[k]] = k;
  const std::vector<int> jacobian_places = places_of(G, [&](int i, int j) {
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
  // Values in the order of the nodes that take them.
  std::vector<std::vector<Source>> of_mass(nodes_.size()), of_jacobian(nodes_.size());
  for_each_entry(M, [&](int i, int j, int k) {
    if (j <= i) of_mass[node_of[j]].push_back({k, mass_places[k]});
  });
  for_each_entry(G, [&](int i, int, int k) {
    if (loop_of[i] >= 0)
      loop_sources_.push_back({k, jacobian_places[k]});
    else
      of_jacobian[node_of_row[i]].push_back({k, jacobian_places[k]});
  });
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    nodes_[k].first_source = static_cast<int>(sources_.size());
    sources_.insert(sources_.end(), of_mass[k].begin(), of_mass[k].end());
    nodes_[k].end_of_mass = static_cast<int>(sources_.size());
    sources_.insert(sources_.end(), of_jacobian[k].begin(), of_jacobian[k].end());
    nodes_[k].end_of_sources = static_cast<int>(sources_.size());
  }
  n_lanes_ = (n_loops() + lanes - 1) / lanes * lanes;
  loop_x_.assign(static_cast<std::size_t>(n_v_) * n_lanes_, 0.0);
  loop_y_.assign(rows_.size() * n_lanes_, 0.0);
  mark_loop_nodes(node_of);
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
    case Kind::planar_revolute_on_ground:
      return work(Fixed<3>(), Fixed<2>(), Fixed<0>());
    case Kind::spherical_on_ground:
      return work(Fixed<6>(), Fixed<3>(), Fixed<0>());
    case Kind::spatial_revolute_on_ground:
      return work(Fixed<6>(), Fixed<5>(), Fixed<0>());
    case Kind::spherical:
      return work(Fixed<6>(), Fixed<3>(), Fixed<6>());
    case Kind::spatial_revolute:
      return work(Fixed<6>(), Fixed<5>(), Fixed<6>());
    case Kind::any:
      return work(node.n_x, node.n_y, node.n_p);
  }
}

/// M̂ and the Jacobian of a node whose children are eliminated: these have left their parts of M̂.
void TreeFactor::fill(const Node& node, const double* mass, const double* jacobian) {
  double* const data = data_.data();
  if (node.is_leaf) std::fill_n(data + node.data, node.n_x * node.n_x, 0.0);
  std::fill_n(data + node.data + node.n_x * node.n_x, node.n_y * (node.n_x + node.n_p), 0.0);
  const Source* source = sources_.data() + node.first_source;
  for (const Source* const end = sources_.data() + node.end_of_mass; source != end; ++source)
    data[source->to] += mass[source->from];
  for (const Source* const end = sources_.data() + node.end_of_sources; source != end; ++source)
    data[source->to] = jacobian[source->from];
}

bool TreeFactor::factor(const FixedMatrix& M, const FixedMatrix& G) {
  for (const Source& source : loop_sources_) data_[source.to] = G.value[source.from];
  bool is_regular = true;
  for (Node& node : nodes_) {
    fill(node, M.value.data(), G.value.data());
    double* const parent = node.parent >= 0 ? data_.data() + nodes_[node.parent].data : nullptr;
    node.is_reduced = false;
    if (node.reduced >= 0)
      with_reduced_sizes(node, [&](auto n_t, auto n_r, auto n_p) {
        ReducedNode<n_t, n_r, n_p> own(data_.data() + node.data, data_.data() + node.reduced);
        node.is_reduced = own.find_motion();
        if (node.is_reduced) is_regular = own.factor(parent, node.is_first_child);
      });
    if (!is_regular) return false;
    if (node.is_reduced) continue;
    with_sizes(node, [&](auto n_x, auto n_y, auto n_p) {
      is_regular = factor_node(data_.data() + node.data, parent, node.is_first_child, n_x, n_y, n_p);
    });
    if (!is_regular) return false;
  }
  return factor_loops();
}

/// Right-hand sides of loops are zero outside of their bodies and the ancestors of these.
void TreeFactor::mark_loop_nodes(const std::vector<int>& node_of) {
  std::vector<char> is_reached(nodes_.size(), 0);
  for (const LoopEntry& e : loop_entries_) is_reached[node_of[e.column]] = 1;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {  // children come first
    if (is_reached[k] == 0) continue;
    loop_nodes_.push_back(static_cast<int>(k));
    if (nodes_[k].parent >= 0) is_reached[nodes_[k].parent] = 1;
  }
}

/// z and u of all nodes for the right-hand sides x and y. y of loops is not read.
void TreeFactor::eliminate(double* x, const double* y) {
  for (const Node& node : nodes_) {
    if (node.is_reduced) {
      with_reduced_sizes(node, [&](auto n_t, auto n_r, auto n_p) {
        ReducedNode<n_t, n_r, n_p> own(data_.data() + node.data, data_.data() + node.reduced);
        own.eliminate(x + node.first_x, y, rows_.data() + node.first_row,
                      n_p == 0 ? nullptr : x + nodes_[node.parent].first_x);
      });
      continue;
    }
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
  }
}

/// x and y from z and u of all nodes. y of loops is not written.
void TreeFactor::substitute(double* x, double* y) {
  for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
    if (node->is_reduced) {
      with_reduced_sizes(*node, [&](auto n_t, auto n_r, auto n_p) {
        const ReducedNode<n_t, n_r, n_p> own(data_.data() + node->data, data_.data() + node->reduced);
        own.substitute(x + node->first_x, y, rows_.data() + node->first_row,
                       n_p == 0 ? nullptr : x + nodes_[node->parent].first_x);
      });
      continue;
    }
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
}

/// Z and U, which are z and u for the right-hand sides (Cᵀ, 0), and the factors of C K⁻¹Cᵀ.
bool TreeFactor::factor_loops() {
  const int n = n_loops();
  if (n == 0) return true;
  switch (n_lanes_) {
    case lanes:
      eliminate_loops(Fixed<lanes>());
      break;
    case 2 * lanes:
      eliminate_loops(Fixed<2 * lanes>());
      break;
    default:
      static_assert(BodyGraph::most_loop_rows <= 3 * lanes);
      eliminate_loops(Fixed<3 * lanes>());
  }
  return factor_symmetric(loop_complement_.data(), loop_pivots_.data(), n, least_loop_pivot);
}

/// All right-hand sides at once. Nodes without a part of a loop have Z = U = 0.
template <class Lanes>
void TreeFactor::eliminate_loops(Lanes n_lanes) {
  constexpr int width = Lanes::value;
  for (const int number : loop_nodes_) {
    const Node& node = nodes_[number];
    std::fill_n(loop_x_.data() + node.first_x * n_lanes, node.n_x * n_lanes, 0.0);
  }
  for (const LoopEntry& e : loop_entries_) loop_x_[e.column * n_lanes + e.loop] = data_[e.place];
  double products[width * width] = {};
  for (const int number : loop_nodes_) {
    const Node& node = nodes_[number];
    double* const parent = node.parent < 0 ? nullptr : loop_x_.data() + nodes_[node.parent].first_x * n_lanes;
    with_sizes(node, [&](auto n_x, auto n_y, auto n_p) {
      const NodeNumbers own(data_.data() + node.data, n_x, n_y, n_p);
      double* const z = loop_x_.data() + node.first_x * n_lanes;
      double* const u = loop_y_.data() + node.first_row * n_lanes;
      const auto subtract = [&](double factor, const double* from, double* to) {
#pragma GCC ivdep
        for (int l = 0; l < width; ++l) to[l] -= factor * from[l];
      };
      for (int i = 0; i < n_x; ++i)
        for (int k = 0; k < i; ++k) subtract(own.inertia[i * n_x + k], z + k * width, z + i * width);
      for (int r = 0; r < n_y; ++r) {
        for (int l = 0; l < width; ++l) u[r * width + l] = 0;
        for (int k = 0; k < n_x; ++k)
          subtract(-own.joint[r * n_x + k] * own.pivots_x[k], z + k * width, u + r * width);
        for (int k = 0; k < r; ++k) subtract(own.complement[r * n_y + k], u + k * width, u + r * width);
      }
      for (int r = 0; r < n_y; ++r)
        for (int k = 0; k < n_p; ++k)
          subtract(own.parent[r * n_p + k] * own.pivots_y[r], u + r * width, parent + k * width);
      // C K⁻¹Cᵀ = ZᵀD⁻¹Z − UᵀD_S⁻¹U
      const auto add_products = [&](double factor, const double* row) {
        for (int i = 0; i < width; ++i) subtract(-factor * row[i], row, products + i * width);
      };
      for (int k = 0; k < n_x; ++k) add_products(own.pivots_x[k], z + k * width);
      for (int r = 0; r < n_y; ++r) add_products(-own.pivots_y[r], u + r * width);
    });
  }
  const int n = n_loops();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) loop_complement_[i * n + j] = products[i * width + j];
}

void TreeFactor::solve(double* x, double* y) {
  eliminate(x, y);
  if (n_loops() > 0) solve_loops(y);
  substitute(x, y);
}

/// y_C = (C K⁻¹Cᵀ)⁻¹ (C K⁻¹(b, c) − c_C), and z and u of the right-hand sides without Cᵀy_C.
void TreeFactor::solve_loops(double* y) {
  const int n = n_loops(), n_lanes = n_lanes_;
  double* const loads = loop_loads_.data();
  for (int l = 0; l < n; ++l) loads[l] = -y[loop_rows_[l]];
  const auto for_each_row = [&](auto work) {
    for (const int number : loop_nodes_) {
      const Node& node = nodes_[number];
      const NodeNumbers own(data_.data() + node.data, node.n_x, node.n_y, node.n_p);
      for (int k = 0; k < node.n_x; ++k)
        work(own.z[k], own.pivots_x[k], loop_x_.data() + (node.first_x + k) * n_lanes);
      for (int r = 0; r < node.n_y; ++r)
        work(own.u[r], -own.pivots_y[r], loop_y_.data() + (node.first_row + r) * n_lanes);
    }
  };
  for_each_row([&](double value, double pivot, const double* row) {
    for (int l = 0; l < n; ++l) loads[l] += value * pivot * row[l];
  });
  solve_lower(loop_complement_.data(), n, loads, loads);
  solve_upper(loop_complement_.data(), loop_pivots_.data(), n, loads);
  for_each_row([&](double& value, double, const double* row) {
    for (int l = 0; l < n; ++l) value -= row[l] * loads[l];
  });
  for (int l = 0; l < n; ++l) y[loop_rows_[l]] = loads[l];
}

}  // namespace pleuel
