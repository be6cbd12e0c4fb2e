#include "pleuel/mechanics/analysis/rest_pencil.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/matrix_selection.hpp"
#include "pleuel/mechanics/constraint_rank.hpp"
#include "pleuel/mechanics/elastic_system.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {
namespace {

using SparseMap = Eigen::Map<const RestPencil::Sparse>;

SparseMap mapped(const FixedMatrix& m) {
  return {m.rows, m.cols, m.n_entries(), m.start.data(), m.row.data(), m.value.data()};
}

RestPencil::Sparse rows_of(const FixedMatrix& m, const std::vector<int>& rows) {
  const MatrixSelection selection(m, rows);
  FixedMatrix part = selection.pattern;
  selection.take(m, part);
  return mapped(part);
}

RestPencil::Sparse part_of(const FixedMatrix& m, const std::vector<int>& rows,
                           const std::vector<int>& columns) {
  const MatrixSelection selection(m, rows, columns);
  FixedMatrix part = selection.pattern;
  selection.take(m, part);
  return mapped(part);
}

/// Rows of the states whose rates depend on the motion or on states.
std::vector<int> rows_with_entries(const std::vector<const FixedMatrix*>& matrices, int n) {
  std::vector<char> is_used(n, 0);
  for (const FixedMatrix* m : matrices)
    for (int k = 0; k < m->n_entries(); ++k)
      if (m->value[k] != 0) is_used[m->row[k]] = 1;
  std::vector<int> rows;
  for (int i = 0; i < n; ++i)
    if (is_used[i] != 0) rows.push_back(i);
  return rows;
}

}  // namespace

RestPencil::RestPencil(const MechanicalSystem& system, const Motion& at) {
  const SystemInfo& info = system.info();
  const auto evaluator = system.make_evaluator();
  MotionMatrices m = evaluator->matrices({.velocity = true, .acceleration = true});
  const Vector rest = Vector::Zero(info.n_v());
  evaluator->linearize({.t = at.t,
                        .q = at.q,
                        .v = rest,
                        .a = rest,
                        .lambda = at.lambda,
                        .s = at.s,
                        .revolutions = at.revolutions},
                       m);
  check_constraints(info, m);
  if (info.has_identity_kinematics()) {
    H.resize(info.n_q(), info.n_v());
    H.setIdentity();
  } else {
    H = mapped(m.H);
  }
  states = rows_with_entries({&m.internal_q, &m.internal_v, &m.internal_s}, info.n_s());
  M = mapped(m.M);
  C = mapped(m.dynamics_v);
  K = mapped(m.dynamics_q) * H;
  D = part_of(m.dynamics_s, all_numbers(info.n_v()), states);
  G = rows_of(m.G, constraint_rank(m.G).independent);
  P = rows_of(m.internal_q, states) * H;
  R = rows_of(m.internal_v, states);
  S = part_of(m.internal_s, states, states);
}

void RestPencil::check_constraints(const SystemInfo& info, const MotionMatrices& m) const {
  for (const FixedMatrix* rates : {&m.velocity_q, &m.acceleration_q, &m.acceleration_v})
    for (int k = 0; k < rates->n_entries(); ++k)
      if (rates->value[k] != 0)
        throw InvalidInput("the slowest modes of system '" + info.name +
                           "' are found where constraints do not change with time; '" +
                           info.constraints[rates->row[k]] +
                           "' does: use a smaller model, of which all modes "
                           "are found");
}

double RestPencil::fastest_rate() const {
  double rate = 0;
  const Vector mass = M.diagonal(), stiffness = K.diagonal(), damping = C.diagonal();
  for (int i = 0; i < n_v(); ++i)
    if (mass[i] > 0)
      rate = std::max({rate, std::sqrt(std::abs(stiffness[i]) / mass[i]), std::abs(damping[i]) / mass[i]});
  if (n_s() > 0) rate = std::max(rate, Vector(S.diagonal()).cwiseAbs().maxCoeff());
  return rate;
}

ShiftedPencil::ShiftedPencil(const MechanicalSystem& system, const RestPencil& pencil, double shift)
    : shift_(shift), n_v_(pencil.n_v()), n_g_(static_cast<int>(pencil.G.rows())), n_s_(pencil.n_s()) {
  const int n = n_v_ + n_g_ + n_s_, first_s = n_v_ + n_g_;
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](const RestPencil::Sparse& block, double scale, int row, int column) {
    for (int j = 0; j < block.outerSize(); ++j)
      for (RestPencil::Sparse::InnerIterator it(block, j); it; ++it)
        entries.emplace_back(row + static_cast<int>(it.row()), column + j, scale * it.value());
  };
  add(pencil.M, shift * shift, 0, 0);
  add(pencil.C, shift, 0, 0);
  add(pencil.K, 1, 0, 0);
  add(RestPencil::Sparse(pencil.G.transpose()), 1, 0, n_v_);
  add(pencil.G, 1, n_v_, 0);
  add(pencil.D, 1, 0, first_s);
  add(pencil.P, -1, first_s, 0);
  add(pencil.R, -shift, first_s, 0);
  add(pencil.S, -1, first_s, first_s);
  for (int i = 0; i < n_s_; ++i) entries.emplace_back(first_s + i, first_s + i, shift);
  std::vector<std::pair<int, int>> places;
  for (const auto& entry : entries) places.emplace_back(entry.row(), entry.col());
  const FixedMatrix pattern(n, n, places);
  lu_.emplace(
      FactorPlan(pattern, n_s_ == 0 ? border_of(system, n) : std::vector<int>(), solvers_of(system)));
  lu_->set_zero();
  for (const auto& entry : entries) lu_->re()[lu_->place(entry.row(), entry.col())] += entry.value();
  if (lu_->factor())
    throw NoConsistentState("the linearised motion of system '" + system.info().name +
                            "' has a singular matrix; is a mass or a stiffness missing?");
}

Matrix ShiftedPencil::solve(const Matrix& b) {
  Matrix x(n_v_ + n_s_, b.cols());
  for (Eigen::Index j = 0; j < b.cols(); ++j) {
    double* const in = lu_->b_re();
    std::copy_n(b.col(j).data(), n_v_, in);
    std::fill_n(in + n_v_, n_g_, 0.0);
    std::copy_n(b.col(j).data() + n_v_, n_s_, in + n_v_ + n_g_);
    lu_->solve();
    const double* const out = lu_->x_re();
    std::copy_n(out, n_v_, x.col(j).data());
    std::copy_n(out + n_v_ + n_g_, n_s_, x.col(j).data() + n_v_);
    ++n_solves_;
  }
  return x;
}

}  // namespace pleuel
