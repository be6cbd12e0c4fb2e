#include "pleuel/mechanics/selected_constraints.hpp"

#include <array>

#include "pleuel/linalg/matrix_selection.hpp"

namespace pleuel {
namespace {

class SelectedEvaluator final : public SystemEvaluator {
 public:
  SelectedEvaluator(const MechanicalSystem& whole, const std::vector<int>& kept)
      : whole_(whole.make_evaluator()),
        kept_(kept),
        lambda_(Vector::Zero(whole.info().n_lambda())),
        position_(lambda_),
        velocity_(lambda_),
        acceleration_(lambda_) {}

  void rows(const Motion& at, const MotionRows& out) override {
    const auto place = [](const Vec& wanted, Vector& all) {
      return wanted.size() > 0 ? Vec(all) : Vec(nullptr, 0);
    };
    whole_->rows(widened(at), {.kinematics = out.kinematics,
                               .dynamics = out.dynamics,
                               .internal = out.internal,
                               .position = place(out.position, position_),
                               .velocity = place(out.velocity, velocity_),
                               .acceleration = place(out.acceleration, acceleration_)});
    gather(position_, out.position);
    gather(velocity_, out.velocity);
    gather(acceleration_, out.acceleration);
  }

  void add_position_gradient(double t, ConstVec q, ConstVec eta, Vec out) override {
    scatter(eta);
    whole_->add_position_gradient(t, q, view(std::as_const(lambda_)), out);
  }

  MotionMatrices matrices(const Levels& levels) override {
    Plan& plan = plan_of(levels);
    plan.all = whole_->matrices(levels);
    MotionMatrices result = plan.all;
    for (std::size_t i = 0; i < selected.size(); ++i) {
      plan.rows[i] = MatrixSelection(plan.all.*selected[i], kept_);
      result.*selected[i] = plan.rows[i].pattern;
    }
    return result;
  }

  void configuration_matrices(double t, ConstVec q, MotionMatrices& out) override {
    Plan& plan = plan_of(out.levels);
    whole_->configuration_matrices(t, q, plan.all);
    out.M.value = plan.all.M.value;
    out.H.value = plan.all.H.value;
    plan.rows[0].take(plan.all.G, out.G);
    plan.rows[1].take(plan.all.g_q, out.g_q);
  }

  void linearize(const Motion& at, MotionMatrices& out) override {
    Plan& plan = plan_of(out.levels);
    whole_->linearize(widened(at), plan.all);
    for (auto matrix : unchanged) (out.*matrix).value = (plan.all.*matrix).value;
    for (std::size_t i = 0; i < selected.size(); ++i)
      plan.rows[i].take(plan.all.*selected[i], out.*selected[i]);
  }

  void corners(const Motion& at, Vec out) override { whole_->corners(widened(at), out); }
  Energy energy(const Motion& at) override { return whole_->energy(widened(at)); }
  Power power(const Motion& at) override { return whole_->power(widened(at)); }
  bool restore_invariants(Vec q) override { return whole_->restore_invariants(q); }
  void angles(const Motion& at, Vec theta, Vec omega) override { whole_->angles(widened(at), theta, omega); }

 private:
  using M = MotionMatrices;
  static constexpr std::array<FixedMatrix M::*, 5> selected = {&M::G, &M::g_q, &M::velocity_q,
                                                               &M::acceleration_q, &M::acceleration_v};
  static constexpr std::array<FixedMatrix M::*, 9> unchanged = {
      &M::M,          &M::H,          &M::kinematics_q, &M::dynamics_q, &M::dynamics_v,
      &M::dynamics_s, &M::internal_q, &M::internal_v,   &M::internal_s};
  struct Plan {
    MotionMatrices all;
    std::array<MatrixSelection, 5> rows;
  };
  Plan& plan_of(const Levels& levels) {
    return plans_[(levels.velocity ? 1 : 0) + (levels.acceleration ? 2 : 0)];
  }

  void scatter(ConstVec x) {
    for (std::size_t i = 0; i < kept_.size(); ++i) lambda_[kept_[i]] = x[static_cast<Eigen::Index>(i)];
  }
  void gather(const Vector& all, Vec out) const {
    for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = all[kept_[i]];
  }
  Motion widened(const Motion& at) {
    if (at.lambda.size() > 0) scatter(at.lambda);
    return {.t = at.t,
            .q = at.q,
            .v = at.v,
            .a = at.a,
            .lambda = view(std::as_const(lambda_)),
            .s = at.s,
            .revolutions = at.revolutions};
  }

  std::unique_ptr<SystemEvaluator> whole_;
  const std::vector<int>& kept_;
  Vector lambda_;  // of all constraints; those left out stay zero
  Vector position_, velocity_, acceleration_;
  std::array<Plan, 4> plans_;
};

}  // namespace

SelectedConstraints::SelectedConstraints(std::shared_ptr<const MechanicalSystem> whole, std::vector<int> kept)
    : whole_(std::move(whole)), kept_(std::move(kept)), info_(whole_->info()) {
  info_.lambda.clear();
  info_.constraints.clear();
  for (const int i : kept_) {
    info_.lambda.push_back(whole_->info().lambda[i]);
    info_.constraints.push_back(whole_->info().constraints[i]);
  }
}

std::unique_ptr<SystemEvaluator> SelectedConstraints::make_evaluator() const {
  return std::make_unique<SelectedEvaluator>(*whole_, kept_);
}

}  // namespace pleuel
