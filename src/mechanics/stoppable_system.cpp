#include "pleuel/mechanics/stoppable_system.hpp"

namespace pleuel {
namespace {

class StoppableEvaluator final : public SystemEvaluator {
 public:
  StoppableEvaluator(std::unique_ptr<SystemEvaluator> evaluator, std::shared_ptr<StopCheck> check)
      : evaluator_(std::move(evaluator)), check_(std::move(check)) {}

  void rows(const Motion& at, const MotionRows& out) override { asked().rows(at, out); }
  void rows_at(ConstVec t, const Motion& first, const MotionRows& out, const PointStrides& strides) override {
    asked().rows_at(t, first, out, strides);
  }
  void add_position_gradient(double t, ConstVec q, ConstVec eta, Vec out) override {
    asked().add_position_gradient(t, q, eta, out);
  }
  MotionMatrices matrices(const Levels& levels) override { return asked().matrices(levels); }
  void configuration_matrices(double t, ConstVec q, MotionMatrices& out) override {
    asked().configuration_matrices(t, q, out);
  }
  void linearize(const Motion& at, MotionMatrices& out) override { asked().linearize(at, out); }
  std::optional<ZeroPivot> accelerations(const Motion& at, const MotionRates& out) override {
    return asked().accelerations(at, out);
  }
  void solve_saddle(Vec x, Vec y) override {
    evaluator_->solve_saddle({x.data(), x.size()}, {y.data(), y.size()});
  }
  Energy energy(const Motion& at) override { return asked().energy(at); }
  Power power(const Motion& at) override { return asked().power(at); }
  bool restore_invariants(Vec q) override { return asked().restore_invariants(q); }
  void angles(const Motion& at, Vec theta, Vec omega) override { asked().angles(at, theta, omega); }
  void corners(const Motion& at, Vec out) override { asked().corners(at, out); }

 private:
  SystemEvaluator& asked() {
    check_->look();
    return *evaluator_;
  }

  std::unique_ptr<SystemEvaluator> evaluator_;
  std::shared_ptr<StopCheck> check_;
};

}  // namespace

std::unique_ptr<SystemEvaluator> StoppableSystem::make_evaluator() const {
  return std::make_unique<StoppableEvaluator>(system_->make_evaluator(), check_);
}

}  // namespace pleuel
