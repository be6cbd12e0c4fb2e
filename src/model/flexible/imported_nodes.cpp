#include "pleuel/model/flexible/imported_nodes.hpp"

#include <cmath>

namespace pleuel {
namespace {

using fem::NodalDof;

/// Rows of q for each component of each node; `value(node, component, visit)` visits (k, weight).
template <class Value>
FixedMatrix columns_of(std::size_t n_nodes, int n_q, Value value) {
  std::vector<int> starts = {0}, rows;
  std::vector<double> values;
  for (std::size_t i = 0; i < n_nodes; ++i)
    for (int c = 0; c < 3; ++c) {
      value(static_cast<int>(i), c, [&](int k, double weight) {
        if (weight == 0) return;
        rows.push_back(k);
        values.push_back(weight);
      });
      starts.push_back(static_cast<int>(rows.size()));
    }
  FixedMatrix matrix(n_q, 3 * static_cast<int>(n_nodes), std::move(starts), std::move(rows));
  matrix.value = std::move(values);
  return matrix;
}

}  // namespace

ImportedNodes::ImportedNodes(const fem::NodalBody& body, const fem::DofSelection& frame, const Matrix& V)
    : X(body.mesh().nodes) {
  const int n_q = V.cols() > 0 ? static_cast<int>(V.cols()) : frame.n_kept();
  bool has_rotations = false;
  const auto of = [&](int first) {
    return columns_of(X.size(), n_q, [&, first](int node, int c, auto visit) {
      const auto dof = body.dof(node, static_cast<NodalDof>(first + c));
      has_rotations |= dof && first > 0;
      const int place = dof ? frame.place(*dof) : -1;
      if (place < 0) return;
      if (V.cols() == 0) {
        visit(place, 1.0);
        return;
      }
      for (int k = 0; k < n_q; ++k) visit(k, V(place, k));
    });
  };
  P_transposed = of(0);
  turn_transposed = of(3);
  if (!has_rotations) turn_transposed = FixedMatrix(n_q, 0);
  set_size();
}

ImportedNodes::ImportedNodes(const std::vector<fem::SidNode>& nodes) {
  for (const auto& node : nodes) X.push_back(node.X);
  const int n_q = nodes.empty() ? 0 : static_cast<int>(nodes[0].motion.cols());
  const auto of = [&](int first) {
    return columns_of(nodes.size(), n_q, [&, first](int node, int c, auto visit) {
      for (int k = 0; k < n_q; ++k) visit(k, nodes[static_cast<std::size_t>(node)].motion(first + c, k));
    });
  };
  P_transposed = of(0);
  turn_transposed = of(3);
  set_size();
}

void ImportedNodes::set_size() {
  if (X.empty()) return;
  Eigen::Vector3d low = X[0], high = low;
  for (const auto& x : X) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  size = (high - low).norm();
}

double ImportedNodes::largest(const FixedMatrix& of_nodes, const ConstVec& q, int first) {
  double largest = 0, sum = 0;
  for (int j = 0; j < of_nodes.cols; ++j) {
    double value = 0;
    for (int k = of_nodes.start[j]; k < of_nodes.start[j + 1]; ++k)
      value += of_nodes.value[k] * q[first + of_nodes.row[k]];
    sum += value * value;
    if (j % 3 < 2) continue;
    largest = std::max(largest, sum);
    sum = 0;
  }
  return std::sqrt(largest);
}

Eigen::Matrix3Xd ImportedNodes::displacements(const Vector& q) const {
  Eigen::Matrix3Xd u = Eigen::Matrix3Xd::Zero(3, static_cast<Eigen::Index>(X.size()));
  P_transposed.multiply_transposed_add(1, q.data(), u.data());
  return u;
}

}  // namespace pleuel
