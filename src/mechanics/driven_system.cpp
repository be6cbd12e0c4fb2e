#include "pleuel/mechanics/driven_system.hpp"

#include <cassert>
#include <utility>

namespace pleuel {
namespace {

/// Accelerations are those of SystemEvaluator, which follow from the rows.
class DrivenEvaluator final : public SystemEvaluator {
 public:
  DrivenEvaluator(std::unique_ptr<SystemEvaluator> evaluator, int row, const MotionOfTime& motion)
      : evaluator_(std::move(evaluator)), row_(row), motion_(motion) {}

  void rows(const Motion& at, const MotionRows& out) override {
    evaluator_->rows(at, out);
    subtract(at.t, out);
  }
  void rows_at(ConstVec t, const Motion& first, const MotionRows& out, const PointStrides& strides) override {
    evaluator_->rows_at(t, first, out, strides);
    for (Eigen::Index k = 0; k < t.size(); ++k) subtract(t[k], shifted(out, k * strides.rows));
  }
  void add_position_gradient(double t, ConstVec q, ConstVec eta, Vec out) override {
    evaluator_->add_position_gradient(t, q, eta, out);
  }
  MotionMatrices matrices(const Levels& levels) override { return evaluator_->matrices(levels); }
  void configuration_matrices(double t, ConstVec q, MotionMatrices& out) override {
    evaluator_->configuration_matrices(t, q, out);
  }
  void linearize(const Motion& at, MotionMatrices& out) override { evaluator_->linearize(at, out); }
  Energy energy(const Motion& at) override { return evaluator_->energy(at); }
  Power power(const Motion& at) override { return evaluator_->power(at); }
  bool restore_invariants(Vec q) override { return evaluator_->restore_invariants(q); }
  void corners(const Motion& at, Vec out) override { evaluator_->corners(at, out); }

 private:
  void subtract(double t, const MotionRows& out) const {
    MotionRows rows = out;
    if (rows.position.size() + rows.velocity.size() + rows.acceleration.size() == 0) return;
    const Taylor<double> r = motion_(t);
    if (rows.position.size() > 0) rows.position[row_] -= r.x;
    if (rows.velocity.size() > 0) rows.velocity[row_] -= r.d;
    if (rows.acceleration.size() > 0) rows.acceleration[row_] -= r.dd;
  }

  std::unique_ptr<SystemEvaluator> evaluator_;
  int row_;
  const MotionOfTime& motion_;
};

}  // namespace

DrivenSystem::DrivenSystem(std::shared_ptr<const MechanicalSystem> system, int row, MotionOfTime motion)
    : system_(std::move(system)), row_(row), motion_(std::move(motion)) {
  assert(row_ >= 0 && row_ < system_->info().n_lambda());
  assert(system_->info().angles.empty());
}

std::unique_ptr<SystemEvaluator> DrivenSystem::make_evaluator() const {
  return std::make_unique<DrivenEvaluator>(system_->make_evaluator(), row_, motion_);
}

}  // namespace pleuel
