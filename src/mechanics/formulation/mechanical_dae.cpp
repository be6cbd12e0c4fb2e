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
  const Levels levels = rows_.levels();
  position_.setZero(levels.position ? n_g_ : 0);
  velocity_.setZero(levels.velocity ? n_g_ : 0);
  acceleration_.setZero(levels.acceleration ? n_g_ : 0);
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
  double* const r = rows.data();
  evaluator_->rows(motion(t, y), {.kinematics = is_identity ? Vec(nullptr, 0) : Vec(r, n_q_),
                                  .dynamics = {r + a, n_v_},
                                  .internal = {r + s, n_s_},
                                  .position = position_,
                                  .velocity = velocity_,
                                  .acceleration = acceleration_});
  if (is_identity)
    for (int i = 0; i < n_q_; ++i) r[i] = y[v + i];
  if (rows_.has_eta && n_g_ > 0) {
    // −g_qᵀη: with the sign reversed twice, so that the evaluator only ever adds.
    for (int i = 0; i < n_q_; ++i) r[i] = -r[i];
    evaluator_->add_position_gradient(t, part(y, 0, n_q_), part(y, eta, n_g_), {r, n_q_});
    for (int i = 0; i < n_q_; ++i) r[i] = -r[i];
  }
  for (int i = 0; i < n_q_; ++i) r[i] -= ydot[i];
  for (int i = 0; i < n_v_; ++i) r[v + i] = y[a + i] - ydot[v + i];
  for (int i = 0; i < n_s_; ++i) r[s + i] -= ydot[s + i];
  const auto constraint = [&](const ConstraintRows& c, double* out) {
    for (int i = 0; i < n_g_; ++i) {
      double sum = 0;
      if (c.position != 0) sum += c.position * position_[i];
      if (c.velocity != 0) sum += c.velocity * velocity_[i];
      if (c.acceleration != 0) sum += c.acceleration * acceleration_[i];
      out[i] = sum;
    }
  };
  constraint(rows_.constraints[0], r + lambda);
  if (rows_.has_eta) constraint(rows_.constraints[1], r + eta);
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
