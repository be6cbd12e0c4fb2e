#include "pleuel/mechanics/formulation/saddle_plan.hpp"

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/elastic_system.hpp"
#include "pleuel/mechanics/formulation/block_check.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {
SaddlePlan::SaddlePlan(const ReducedRows& rows, const MechanicalSystem& system)
    : n_v_(rows.info().n_v()),
      n_g_(rows.info().n_lambda()),
      n_eta_(rows.formulation().relaxes_q() ? n_g_ : 0),
      n_mu_(rows.formulation().relaxes_v() ? n_g_ : 0),
      is_polynomial_(rows.info().has_identity_kinematics() && rows.info().n_s() == 0) {
  find_z(rows);
  if (!is_polynomial_) find_shift_patterns(rows);
  find_pattern(rows, system);
  find_terms(rows);
}

void SaddlePlan::find_z(const ReducedRows& rows) {
  const MotionMatrices& m = rows.matrices();
  const bool is_identity = rows.info().has_identity_kinematics();
  const int n_columns = n_v_ + n_eta_ + n_mu_, mu = n_v_ + n_eta_;
  Entries v_entries;
  for (int j = 0; j < n_v_; ++j) v_entries.emplace_back(j, j);
  if (n_mu_ > 0) append_transposed_block(m.G, v_entries, 0, mu);
  Z_v = FixedMatrix(n_v_, n_columns, v_entries);
  for (int j = 0; j < n_v_; ++j) Z_v.value[Z_v.slot(j, j)] = 1.0;

  Entries entries = v_entries;
  if (!is_identity) {
    entries.clear();
    append_block(product_pattern(m.H, Z_v), entries);
  }
  if (n_eta_ > 0) append_transposed_block(m.g_q, entries, 0, n_v_);
  Z = FixedMatrix(rows.info().n_q(), n_columns, entries);
  if (is_identity)
    for (int j = 0; j < n_v_; ++j) Z.value[Z.slot(j, j)] = 1.0;
  else
    H_Z_v_ = ProductPlan(m.H, Z_v, Z);
  if (n_eta_ > 0) gradient_slot_ = places_of(m.g_q, [&](int i, int j) { return Z.slot(j, n_v_ + i); });
  if (n_mu_ == 0) return;
  mu_v_slot_ = places_of(m.G, [&](int i, int j) { return Z_v.slot(j, mu + i); });
  if (is_identity) mu_slot_ = places_of(m.G, [&](int i, int j) { return Z.slot(j, mu + i); });
}

void SaddlePlan::find_shift_patterns(const ReducedRows& rows) {
  const SystemInfo& info = rows.info();
  const MotionMatrices& m = rows.matrices();
  Entries entries;
  if (!info.has_identity_kinematics()) {
    for (int i = 0; i < info.n_q(); ++i) entries.emplace_back(i, i);
    for (const KinematicBlock& b : info.kinematic_blocks) append_full_block(b.first_q, b.n_q, entries);
    R = FixedMatrix(info.n_q(), info.n_q(), entries);
    check_blocks(m.kinematics_q, R, info.q, info,
                 "which is not in the same kinematic block; join the two blocks");
    RZ = product_pattern(R, Z);
    R_Z = ProductPlan(R, Z, RZ);
  }
  B_qs = rows.B_q;
  if (info.n_s() == 0) return;

  check_state_blocks(m, info);
  entries.clear();
  append_block(rows.B_q, entries);
  StateCondensation::append_entries(info.state_blocks, rows.B_s, m.internal_q, entries);
  B_qs = FixedMatrix(rows.B_q.rows, rows.B_q.cols, entries);
  B_q_slot = places_of(rows.B_q, [&](int i, int j) { return B_qs.slot(i, j); });
  states_q = StateCondensation(info.state_blocks, rows.B_s, m.internal_q,
                               [&](int i, int j) { return B_qs.slot(i, j); });
  if (m.internal_v.is_empty()) return;
  entries.clear();
  StateCondensation::append_entries(info.state_blocks, rows.B_s, m.internal_v, entries);
  B_vs = FixedMatrix(rows.B_v.rows, rows.B_v.cols, entries);
  states_v = StateCondensation(info.state_blocks, rows.B_s, m.internal_v,
                               [&](int i, int j) { return B_vs.slot(i, j); });
}

void SaddlePlan::find_pattern(const ReducedRows& rows, const MechanicalSystem& system) {
  const int n = n_v_ + n_g_ + n_eta_ + n_mu_;
  Entries entries;
  const auto add = [&](int i, int j, int) { entries.emplace_back(i, column(j)); };
  for_each_entry(rows.B_a, add);
  for_each_entry(product_pattern(rows.B_v, Z_v), add);
  for_each_entry(is_polynomial_ ? product_pattern(rows.B_q, Z) : product_pattern(B_qs, moved_Z()), add);
  if (!B_vs.is_empty()) for_each_entry(product_pattern(B_vs, Z_v), add);
  append_transposed_block(rows.matrices().G, entries, 0, n_v_);
  pattern = FixedMatrix(n, n, entries);
  last = border_of(system, n);
  factors = FactorPlan(pattern, last, solvers_of(system));
  storage = factors.storage();

  const Factor<double> layout(factors);
  for_each_entry(pattern, [&](int i, int j, int) {
    place.push_back(layout.place(i, j));
    entry_power.push_back(rows.row_power(i));
  });
}

void SaddlePlan::find_terms(const ReducedRows& rows) {
  const auto spread = [&](const FixedMatrix& source) {
    // Z's columns, moved to the saddle matrix's.
    Entries entries;
    for_each_entry(source, [&](int i, int j, int) { entries.emplace_back(i, column(j)); });
    return FixedMatrix(source.rows, pattern.cols, entries);
  };
  const auto add_term = [&](const FixedMatrix& source, int power) {
    Term term{&source, {}, {}};
    for_each_entry(source, [&](int i, int j, int) {
      term.place.push_back(place[pattern.slot(i, column(j))]);
      term.power.push_back(power - rows.row_power(i));
    });
    terms_.push_back(std::move(term));
  };
  add_term(rows.B_a, 0);
  if (n_mu_ > 0) {
    BZ_v_ = product_pattern(rows.B_v, Z_v);
    B_Z_v_ = ProductPlan(rows.B_v, Z_v, BZ_v_);
    add_term(BZ_v_, 1);
  } else {
    add_term(rows.B_v, 1);
  }
  if (is_polynomial_) {
    BZ_ = product_pattern(rows.B_q, Z);
    B_Z_ = ProductPlan(rows.B_q, Z, BZ_);
    add_term(BZ_, 2);
  } else {
    // Entries of RZ and Z_v keep their order when columns are moved, so plans may be made for the
    // moved patterns.
    B_RZ = ProductPlan(B_qs, spread(moved_Z()), pattern);
    if (!B_vs.is_empty()) B_Z_v = ProductPlan(B_vs, spread(Z_v), pattern);
  }
  Term transposed{&rows.matrices().G, {}, {}};
  for_each_entry(rows.matrices().G, [&](int i, int j, int) {
    transposed.place.push_back(place[pattern.slot(j, n_v_ + i)]);
    transposed.power.push_back(0);
  });
  terms_.push_back(std::move(transposed));
  Factor<double> layout(factors);
  for (auto& a : A) a.assign(layout.n_places(), 0.0);
  if (storage == Storage::dense) {
    dense_B_q = DenseColumns(rows.B_q);
    dense_B_v = DenseColumns(rows.B_v);
  }
}

void SaddlePlan::combine(const ReducedRows& rows) {
  const MotionMatrices& m = rows.matrices();
  for (std::size_t k = 0; k < mu_v_slot_.size(); ++k) Z_v.value[mu_v_slot_[k]] = -m.G.value[k];
  for (std::size_t k = 0; k < mu_slot_.size(); ++k) Z.value[mu_slot_[k]] = -m.G.value[k];
  if (!rows.info().has_identity_kinematics()) {
    Z.set_zero();
    H_Z_v_.add(1.0, m.H.value.data(), Z_v.value.data(), Z.value.data());
  }
  for (std::size_t k = 0; k < gradient_slot_.size(); ++k) Z.value[gradient_slot_[k]] = -m.g_q.value[k];
  if (is_polynomial_) {
    BZ_.set_zero();
    B_Z_.add(1.0, rows.B_q.value.data(), Z.value.data(), BZ_.value.data());
  }
  if (n_mu_ > 0) {
    BZ_v_.set_zero();
    B_Z_v_.add(1.0, rows.B_v.value.data(), Z_v.value.data(), BZ_v_.value.data());
  }
  if (storage == Storage::dense) {
    dense_B_q.take(rows.B_q);
    dense_B_v.take(rows.B_v);
  }
  for (auto& a : A) std::fill(a.begin(), a.end(), 0.0);
  for (const Term& term : terms_)
    for (std::size_t k = 0; k < term.place.size(); ++k)
      A[term.power[k]][term.place[k]] += term.source->value[k];
}

}  // namespace pleuel
