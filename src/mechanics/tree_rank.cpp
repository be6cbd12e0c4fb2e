#include "pleuel/mechanics/tree_rank.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace pleuel {

std::optional<TreeRank> TreeRank::find(const FixedMatrix& M, const FixedMatrix& G) {
  const auto graph = BodyGraph::find(M, G);
  if (!graph || !graph->loop_rows.empty()) return std::nullopt;
  TreeRank rank;
  rank.place_.assign(G.rows, 0);
  rank.joint_.assign(G.rows, -1);
  for (const BodyGraph::Body& body : graph->bodies) {
    if (body.rows.empty()) continue;
    const int n_rows = static_cast<int>(body.rows.size());
    for (int i = 0; i < n_rows; ++i) {
      rank.place_[body.rows[i]] = i;
      rank.joint_[body.rows[i]] = static_cast<int>(rank.joints_.size());
    }
    rank.joints_.push_back({body.first, body.size, static_cast<int>(rank.rows_.size()), n_rows});
    rank.rows_.insert(rank.rows_.end(), body.rows.begin(), body.rows.end());
  }
  return rank;
}

double TreeRank::smallest_sine(const FixedMatrix& G, ConstVec mass, ConstVec row_length) {
  constexpr int most = BodyGraph::largest_body;
  double smallest = 1;
  for (int j = 0; j < static_cast<int>(joints_.size()); ++j) {
    const Joint& joint = joints_[j];
    Eigen::Matrix<double, most, most> block;  // rows of G_jk as columns
    block.setZero();
    for (int column = 0; column < joint.n_velocities; ++column) {
      const int velocity = joint.first_velocity + column;
      const double weight = mass[velocity] > 0 ? 1 / std::sqrt(mass[velocity]) : 1.0;
      for (int k = G.start[velocity]; k < G.start[velocity + 1]; ++k)
        if (joint_[G.row[k]] == j)
          block(column, place_[G.row[k]]) = weight * G.value[k] / row_length[G.row[k]];
    }
    for (int i = 0; i < joint.n_rows; ++i) {
      for (int k = 0; k < i; ++k) block.col(i) -= block.col(k).dot(block.col(i)) * block.col(k);
      const double length = block.col(i).norm();
      if (!(length > 0)) return 0;
      smallest = std::min(smallest, length);
      block.col(i) /= length;
    }
  }
  return smallest;
}

}  // namespace pleuel
