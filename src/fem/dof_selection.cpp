#include "pleuel/fem/dof_selection.hpp"

namespace pleuel::fem {

DofSelection::DofSelection(int n, const std::vector<int>& fixed) : place_(n, 0) {
  for (const int i : fixed) place_.at(i) = -1;
  for (int i = 0; i < n; ++i) {
    if (place_[i] < 0) continue;
    place_[i] = n_kept();
    kept_.push_back(i);
  }
}

Vector DofSelection::restrict(const Vector& x) const {
  Vector y(n_kept());
  for (int k = 0; k < n_kept(); ++k) y[k] = x[kept_[k]];
  return y;
}

Vector DofSelection::extend(const Vector& x) const {
  Vector y = Vector::Zero(n_all());
  for (int k = 0; k < n_kept(); ++k) y[kept_[k]] = x[k];
  return y;
}

FixedMatrix DofSelection::restrict(const FixedMatrix& A) const {
  const auto for_each_kept = [&](auto visit) {
    for (int j = 0; j < n_kept(); ++j)
      for (int k = A.start[kept_[j]]; k < A.start[kept_[j] + 1]; ++k)
        if (place_[A.row[k]] >= 0) visit(j, k);
  };
  std::vector<int> starts(n_kept() + 1, 0);
  for_each_kept([&](int j, int) { ++starts[j + 1]; });
  for (int j = 0; j < n_kept(); ++j) starts[j + 1] += starts[j];
  std::vector<int> rows;
  std::vector<double> values;
  rows.reserve(starts.back());
  values.reserve(starts.back());
  for_each_kept([&](int, int k) {
    rows.push_back(place_[A.row[k]]);
    values.push_back(A.value[k]);
  });
  FixedMatrix B(n_kept(), n_kept(), std::move(starts), std::move(rows));
  B.value = std::move(values);
  return B;
}

}  // namespace pleuel::fem
