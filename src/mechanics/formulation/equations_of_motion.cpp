#include "pleuel/mechanics/formulation/equations_of_motion.hpp"

#include <algorithm>

#include "pleuel/mechanics/formulation/mechanical_newton.hpp"
#include "pleuel/mechanics/formulation/relaxed_newton.hpp"
#include "pleuel/mechanics/formulation/tangential_velocity.hpp"

namespace pleuel {
namespace {

std::string level_name(const ConstraintRows& c) {
  if (c.acceleration != 0) return c.position != 0 ? "stabilised acceleration level" : "acceleration level";
  return c.velocity != 0 ? "velocity level" : "position level";
}

void add_unknowns(const SystemInfo& system, const FormulationRows& rows, DaeInfo& info) {
  const auto add = [&](const std::vector<Quantity>& part, Group group, int index, bool is_differential) {
    for (const Quantity& x : part)
      info.unknowns.push_back({.name = x.name,
                               .unit = x.unit,
                               .group = group,
                               .index = index,
                               .is_differential = is_differential});
  };
  // a follows from q and v, and all unknowns have index 1
  const bool is_free = system.lambda.empty();
  add(system.q, Group::q, 1, true);
  add(system.v, Group::v, is_free ? 1 : rows.index_v, true);
  add(system.a, Group::a, is_free ? 1 : rows.index_a, false);
  add(system.lambda, Group::lambda, rows.index_a, false);
  add(system.s, Group::s, 1, true);
  if (!rows.has_eta()) return;
  std::vector<Quantity> eta;
  for (std::size_t i = 0; i < system.lambda.size(); ++i) eta.push_back({"eta" + std::to_string(i + 1), ""});
  add(eta, Group::eta, rows.index_a, false);
}

MotionLayout parts_of(const RowLayout& l) {
  return {{l.q, l.n_q}, {l.v, l.n_v}, {l.a, l.n_v}, {l.lambda, l.n_g}, {l.s, l.n_s}};
}

}  // namespace

DaeInfo EquationsOfMotion::describe(const SystemInfo& system, const FormulationRows& rows) {
  const RowLayout layout(system, rows);
  DaeInfo info{.name = rows.name};
  add_unknowns(system, rows, info);
  std::vector<std::string> names(layout.n_rows);
  const auto name = [&](int first, const std::vector<Quantity>& part, const std::string& what) {
    for (std::size_t i = 0; i < part.size(); ++i) names[first + i] = what + part[i].name;
  };
  name(layout.q, system.q, "rate of ");
  name(layout.v, system.v, "rate of ");
  name(layout.a, system.v, "balance of forces for ");
  name(layout.s, system.s, "rate of ");
  for (std::size_t block = 0; block < rows.constraints.size(); ++block)
    for (int i = 0; i < layout.n_g; ++i)
      names[layout.constraint[block] + i] =
          system.constraints[i] + ", " + level_name(rows.constraints[block]);
  info.rows = std::move(names);
  // If v̇ = a holds in all directions, its error estimate covers q and v.
  if (rows.relaxes_v())
    for (std::size_t block = 1; block < rows.constraints.size(); ++block)
      for (int i = 0; i < layout.n_g; ++i) info.holding_rows.push_back(layout.constraint[block] + i);
  info.constraint_level = system.lambda.empty() ? 0 : rows.constraint_level;
  info.has_constant_E = system.lambda.empty() || !rows.is_projected();
  return info;
}

EquationsOfMotion::EquationsOfMotion(std::shared_ptr<const MechanicalSystem> system, FormulationRows rows)
    : MechanicalDae(describe(system->info(), rows), system, parts_of(RowLayout(system->info(), rows))),
      rows_(std::move(rows)),
      evaluator_(system_->make_evaluator()),
      layout_(system_->info(), rows_) {
  for (std::size_t block = 0; block < rows_.constraints.size(); ++block) {
    const ConstraintRows& c = rows_.constraints[block];
    const int n_levels = (c.position != 0) + (c.velocity != 0) + (c.acceleration != 0);
    is_mixed_ |= n_levels > 1;
    const auto use = [&](double weight, LevelPlace& place) {
      if (weight == 0) return;
      if (n_levels > 1)
        place.values.setZero(layout_.n_g);
      else
        place.row = layout_.constraint[block];
    };
    use(c.position, position_);
    use(c.velocity, velocity_);
    use(c.acceleration, acceleration_);
  }
  if (rows_.jacobian != JacobianKind::exact) zeros_.setZero(std::max(layout_.n_v, layout_.n_g));
  if (rows_.has_eta()) eta_rates_.setZero(layout_.n_q);
  if (!rows_.is_projected() || layout_.n_g == 0) return;
  at_stage_ = evaluator_->matrices({});
  q_projection_ = std::make_unique<RangeProjection>(at_stage_.g_q);
  v_projection_ = std::make_unique<RangeProjection>(at_stage_.G);
}

/// The output place of a level: directly in the rows, in a buffer for combination, or none.
Vec EquationsOfMotion::level_place(LevelPlace& place, double* rows) const {
  if (place.row >= 0) return {rows + place.row, layout_.n_g};
  return place.values;
}

void EquationsOfMotion::residual(double t, ConstVec y, ConstVec ydot, Vec rows) {
  evaluator_->rows(motion(t, y), row_places(rows.data()));
  finish_rows(t, y, ydot, rows.data());
}

void EquationsOfMotion::residuals(ConstVec t, const Matrix& y, const Matrix& ydot, Matrix& rows) {
  // These need the evaluator, or a level separate from its row, at each single point.
  const bool is_one_by_one = is_mixed_ || (rows_.is_projected() && layout_.n_g > 0);
  if (is_one_by_one) return Dae::residuals(t, y, ydot, rows);
  evaluator_->rows_at(t, motion(t[0], column(y, 0)), row_places(rows.data()), {y.rows(), rows.rows()});
  for (Eigen::Index i = 0; i < t.size(); ++i)
    finish_rows(t[i], column(y, i), column(ydot, i), column(rows, i).data());
}

/// Output places of the evaluator; H v is written only if H ≠ I.
MotionRows EquationsOfMotion::row_places(double* r) {
  const RowLayout& l = layout_;
  const bool is_identity = system_->info().has_identity_kinematics();
  return {.kinematics = is_identity ? Vec(nullptr, 0) : Vec(r, l.n_q),
          .dynamics = {r + l.a, l.n_v},
          .internal = {r + l.s, l.n_s},
          .position = level_place(position_, r),
          .velocity = level_place(velocity_, r),
          .acceleration = level_place(acceleration_, r)};
}

/// Adds what the evaluator's rows lack: derivatives, η, combined levels and projections.
void EquationsOfMotion::finish_rows(double t, ConstVec y, ConstVec ydot, double* r) {
  const RowLayout& l = layout_;
  const bool is_identity = system_->info().has_identity_kinematics();
  const double* const x = y.data();
  const double* const x_dot = ydot.data();
  const double* const rates = is_identity ? x + l.v : r;
  if (rows_.has_eta() && l.n_g > 0) {
    eta_rates_.setZero();
    evaluator_->add_position_gradient(t, part(y, l.q, l.n_q), part(y, l.eta, l.n_g), eta_rates_);
    for (int i = 0; i < l.n_q; ++i) r[i] = rates[i] - eta_rates_[i] - x_dot[i];
  } else {
    for (int i = 0; i < l.n_q; ++i) r[i] = rates[i] - x_dot[i];
  }
  for (int i = 0; i < l.n_v; ++i) r[l.v + i] = x[l.a + i] - x_dot[l.v + i];
  for (int i = 0; i < l.n_s; ++i) r[l.s + i] -= x_dot[l.s + i];
  if (is_mixed_) mix_levels(r + l.lambda);
  if (rows_.is_projected() && l.n_g > 0) project_rows(t, y, r);
}

/// P_q (H v − q̇) and, if v̇ − a is relaxed, P_v (a − v̇), with the orthogonal projections P at (t,
/// q). The result depends only on (t, y, ẏ), not on Newton matrices.
void EquationsOfMotion::project_rows(double t, ConstVec y, double* r) {
  const RowLayout& l = layout_;
  evaluator_->configuration_matrices(t, part(y, l.q, l.n_q), at_stage_);
  q_projection_->update(at_stage_.g_q);
  q_projection_->project(r + l.q);
  if (!rows_.relaxes_v()) return;
  v_projection_->update(at_stage_.G);
  v_projection_->project(r + l.v);
}

/// Combines levels: b² g + 2b (G v + g_t) + (G a + γ) and similar rows.
void EquationsOfMotion::mix_levels(double* out) const {
  const ConstraintRows& c = rows_.constraints[0];
  for (int i = 0; i < layout_.n_g; ++i) {
    out[i] = 0;
    if (c.position != 0) out[i] += c.position * position_.values[i];
    if (c.velocity != 0) out[i] += c.velocity * velocity_.values[i];
    if (c.acceleration != 0) out[i] += c.acceleration * acceleration_.values[i];
  }
}

/// M a, Gᵀλ and G a are linear in a and λ: with zeros their derivatives by q vanish.
Motion EquationsOfMotion::linearization_point(double t, ConstVec y) const {
  Motion at = motion(t, y);
  if (rows_.jacobian == JacobianKind::exact) return at;
  const auto zeros = [this](const ConstVec& x) { return ConstVec(zeros_.data(), x.size()); };
  return {at.t, at.q, at.v, zeros(at.a), zeros(at.lambda), at.s, at.revolutions};
}

/// q̇, v̇ and ṡ are in their own rows; psi0 and psi1 project the first two.
void EquationsOfMotion::multiply_E(double t, ConstVec y, ConstVec x, Vec out) {
  const RowLayout& l = layout_;
  out.setZero();
  out.head(l.n_q + l.n_v) = x.head(l.n_q + l.n_v);
  out.segment(l.s, l.n_s) = x.segment(l.s, l.n_s);
  if (!info_.has_constant_E) project_rows(t, y, out.data());
}

std::unique_ptr<NewtonMatrix> EquationsOfMotion::newton_matrix(const ShiftCounts& shifts) {
  if (NullSpacePlan::suits(system_->info(), rows_))
    return std::make_unique<RelaxedNewton<NullSpaceNewton>>(*this, shifts);
  if (StaggeredPlan::suits(system_->info(), rows_, shifts))
    return std::make_unique<RelaxedNewton<StaggeredNewton>>(*this, shifts);
  return std::make_unique<MechanicalNewton>(*this, shifts);
}

bool EquationsOfMotion::project(double /*t*/, Vec y) {
  return evaluator_->restore_invariants(part(y, layout_.q, layout_.n_q));
}

std::unique_ptr<FreePart> EquationsOfMotion::free_part() {
  if (layout_.n_g == 0 || rows_.index_v < 2) return nullptr;
  return std::make_unique<TangentialVelocity>(*system_, layout_);
}

Vector EquationsOfMotion::assemble(ConstVec q, ConstVec v, ConstVec a, ConstVec lambda, ConstVec s) const {
  Vector y = Vector::Zero(info_.n_unknowns());
  Eigen::Index first = 0;
  for (const ConstVec* x : {&q, &v, &a, &lambda, &s}) {
    y.segment(first, x->size()) = *x;
    first += x->size();
  }
  return y;
}

Vector EquationsOfMotion::derivative(double t, ConstVec y) {
  const RowLayout& l = layout_;
  Vector ydot = Vector::Zero(y.size());
  evaluator_->rows(motion(t, y),
                   {.kinematics = {ydot.data(), l.n_q}, .internal = {ydot.data() + l.s, l.n_s}});
  ydot.segment(l.v, l.n_v) = y.segment(l.a, l.n_v);
  return ydot;
}

InitialState EquationsOfMotion::consistent_start(double t, ConstVec q0, ConstVec v0, ConstVec s0) const {
  return consistent_initial_state(*system_, t, q0, v0, s0);
}

}  // namespace pleuel
