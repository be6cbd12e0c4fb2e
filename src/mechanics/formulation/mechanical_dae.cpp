#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

#include "pleuel/mechanics/formulation/mechanical_newton.hpp"

namespace pleuel {
namespace {

std::string level_name(const ConstraintRows& c) {
  if (c.acceleration != 0) return c.position != 0 ? "stabilised acceleration level" : "acceleration level";
  return c.velocity != 0 ? "velocity level" : "position level";
}

DaeInfo describe(const SystemInfo& system, const FormulationRows& rows) {
  DaeInfo info{.name = rows.name};
  const auto add = [&](const std::vector<Quantity>& part, Group group, int index, bool is_differential) {
    for (const Quantity& x : part)
      info.unknowns.push_back(
          {.name = x.name, .unit = x.unit, .group = group, .index = index, .is_differential = is_differential});
  };
  add(system.q, Group::q, 1, true);
  add(system.v, Group::v, rows.index_v, true);
  add(system.a, Group::a, rows.index_a, false);
  add(system.lambda, Group::lambda, rows.index_a, false);
  add(system.s, Group::s, 1, true);
  for (const Quantity& x : system.q) info.rows.push_back("rate of " + x.name);
  for (const Quantity& x : system.v) info.rows.push_back("rate of " + x.name);
  for (const Quantity& x : system.v) info.rows.push_back("balance of forces for " + x.name);
  const auto add_constraints = [&](const ConstraintRows& c) {
    for (const std::string& name : system.constraints) info.rows.push_back(name + ", " + level_name(c));
  };
  add_constraints(rows.constraints[0]);
  for (const Quantity& x : system.s) info.rows.push_back("rate of " + x.name);
  if (rows.has_eta) {
    std::vector<Quantity> eta;
    for (std::size_t i = 0; i < system.lambda.size(); ++i) eta.push_back({"eta" + std::to_string(i + 1), ""});
    add(eta, Group::eta, rows.index_a, false);
    add_constraints(rows.constraints[1]);
  }
  info.constraint_level = system.lambda.empty() ? 0 : rows.constraint_level;
  return info;
}

}  // namespace

MechanicalDae::MechanicalDae(std::shared_ptr<const MechanicalSystem> system, FormulationRows rows)
    : Dae(describe(system->info(), rows)),
      system_(std::move(system)),
      rows_(std::move(rows)),
      evaluator_(system_->make_evaluator()),
      n_q_(system_->info().n_q()),
      n_v_(system_->info().n_v()),
      n_g_(system_->info().n_lambda()),
      n_s_(system_->info().n_s()) {
  const int lambda = n_q_ + 2 * n_v_, eta = lambda + n_g_ + n_s_;
  for (std::size_t block = 0; block < rows_.constraints.size(); ++block) {
    const ConstraintRows& c = rows_.constraints[block];
    const int n_levels = (c.position != 0) + (c.velocity != 0) + (c.acceleration != 0);
    is_mixed_ |= n_levels > 1;
    const auto use = [&](double weight, LevelPlace& place) {
      if (weight == 0) return;
      if (n_levels > 1)
        place.values.setZero(n_g_);
      else
        place.row = block == 0 ? lambda : eta;
    };
    use(c.position, position_);
    use(c.velocity, velocity_);
    use(c.acceleration, acceleration_);
  }
  if (rows_.has_eta) eta_rates_.setZero(n_q_);
}

/// Where the evaluator writes a level: straight into the rows, aside for mixing, or nowhere.
Vec MechanicalDae::level_place(LevelPlace& place, double* rows) const {
  if (place.row >= 0) return {rows + place.row, n_g_};
  return place.values;
}

Motion MechanicalDae::motion(double t, ConstVec y) const {
  const int v = n_q_, a = v + n_v_, lambda = a + n_v_, s = lambda + n_g_;
  return {.t = t,
          .q = part(y, 0, n_q_),
          .v = part(y, v, n_v_),
          .a = part(y, a, n_v_),
          .lambda = part(y, lambda, n_g_),
          .s = part(y, s, n_s_)};
}

void MechanicalDae::residual(double t, ConstVec y, ConstVec ydot, Vec rows) {
  const int v = n_q_, a = v + n_v_, lambda = a + n_v_, s = lambda + n_g_, eta = s + n_s_;
  const bool is_identity = system_->info().has_identity_kinematics();
  const double* const x = y.data();
  const double* const x_dot = ydot.data();
  double* const r = rows.data();
  evaluator_->rows(motion(t, y), {.kinematics = is_identity ? Vec(nullptr, 0) : Vec(r, n_q_),
                                  .dynamics = {r + a, n_v_},
                                  .internal = {r + s, n_s_},
                                  .position = level_place(position_, r),
                                  .velocity = level_place(velocity_, r),
                                  .acceleration = level_place(acceleration_, r)});
  if (rows_.has_eta && n_g_ > 0) {
    eta_rates_.setZero();
    evaluator_->add_position_gradient(t, part(y, 0, n_q_), part(y, eta, n_g_), eta_rates_);
    for (int i = 0; i < n_q_; ++i) r[i] = (is_identity ? x[v + i] : r[i]) - eta_rates_[i] - x_dot[i];
  } else {
    for (int i = 0; i < n_q_; ++i) r[i] = (is_identity ? x[v + i] : r[i]) - x_dot[i];
  }
  for (int i = 0; i < n_v_; ++i) r[v + i] = x[a + i] - x_dot[v + i];
  for (int i = 0; i < n_s_; ++i) r[s + i] -= x_dot[s + i];
  if (is_mixed_) mix_levels(r + lambda);
}

/// Rows that mix levels: b² g + 2b (G v + g_t) + (G a + γ) and the like.
void MechanicalDae::mix_levels(double* out) const {
  const ConstraintRows& c = rows_.constraints[0];
  for (int i = 0; i < n_g_; ++i) {
    out[i] = 0;
    if (c.position != 0) out[i] += c.position * position_.values[i];
    if (c.velocity != 0) out[i] += c.velocity * velocity_.values[i];
    if (c.acceleration != 0) out[i] += c.acceleration * acceleration_.values[i];
  }
}

std::unique_ptr<NewtonMatrix> MechanicalDae::newton_matrix(const ShiftCounts& shifts) {
  return std::make_unique<MechanicalNewton>(*this, shifts);
}

bool MechanicalDae::project(double /*t*/, Vec y) { return evaluator_->restore_invariants(part(y, 0, n_q_)); }

Vector MechanicalDae::assemble(ConstVec q, ConstVec v, ConstVec a, ConstVec lambda, ConstVec s) const {
  Vector y = Vector::Zero(info_.n_unknowns());
  Eigen::Index first = 0;
  for (const ConstVec* x : {&q, &v, &a, &lambda, &s}) {
    y.segment(first, x->size()) = *x;
    first += x->size();
  }
  return y;
}

Vector MechanicalDae::derivative(double t, ConstVec y) {
  const int s = n_q_ + 2 * n_v_ + n_g_;
  Vector ydot = Vector::Zero(y.size());
  evaluator_->rows(motion(t, y), {.kinematics = {ydot.data(), n_q_}, .internal = {ydot.data() + s, n_s_}});
  ydot.segment(n_q_, n_v_) = y.segment(n_q_ + n_v_, n_v_);
  return ydot;
}

}  // namespace pleuel
