// The Newton matrix of a mechanical formulation for one shift; the multipliers of relaxed rows are
// solved apart.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "pleuel/mechanics/formulation/saddle_factor.hpp"
#include "pleuel/mechanics/formulation/staggered_plan.hpp"

namespace pleuel {

/// Solves (α E − J) x = rhs for one real or complex α by the passes of StaggeredPlan. They end when
/// the last change of c and y, as an acceleration, is below the allowed part of δa, 10⁻³ by
/// default: the error then adds less than that to the rate of convergence of Newton's method.
/// Passes that do not converge, where h |v| is large, leave an error that Newton's method sees as
/// slow convergence; shorter steps cure both.
template <class Scalar>
class StaggeredFactor {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  StaggeredFactor(const StaggeredPlan& plan, const RowLayout& layout, const FormulationRows& rows);

  [[nodiscard]] std::optional<SingularMatrix> factor(Scalar alpha);
  /// rhs and x in the order of RowLayout.
  void solve(Split rhs, Split x);

  int size() const { return saddle_.size(); }
  bool is_reentrant() const { return saddle_.is_reentrant(); }
  void forget() { saddle_.forget(); }
  bool is_iterative() const { return saddle_.is_iterative(); }
  void allow_error(double relative) {
    allowed_ = relative;
    saddle_.allow_error(relative);
  }
  IterativeSolves iterative_solves() const { return saddle_.iterative_solves(); }

 private:
  struct Work {
    std::vector<double> re, im;
    explicit Work(int n) : re(padded(n), 0.0), im(is_complex ? padded(n) : 0, 0.0) {}
    operator Split() { return {re.data(), im.data()}; }
  };
  /// c and y of δq = δv = 0.
  void find_first_corrections(Split rhs);
  /// c and y of the last step.
  void find_corrections();
  void solve_levels(const GramFactor& factor, Work& level);
  /// η and c of the level G c, and y of the level G y.
  void take_velocity_level();
  void take_acceleration_level();
  /// side += forces and rates of c and y.
  void add_loads();
  void add_to(Split x);

  const StaggeredPlan& plan_;
  const RowLayout& layout_;
  const FormulationRows& rows_;
  Scalar alpha_{};
  double allowed_ = 1e-3;
  SaddleFactor<Scalar> saddle_;
  Work side_, step_;              // right-hand side and solution with one constraint block
  Work velocity_, acceleration_;  // levels G c and G y, then δη and μ
  Work c_, sum_;                  // c and α c + y, changes in one pass
  Work eta_, work_q_, work_v_, work_g_;
};

extern template class StaggeredFactor<double>;
extern template class StaggeredFactor<Complex>;

}  // namespace pleuel
