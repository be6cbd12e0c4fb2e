#include "pleuel/integrator/alpha/step_matrix.hpp"

#include <cmath>

#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel {
namespace {

using Entries = std::vector<std::pair<int, int>>;

template <class Visit>
void for_each_entry(const FixedMatrix& m, Visit visit) {
  for (int j = 0; j < m.cols; ++j)
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) visit(m.row[k], j, k);
}

void append(const FixedMatrix& m, Entries& entries) {
  for_each_entry(m, [&](int i, int j, int) { entries.emplace_back(i, j); });
}

/// Where the entries of `part` stand in `whole`.
std::vector<int> slots(const FixedMatrix& part, const FixedMatrix& whole) {
  std::vector<int> result;
  for_each_entry(part, [&](int i, int j, int) { result.push_back(whole.slot(i, j)); });
  return result;
}

void add(double scale, const FixedMatrix& part, const std::vector<int>& slot, FixedMatrix& whole) {
  for (std::size_t k = 0; k < slot.size(); ++k) whole.value[slot[k]] += scale * part.value[k];
}

/// In place by Gauss–Jordan elimination with row exchanges; false if a pivot is zero.
bool invert(Matrix& a, Matrix& inverse, int n) {
  inverse.topLeftCorner(n, n).setIdentity();
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(p, k))) p = i;
    if (!(std::abs(a(p, k)) > 0)) return false;
    if (p != k) {
      a.row(k).swap(a.row(p));
      inverse.row(k).swap(inverse.row(p));
    }
    const double pivot = 1 / a(k, k);
    a.row(k).head(n) *= pivot;
    inverse.row(k).head(n) *= pivot;
    for (int i = 0; i < n; ++i) {
      const double factor = a(i, k);
      if (i == k || factor == 0) continue;
      a.row(i).head(n) -= factor * a.row(k).head(n);
      inverse.row(i).head(n) -= factor * inverse.row(k).head(n);
    }
  }
  return true;
}

}  // namespace

StepMatrix::StepMatrix(const MechanicalSystem& system, SystemEvaluator& evaluator,
                       std::optional<Annihilator::Kind> splitting)
    : info_(system.info()),
      m_(evaluator.matrices({})),
      n_v_(info_.n_v()),
      n_g_(info_.n_lambda()),
      n_s_(info_.n_s()) {
  find_tangent_patterns();
  if (n_s_ > 0) find_state_patterns();
  K_ = dynamics_pattern();
  find_places(system, splitting);
  rhs_.setZero(n_v_);
  column_.setZero(n_v_);
  projected_.setZero(n_v_);
}

void StepMatrix::find_tangent_patterns() {
  gS_ = m_.G;
  if (info_.has_identity_kinematics()) return;
  Entries entries;
  append(m_.H, entries);
  for (const KinematicBlock& b : info_.kinematic_blocks)
    for (int i = 0; i < b.n_q; ++i)
      for (int j = 0; j < b.n_v; ++j) entries.emplace_back(b.first_q + i, b.first_v + j);
  S_ = FixedMatrix(info_.n_q(), n_v_, entries);
  gS_ = product_pattern(m_.g_q, S_);
  g_q_S_ = ProductPlan(m_.g_q, S_, gS_);
}

void StepMatrix::find_state_patterns() {
  const bool is_identity = info_.has_identity_kinematics();
  const FixedMatrix from_q = is_identity ? m_.internal_q : product_pattern(m_.internal_q, S_);
  Entries entries;
  append(from_q, entries);
  append(m_.internal_v, entries);
  Z_ = FixedMatrix(n_s_, n_v_, entries);
  if (is_identity)
    Z_from_q_ = slots(m_.internal_q, Z_);
  else
    sigma_q_S_ = ProductPlan(m_.internal_q, S_, Z_);
  Z_from_v_ = slots(m_.internal_v, Z_);
  entries.clear();
  int largest = 0;
  for (const StateBlock& b : info_.state_blocks) {
    largest = std::max(largest, b.size);
    for (int i = 0; i < b.size; ++i)
      for (int j = 0; j < b.size; ++j) entries.emplace_back(b.first + i, b.first + j);
  }
  T_ = FixedMatrix(n_s_, n_s_, entries);
  TZ_ = product_pattern(T_, Z_);
  T_Z_ = ProductPlan(T_, Z_, TZ_);
  block_.setZero(largest, largest);
  inverse_.setZero(largest, largest);
  state_work_.setZero(n_s_);
}

FixedMatrix StepMatrix::dynamics_pattern() const {
  Entries entries;
  append(m_.M, entries);
  append(m_.dynamics_v, entries);
  append(info_.has_identity_kinematics() ? m_.dynamics_q : product_pattern(m_.dynamics_q, S_), entries);
  if (n_s_ > 0) append(product_pattern(m_.dynamics_s, TZ_), entries);
  return {n_v_, n_v_, entries};
}

void StepMatrix::find_places(const MechanicalSystem& system, std::optional<Annihilator::Kind> splitting) {
  M_slot_ = slots(m_.M, K_);
  v_slot_ = slots(m_.dynamics_v, K_);
  if (info_.has_identity_kinematics())
    q_slot_ = slots(m_.dynamics_q, K_);
  else
    D_q_S_ = ProductPlan(m_.dynamics_q, S_, K_);
  if (n_s_ > 0) D_s_TZ_ = ProductPlan(m_.dynamics_s, TZ_, K_);

  const Storage storage = choose_storage(n_v_ + n_g_, K_.n_entries() + 2 * m_.G.n_entries());
  if (splitting && storage == Storage::dense)
    annihilator_ = std::make_unique<Annihilator>(*splitting, n_g_, n_v_);
  const int n = annihilator_ != nullptr ? n_v_ : n_v_ + n_g_;
  Entries entries;
  append(K_, entries);
  if (annihilator_ == nullptr) {
    for_each_entry(gS_, [&](int i, int j, int) { entries.emplace_back(n_v_ + i, j); });
    for_each_entry(m_.G, [&](int i, int j, int) { entries.emplace_back(j, n_v_ + i); });
  }
  const FixedMatrix pattern(n, n, entries);
  lu_ = std::make_unique<Factor<double>>(pattern, storage, border_of(system, n));
  is_sparse_ = storage == Storage::sparse;
  if (annihilator_ != nullptr) return;
  for_each_entry(K_, [&](int i, int j, int) { K_place_.push_back(lu_->place(i, j)); });
  for_each_entry(gS_, [&](int i, int j, int) { row_place_.push_back(lu_->place(n_v_ + i, j)); });
  for_each_entry(m_.G, [&](int i, int j, int) { column_place_.push_back(lu_->place(j, n_v_ + i)); });
}

bool StepMatrix::invert_state_blocks() {
  for (const StateBlock& b : info_.state_blocks) {
    for (int j = 0; j < b.size; ++j)
      for (int i = 0; i < b.size; ++i) {
        const int slot = m_.internal_s.slot(b.first + i, b.first + j);
        block_(i, j) = (i == j ? 1 / scales_.s : 0.0) - (slot >= 0 ? m_.internal_s.value[slot] : 0.0);
      }
    if (!invert(block_, inverse_, b.size)) return false;
    for (int j = 0; j < b.size; ++j)
      for (int i = 0; i < b.size; ++i) T_.value[T_.slot(b.first + i, b.first + j)] = inverse_(i, j);
  }
  return true;
}

void StepMatrix::add_states() {
  Z_.set_zero();
  if (info_.has_identity_kinematics())
    add(scales_.q, m_.internal_q, Z_from_q_, Z_);
  else
    sigma_q_S_.add(scales_.q, m_.internal_q.value.data(), S_.value.data(), Z_.value.data());
  add(scales_.v, m_.internal_v, Z_from_v_, Z_);
  TZ_.set_zero();
  T_Z_.add(1.0, T_.value.data(), Z_.value.data(), TZ_.value.data());
  D_s_TZ_.add(1.0, m_.dynamics_s.value.data(), TZ_.value.data(), K_.value.data());
}

std::optional<ZeroPivot> StepMatrix::factor(const StepScales& scales) {
  scales_ = scales;
  if (info_.has_identity_kinematics()) {
    gS_.value = m_.G.value;
  } else {
    gS_.set_zero();
    g_q_S_.add(1.0, m_.g_q.value.data(), S_.value.data(), gS_.value.data());
  }
  K_.set_zero();
  add(1.0, m_.M, M_slot_, K_);
  add(scales.v, m_.dynamics_v, v_slot_, K_);
  if (info_.has_identity_kinematics())
    add(scales.q, m_.dynamics_q, q_slot_, K_);
  else
    D_q_S_.add(scales.q, m_.dynamics_q.value.data(), S_.value.data(), K_.value.data());
  if (n_s_ > 0) {
    if (!invert_state_blocks()) return ZeroPivot{0, 0};
    add_states();
  }
  lu_->set_zero();
  double* const entries = lu_->re();
  if (annihilator_ == nullptr) {
    for (std::size_t k = 0; k < K_place_.size(); ++k) entries[K_place_[k]] = K_.value[k];
    for (std::size_t k = 0; k < row_place_.size(); ++k) entries[row_place_[k]] = gS_.value[k];
    for (std::size_t k = 0; k < column_place_.size(); ++k) entries[column_place_[k]] = m_.G.value[k];
    return lu_->factor();
  }
  if (n_g_ > 0) annihilator_->choose(m_.G);
  const int n_free = n_v_ - n_g_;
  for (int j = 0; j < n_v_; ++j) {
    column_.setZero();
    for (int k = K_.start[j]; k < K_.start[j + 1]; ++k) column_[K_.row[k]] = K_.value[k];
    annihilator_->project(column_.data(), projected_.data());
    for (int i = 0; i < n_free; ++i) entries[lu_->place(i, j)] = projected_[i];
    for (int k = gS_.start[j]; k < gS_.start[j + 1]; ++k)
      entries[lu_->place(n_free + gS_.row[k], j)] = gS_.value[k];
  }
  return lu_->factor();
}

/// x = T x.
void StepMatrix::apply_states(Vec x) const {
  state_work_.setZero();
  T_.multiply_add(1.0, x.data(), state_work_.data());
  x = state_work_;
}

void StepMatrix::filter_states(Vec d) const {
  if (n_s_ == 0) return;
  apply_states(d);
  d /= scales_.s;
}

/// Once more with the residual: sparse factors choose pivots for little fill, and stiff rows lose digits by it.
void StepMatrix::refine(const ConstVec& constraints, Solution& out) {
  K_.multiply_add(-1.0, out.x.data(), rhs_.data());
  m_.G.multiply_transposed_add(-1.0, out.nu.data(), rhs_.data());
  double* const b = lu_->b_re();
  Vec lower(b + n_v_, n_g_);
  Vec(b, n_v_) = rhs_;
  lower = constraints;
  gS_.multiply_add(-1.0, out.x.data(), lower.data());
  lu_->solve();
  out.x += ConstVec(lu_->x_re(), n_v_);
  out.nu += ConstVec(lu_->x_re() + n_v_, n_g_);
}

void StepMatrix::solve(const Sides& sides, Solution out) {
  rhs_ = sides.dynamics;
  if (n_s_ > 0) {
    out.s = sides.states;
    apply_states(out.s);
    m_.dynamics_s.multiply_add(-1.0, out.s.data(), rhs_.data());
  }
  double* const b = lu_->b_re();
  if (annihilator_ == nullptr) {
    Vec(b, n_v_) = rhs_;
    Vec(b + n_v_, n_g_) = sides.constraints;
  } else {
    annihilator_->project(rhs_.data(), b);
    Vec(b + n_v_ - n_g_, n_g_) = sides.constraints;
  }
  lu_->solve();
  out.x = ConstVec(lu_->x_re(), n_v_);
  if (annihilator_ == nullptr) {
    out.nu = ConstVec(lu_->x_re() + n_v_, n_g_);
    if (is_sparse_) refine(sides.constraints, out);
  }
  if (n_s_ > 0) TZ_.multiply_add(1.0, out.x.data(), out.s.data());
}

}  // namespace pleuel
