#include "pleuel/model/flexible/marker_bending.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

// A unit force along a body of the size L has entries of 1/L and more, a unit moment of 1/L². What
// is below 1e-9 of that is rounding.
constexpr double no_stress = 1e-9;

double largest_entry(const FixedMatrix& A) {
  double size = 0;
  for (const double value : A.value) size = std::max(size, std::abs(value));
  return size;
}

/// Without the entries where all are zero: a straight beam does not bend along its axis.
fem::MatrixStack<Eigen::Dynamic, 6> joined(const std::vector<FixedMatrix>& matrices) {
  const FixedMatrix& first = matrices.front();
  std::vector<int> entries, starts = {0}, rows;
  for (int j = 0; j < first.cols; ++j) {
    for (int e = first.start[j]; e < first.start[j + 1]; ++e)
      if (std::ranges::any_of(matrices, [e](const FixedMatrix& K) { return K.value[e] != 0; })) {
        entries.push_back(e);
        rows.push_back(first.row[e]);
      }
    starts.push_back(static_cast<int>(rows.size()));
  }
  fem::MatrixStack<Eigen::Dynamic, 6> stack;
  const auto n = static_cast<Eigen::Index>(matrices.size());
  stack.values.resize(n, static_cast<Eigen::Index>(entries.size()));
  for (std::size_t e = 0; e < entries.size(); ++e)
    for (Eigen::Index i = 0; i < n; ++i)
      stack.values(i, static_cast<Eigen::Index>(e)) = matrices[static_cast<std::size_t>(i)].value[entries[e]];
  stack.pattern = FixedMatrix(first.rows, first.cols, std::move(starts), std::move(rows)).without_values();
  return stack;
}

}  // namespace

std::vector<fem::StaticLoad> marker_loads(const FlexibleMarker& marker, const ElasticShape& shape,
                                          const fem::ElasticBody& loaded) {
  std::vector<fem::StaticLoad> loads(n_marker_loads, {Vector::Zero(loaded.n_dofs())});
  const auto nodal_dofs = shape.body.nodal_dofs();
  const auto n = static_cast<int>(nodal_dofs.size());
  for (const auto& e : marker.entries) {
    const int dof = shape.frame.kept()[e.dof];
    loads[e.component].b[*loaded.dof(dof / n, nodal_dofs[dof % n])] += e.weight;
  }
  // A beam without axial part has no unknown along it, but carries forces.
  if (loaded.n_dofs() > shape.body.n_dofs())
    for (const int node : marker.nodes)
      loads[0].b[*loaded.dof(node, fem::NodalDof::x)] += 1.0 / static_cast<double>(marker.nodes.size());
  return loads;
}

std::shared_ptr<const MarkerBending> marker_bending(const fem::StaticStress& stress, int first,
                                                    const fem::ElasticBody& body) {
  const double size = body.mesh().size();
  MarkerBending bending;
  std::vector<FixedMatrix> matrices;
  for (int c = 0; c < n_marker_loads; ++c) {
    FixedMatrix K = stress.stiffness(first + c);
    const double unit = c < FlexibleMarker::first_rotation ? 1 / size : 1 / (size * size);
    if (!(largest_entry(K) > no_stress * unit)) continue;
    bending.components.push_back(c);
    matrices.push_back(std::move(K));
  }
  if (matrices.empty()) return nullptr;
  bending.K = joined(matrices);
  return std::make_shared<MarkerBending>(std::move(bending));
}

}  // namespace pleuel
