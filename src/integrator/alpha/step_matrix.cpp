#include "pleuel/integrator/alpha/step_matrix.hpp"

#include <cmath>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel {
namespace {

/// Positions of the entries of `part` in `whole`.
std::vector<int> slots(const FixedMatrix& part, const FixedMatrix& whole) {
  return places_of(part, [&](int i, int j) { return whole.slot(i, j); });
}

void add(double scale, const FixedMatrix& part, const std::vector<int>& slot, FixedMatrix& whole) {
  for (std::size_t k = 0; k < slot.size(); ++k) whole.value[slot[k]] += scale * part.value[k];
}

}  // namespace

StepMatrix::StepMatrix(const MechanicalSystem& system, SystemEvaluator& evaluator,
                       std::optional<Annihilator::Kind> splitting)
    : info_(system.info()),
      m_(evaluator.matrices({})),
      n_v_(info_.n_v()),
      n_g_(info_.n_lambda()),
      n_s_(info_.n_s()),
      T_(info_.state_blocks) {
  find_tangent_patterns();
  if (n_s_ > 0) find_state_patterns();
  K_ = dynamics_pattern();
  find_places(system, splitting);
  rhs_.setZero(n_v_);
  lower_.setZero(n_g_);
  column_.setZero(n_v_);
  projected_.setZero(n_v_);
}

void StepMatrix::find_tangent_patterns() {
  gS_ = m_.G;
  if (info_.has_identity_kinematics()) return;
  Entries entries;
  append_block(m_.H, entries);
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
  append_block(from_q, entries);
  append_block(m_.internal_v, entries);
  Z_ = FixedMatrix(n_s_, n_v_, entries);
  if (is_identity)
    Z_from_q_ = slots(m_.internal_q, Z_);
  else
    sigma_q_S_ = ProductPlan(m_.internal_q, S_, Z_);
  Z_from_v_ = slots(m_.internal_v, Z_);
  state_work_.setZero(n_s_);
}

FixedMatrix StepMatrix::dynamics_pattern() const {
  Entries entries;
  append_block(m_.M, entries);
  append_block(m_.dynamics_v, entries);
  append_block(info_.has_identity_kinematics() ? m_.dynamics_q : product_pattern(m_.dynamics_q, S_), entries);
  if (n_s_ > 0) StateCondensation::append_entries(info_.state_blocks, m_.dynamics_s, Z_, entries);
  return {n_v_, n_v_, entries};
}

void StepMatrix::find_places(const MechanicalSystem& system, std::optional<Annihilator::Kind> splitting) {
  M_slot_ = slots(m_.M, K_);
  v_slot_ = slots(m_.dynamics_v, K_);
  if (info_.has_identity_kinematics())
    q_slot_ = slots(m_.dynamics_q, K_);
  else
    D_q_S_ = ProductPlan(m_.dynamics_q, S_, K_);
  if (n_s_ > 0)
    D_s_T_Z_ =
        StateCondensation(info_.state_blocks, m_.dynamics_s, Z_, [&](int i, int j) { return K_.slot(i, j); });

  saddle_.emplace(SaddleParts{K_, m_.G, gS_}, system);
  if (!splitting || saddle_->is_sparse()) return;
  saddle_.reset();
  annihilator_ = std::make_unique<Annihilator>(*splitting, n_g_, n_v_);
  split_.emplace(n_v_);
}

void StepMatrix::combine_rates() {
  Z_.set_zero();
  if (info_.has_identity_kinematics())
    add(scales_.q, m_.internal_q, Z_from_q_, Z_);
  else
    sigma_q_S_.add(scales_.q, m_.internal_q.value.data(), S_.value.data(), Z_.value.data());
  add(scales_.v, m_.internal_v, Z_from_v_, Z_);
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
    if (T_.invert(1 / scales_.s, m_.internal_s) >= 0) return ZeroPivot{0, 0};
    combine_rates();
    D_s_T_Z_.add(m_.dynamics_s, T_, Z_, K_.value.data());
  }
  return saddle_ ? saddle_->factor({K_, m_.G, gS_}) : factor_split();
}

std::optional<ZeroPivot> StepMatrix::factor_split() {
  split_->set_zero();
  double* const entries = split_->re();
  if (n_g_ > 0) annihilator_->choose(m_.G);
  const int n_free = n_v_ - n_g_;
  for (int j = 0; j < n_v_; ++j) {
    column_.setZero();
    for (int k = K_.start[j]; k < K_.start[j + 1]; ++k) column_[K_.row[k]] = K_.value[k];
    annihilator_->project(column_.data(), projected_.data());
    for (int i = 0; i < n_free; ++i) entries[split_->place(i, j)] = projected_[i];
    for (int k = gS_.start[j]; k < gS_.start[j + 1]; ++k)
      entries[split_->place(n_free + gS_.row[k], j)] = gS_.value[k];
  }
  return split_->factor();
}

/// x = T x.
void StepMatrix::apply_states(Vec x) const {
  state_work_ = x;
  T_.apply({state_work_.data(), nullptr}, {x.data(), nullptr});
}

void StepMatrix::filter_states(Vec d) const {
  if (n_s_ == 0) return;
  apply_states(d);
  d /= scales_.s;
}

/// One step of iterative refinement: sparse factors choose pivots for little fill-in, which loses
/// digits in stiff rows.
void StepMatrix::refine(const ConstVec& constraints, Solution& out) {
  K_.multiply_add(-1.0, out.x.data(), rhs_.data());
  m_.G.multiply_transposed_add(-1.0, out.nu.data(), rhs_.data());
  lower_ = constraints;
  gS_.multiply_add(-1.0, out.x.data(), lower_.data());
  saddle_->solve(rhs_, lower_);
  out.x += rhs_;
  out.nu += lower_;
}

void StepMatrix::solve(const Sides& sides, Solution out, SolveAccuracy accuracy) {
  rhs_ = sides.dynamics;
  if (n_s_ > 0) {
    out.s = sides.states;
    apply_states(out.s);
    m_.dynamics_s.multiply_add(-1.0, out.s.data(), rhs_.data());
  }
  if (saddle_) {
    saddle_->solve(rhs_, sides.constraints, out.x, out.nu, accuracy);
    if (saddle_->is_sparse() && !saddle_->is_iterative()) refine(sides.constraints, out);
  } else {
    double* const b = split_->b_re();
    annihilator_->project(rhs_.data(), b);
    Vec(b + n_v_ - n_g_, n_g_) = sides.constraints;
    split_->solve();
    out.x = ConstVec(split_->x_re(), n_v_);
  }
  if (n_s_ == 0) return;
  out.s = sides.states;
  Z_.multiply_add(1.0, out.x.data(), out.s.data());
  apply_states(out.s);
}

}  // namespace pleuel
