#include "pleuel/mechanics/formulation/static_equations.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/formulation/equilibrium.hpp"
#include "pleuel/mechanics/formulation/static_newton.hpp"

namespace pleuel {
namespace {

DaeInfo describe(const SystemInfo& system) {
  if (!system.has_statics)
    throw InvalidInput(
        "formulation 'qs' cannot take system '" + system.name +
        "': it does not declare that its equilibria are meaningful (has_statics in its info()); "
        "take a formulation "
        "of the equations of motion, e.g. ggl1");
  const StaticLayout layout(system);
  DaeInfo info{.name = "qs"};
  std::vector<Unknown> unknowns;
  std::vector<std::string> rows;
  unknowns.reserve(layout.n_unknowns);
  rows.reserve(layout.n_unknowns);
  const auto add = [&](const std::vector<Quantity>& part, Group group, bool is_differential) {
    for (const Quantity& x : part)
      unknowns.push_back(
          {.name = x.name, .unit = x.unit, .group = group, .index = 1, .is_differential = is_differential});
  };
  add(system.q, Group::q, false);
  add(system.lambda, Group::lambda, false);
  add(system.s, Group::s, true);
  for (const Quantity& x : system.v) rows.push_back("balance of forces for " + x.name);
  for (int i = 0; i < layout.n_norms; ++i) rows.push_back("norm " + std::to_string(i + 1));
  for (const std::string& x : system.constraints) rows.push_back(x + ", position level");
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) info.holding_rows.push_back(i);
  for (const Quantity& x : system.s) rows.push_back("rate of " + x.name);
  info.unknowns = std::move(unknowns);
  info.rows = std::move(rows);
  return info;
}

MotionLayout parts_of(const SystemInfo& system) {
  const StaticLayout l(system);
  return {{0, l.n_q}, {l.lambda, l.n_g}, {l.s, l.n_s}, l.n_v};
}

}  // namespace

StaticLayout::StaticLayout(const SystemInfo& info)
    : n_q(info.n_q()),
      n_v(info.n_v()),
      n_g(info.n_lambda()),
      n_s(info.n_s()),
      n_norms(n_q - n_v),
      norms(n_v),
      lambda(n_q),
      s(lambda + n_g),
      n_unknowns(s + n_s) {}

StaticEquations::StaticEquations(std::shared_ptr<const MechanicalSystem> system)
    : StaticEquations(system, describe(system->info())) {}

StaticEquations::StaticEquations(std::shared_ptr<const MechanicalSystem> system, const StaticEquations& like)
    : StaticEquations(std::move(system), like.info()) {
  structure_ = like.structure();
}

StaticEquations::StaticEquations(std::shared_ptr<const MechanicalSystem> system, DaeInfo info)
    : MechanicalDae(std::move(info), system, parts_of(system->info())),
      evaluator_(system_->make_evaluator()),
      layout_(system_->info()),
      norm_directions_(system_->info()),
      restored_(Vector::Ones(layout_.n_q)) {
  if (layout_.n_norms == 0) return;
  if (norm_directions_.count() != layout_.n_norms || !evaluator_->restore_invariants(restored_))
    throw InvalidInput(
        "formulation 'qs' cannot take system '" + system_->info().name +
        "': it has more coordinates than velocities, so it must restore the invariants between them; give it "
        "restore_invariants(q)");
  configuration_ = evaluator_->matrices({});
}

const std::shared_ptr<const StaticStructure>& StaticEquations::structure() const {
  if (!structure_) structure_ = std::make_shared<StaticStructure>(*system_, evaluator_->matrices({}));
  return structure_;
}

void StaticEquations::residual(double t, ConstVec y, ConstVec ydot, Vec rows) {
  const StaticLayout& l = layout_;
  double* const r = rows.data();
  evaluator_->rows(motion(t, y),
                   {.dynamics = {r, l.n_v}, .internal = {r + l.s, l.n_s}, .position = {r + l.lambda, l.n_g}});
  for (int i = 0; i < l.n_s; ++i) r[l.s + i] -= ydot[l.s + i];
  if (l.n_norms == 0) return;
  evaluator_->configuration_matrices(t, part(y, 0, l.n_q), configuration_);
  norm_directions_.update(configuration_.H, y.data());
  restored_ = part(y, 0, l.n_q);
  evaluator_->restore_invariants(restored_);
  restored_ -= part(y, 0, l.n_q);
  norm_directions_.project(restored_.data(), r + l.norms);
}

std::unique_ptr<NewtonMatrix> StaticEquations::newton_matrix(const ShiftCounts& shifts) {
  return std::make_unique<StaticNewton>(*this, shifts);
}

Vector StaticEquations::assemble(ConstVec q, ConstVec /*v*/, ConstVec /*a*/, ConstVec lambda,
                                 ConstVec s) const {
  Vector y(layout_.n_unknowns);
  y << q, lambda, s;
  return y;
}

Vector StaticEquations::derivative(double t, ConstVec y) {
  Vector ydot = Vector::Zero(y.size());
  evaluator_->rows(motion(t, y), {.internal = {ydot.data() + layout_.s, layout_.n_s}});
  return ydot;
}

InitialState StaticEquations::consistent_start(double t, ConstVec q0, ConstVec v0, ConstVec s0) const {
  return static_equilibrium(*this, t, q0, v0, s0);
}

}  // namespace pleuel
