#include "pleuel/fem/field_mass.hpp"

#include "pleuel/base/thread_pool.hpp"

namespace pleuel::fem {
namespace {

// Estimate for the product of one row of Ms with vectors, for the decision about threads.
constexpr double operations_per_node = 200;

}  // namespace

ShapeMoments::ShapeMoments(int size, int n_nodes, const Nodal* nodal)
    : size_(size), nodal_(nodal), values_(Eigen::Matrix3Xd::Zero(3, nodal != nullptr ? n_nodes : 3 * size)) {}

Eigen::Matrix3d ShapeMoments::combined(ConstVec q) const {
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  if (nodal_ != nullptr) {
    for (int k = 0; k < size_; ++k) sum.col(nodal_->component[k]) += q[k] * values_.col(nodal_->node[k]);
  } else {
    for (int k = 0; k < size_; ++k) sum += q[k] * (*this)[k];
  }
  return sum;
}

ShapeMoments& ShapeMoments::operator+=(const ShapeMoments& other) {
  values_ += other.values_;
  return *this;
}

FieldMass::FieldMass(FixedMatrix Ms) : size_(3 * Ms.rows), is_nodal_(true), Ms_(std::move(Ms)) {
  for (int k = 0; k < size_; ++k) {
    dof_.push_back(k);
    nodal_.node.push_back(k / 3);
    nodal_.component.push_back(k % 3);
  }
}

FieldMass::FieldMass(FixedMatrix pattern, Eigen::Matrix<double, 9, Eigen::Dynamic> pairs)
    : size_(pattern.rows), Ms_(pattern.without_values()), pairs_(std::move(pairs)) {}

FixedMatrix FieldMass::pattern() const {
  if (!is_nodal_) return Ms_;
  std::vector<int> starts{0}, rows;
  for (int k = 0; k < size_; ++k) {
    for (int m = Ms_.start[nodal_.node[k]]; m < Ms_.start[nodal_.node[k] + 1]; ++m)
      for (int c = 0; c < 3; ++c)
        if (const int row = dof_[3 * Ms_.row[m] + c]; row >= 0) rows.push_back(row);
    starts.push_back(static_cast<int>(rows.size()));
  }
  return FixedMatrix(size_, size_, std::move(starts), std::move(rows)).without_values();
}

FixedMatrix FieldMass::matrix() const {
  FixedMatrix M = pattern().with_zeros();
  std::vector<int> slots(M.row.size());
  for (std::size_t e = 0; e < slots.size(); ++e) slots[e] = static_cast<int>(e);
  add(Eigen::Matrix3d::Identity(), slots, M.value);
  return M;
}

ShapeMoments FieldMass::make_moments() const {
  return {size_, is_nodal_ ? Ms_.rows : 0, is_nodal_ ? &nodal_ : nullptr};
}

void FieldMass::moments(ConstVec q, ShapeMoments& out) const {
  auto& values = out.values();
  if (!is_nodal_) {
    for (int k = 0; k < size_; ++k) {
      Eigen::Map<Eigen::Matrix<double, 9, 1>> sum(values.data() + 9 * static_cast<std::ptrdiff_t>(k));
      sum.setZero();
      for (int e = Ms_.start[k]; e < Ms_.start[k + 1]; ++e) sum += q[Ms_.row[e]] * pairs_.col(e);
    }
    return;
  }
  const auto displacement = [&](int place) { return dof_[place] < 0 ? 0.0 : q[dof_[place]]; };
  for_each_range(Ms_.cols, operations_per_node, [&](int first, int end) {
    for (int i = first; i < end; ++i) {
      Eigen::Vector3d sum = Eigen::Vector3d::Zero();
      for (int m = Ms_.start[i]; m < Ms_.start[i + 1]; ++m) {
        const int at = 3 * Ms_.row[m];
        for (int c = 0; c < 3; ++c) sum[c] += Ms_.value[m] * displacement(at + c);
      }
      values.col(i) = sum;
    }
  });
}

void FieldMass::nodal_moments(const Eigen::Matrix3Xd& z, ShapeMoments& out) const {
  auto& values = out.values();
  for (int i = 0; i < Ms_.cols; ++i) {
    values.col(i).setZero();
    for (int m = Ms_.start[i]; m < Ms_.start[i + 1]; ++m) values.col(i) += Ms_.value[m] * z.col(Ms_.row[m]);
  }
}

FieldMass FieldMass::restricted(const DofSelection& selection) const {
  FieldMass kept = *this;
  kept.size_ = selection.n_kept();
  if (is_nodal_) {
    for (int& place : kept.dof_)
      if (place >= 0) place = selection.place(place);
    kept.nodal_ = {};
    for (const int k : selection.kept()) {
      kept.nodal_.node.push_back(nodal_.node[k]);
      kept.nodal_.component.push_back(nodal_.component[k]);
    }
    return kept;
  }
  // The numbers of the entries travel as values.
  FixedMatrix numbers = Ms_.with_zeros();
  for (std::size_t e = 0; e < numbers.value.size(); ++e) numbers.value[e] = static_cast<double>(e);
  const FixedMatrix some = selection.restrict(numbers);
  kept.pairs_.resize(9, some.n_entries());
  for (int e = 0; e < some.n_entries(); ++e)
    kept.pairs_.col(e) = pairs_.col(static_cast<Eigen::Index>(some.value[e]));
  kept.Ms_ = some.without_values();
  return kept;
}

FieldMass FieldMass::reduced(const Matrix& V) const {
  const auto n = static_cast<int>(V.cols());
  std::vector<int> starts, rows;
  for (int j = 0; j <= n; ++j) starts.push_back(j * n);
  for (int e = 0; e < n * n; ++e) rows.push_back(e % n);
  Eigen::Matrix<double, 9, Eigen::Dynamic> pairs(9, n * n);
  ShapeMoments of_one = make_moments();
  for (int k = 0; k < n; ++k) {
    moments(ConstVec(V.col(k).data(), V.rows()), of_one);
    for (int j = 0; j < n; ++j) {
      const Eigen::Matrix3d pair = of_one.combined(ConstVec(V.col(j).data(), V.rows()));
      pairs.col(k + j * n) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(pair.data());
    }
  }
  return {FixedMatrix(n, n, std::move(starts), std::move(rows)), std::move(pairs)};
}

}  // namespace pleuel::fem
