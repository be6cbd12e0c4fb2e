#include "pleuel/fem/rigid_set.hpp"

#include <algorithm>

#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::fem {
namespace {

constexpr double least_motion = 1e-9;  // of the largest: below, a motion does not move the set
constexpr double no_weight = 1e-13;

/// The columns of A that span its range, orthonormal.
Matrix range_of(const Matrix& A) {
  const Svd svd = thin_svd(A);
  Eigen::Index rank = 0;
  while (rank < svd.values.size() && svd.values[rank] > least_motion * svd.values[0]) ++rank;
  return svd.U.leftCols(rank);
}

/// Motions that do not move the fixed unknowns.
Matrix free_motions(const Matrix& fixed) {
  if (fixed.rows() == 0) return Matrix::Identity(fixed.cols(), fixed.cols());
  Matrix padded = Matrix::Zero(std::max(fixed.rows(), fixed.cols()), fixed.cols());
  padded.topRows(fixed.rows()) = fixed;
  const Svd svd = right_svd(padded);
  Eigen::Index rank = 0;
  while (rank < svd.values.size() && svd.values[rank] > least_motion * std::max(svd.values[0], 1e-300))
    ++rank;
  return svd.V.rightCols(fixed.cols() - rank);
}

}  // namespace

LinearConditions LinearConditions::joined(const LinearConditions& a, const LinearConditions& b) {
  if (a.size() == 0) return b;
  if (b.size() == 0) return a;
  LinearConditions both{FixedMatrix(a.C_transposed.rows, a.size() + b.size()), a.rows, a.held};
  std::vector<int> start(a.C_transposed.start.begin(), a.C_transposed.start.end()),
      row(a.C_transposed.row.begin(), a.C_transposed.row.end());
  for (int j = 1; j <= b.size(); ++j) start.push_back(a.C_transposed.n_entries() + b.C_transposed.start[j]);
  row.insert(row.end(), b.C_transposed.row.begin(), b.C_transposed.row.end());
  both.C_transposed = FixedMatrix(a.C_transposed.rows, a.size() + b.size(), std::move(start), std::move(row));
  std::ranges::copy(b.C_transposed.value,
                    std::ranges::copy(a.C_transposed.value, both.C_transposed.value.begin()).out);
  both.rows.insert(both.rows.end(), b.rows.begin(), b.rows.end());
  both.held.insert(both.held.end(), b.held.begin(), b.held.end());
  return both;
}

LinearConditions rigid_set(const NodalBody& body, const DofSelection& frame, const std::vector<int>& nodes,
                           const std::string& name) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const int node : nodes) middle += body.mesh().nodes[node] / static_cast<double>(nodes.size());
  double size = 0;
  for (const int node : nodes) size = std::max(size, (body.mesh().nodes[node] - middle).norm());
  if (size == 0) size = 1;
  // Rotations about the middle, of which the farthest node moves by one.
  const int n_axes = body.dimension() == 2 ? 1 : 3, d = body.dimension();
  std::vector<int> kept;
  std::vector<Eigen::RowVectorXd> free_rows, fixed_rows;
  for (const int node : nodes)
    for (int component = 0; component < n_nodal_dofs; ++component) {
      const auto dof = body.dof(node, static_cast<NodalDof>(component));
      if (!dof) continue;
      Eigen::RowVectorXd motion = Eigen::RowVectorXd::Zero(d + n_axes);
      for (int k = 0; k < n_axes; ++k) {
        const int axis = n_axes == 1 ? 2 : k;
        const Eigen::Vector3d turned =
            Eigen::Vector3d::Unit(axis).cross(body.mesh().nodes[node] - middle) / size;
        motion[d + k] = component < 3 ? turned[component] : (component - 3 == axis ? 1 / size : 0);
      }
      if (component < 3) motion[component] = 1;
      const int place = frame.place(*dof);
      (place >= 0 ? free_rows : fixed_rows).push_back(motion);
      if (place >= 0) kept.push_back(place);
    }
  LinearConditions result;
  const auto n = static_cast<Eigen::Index>(kept.size());
  Matrix R(n, d + n_axes), fixed(static_cast<Eigen::Index>(fixed_rows.size()), d + n_axes);
  for (Eigen::Index k = 0; k < n; ++k) R.row(k) = free_rows[static_cast<std::size_t>(k)];
  for (Eigen::Index k = 0; k < fixed.rows(); ++k) fixed.row(k) = fixed_rows[static_cast<std::size_t>(k)];
  Matrix motions = R * free_motions(fixed);
  const bool is_moving = motions.size() > 0 && motions.cwiseAbs().maxCoeff() > least_motion;
  motions = is_moving ? range_of(motions) : Matrix(n, 0);
  const std::vector<int> pivots = rows_of_large_volume(motions);
  Matrix coefficients(n, motions.cols());
  if (motions.cols() > 0) coefficients = motions * inverse(Matrix(motions(pivots, Eigen::all)));
  std::vector<int> start = {0}, row;
  std::vector<double> value;
  for (Eigen::Index j = 0; j < n; ++j) {
    if (std::ranges::binary_search(pivots, static_cast<int>(j))) continue;
    std::vector<std::pair<int, double>> entries = {{kept[static_cast<std::size_t>(j)], 1.0}};
    for (std::size_t p = 0; p < pivots.size(); ++p)
      if (const double weight = coefficients(j, static_cast<Eigen::Index>(p)); std::abs(weight) > no_weight)
        entries.emplace_back(kept[static_cast<std::size_t>(pivots[p])], -weight);
    std::ranges::sort(entries);
    for (const auto& [dof, weight] : entries) {
      row.push_back(dof);
      value.push_back(weight);
    }
    start.push_back(static_cast<int>(row.size()));
    result.rows.push_back({name + std::to_string(result.rows.size() + 1)});
  }
  const auto n_conditions = static_cast<int>(result.rows.size());
  result.C_transposed = FixedMatrix(frame.n_kept(), n_conditions, std::move(start), std::move(row));
  result.C_transposed.value = std::move(value);
  return result;
}

}  // namespace pleuel::fem
