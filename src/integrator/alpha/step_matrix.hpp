// The Newton matrix of one step of an α-method.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/integrator/alpha/annihilator.hpp"
#include "pleuel/linalg/product.hpp"
#include "pleuel/mechanics/saddle_matrix.hpp"
#include "pleuel/mechanics/state_condensation.hpp"

namespace pleuel {

/// Derivatives of q, v and s by the acceleration: β̂h², γ̂h, and γ̂_s h for internal states.
struct StepScales {
  double q = 0;
  double v = 0;
  double s = 0;
};

/// x is the acceleration that the step solves for. With δq = β̂h² S δx, δv = γ̂h δx and δs
/// condensed block by block,
///
///     K = M + β̂h² D_q S + γ̂h D_v + D_s T Z,
///     Z = β̂h² σ_q S + γ̂h σ_v,   T = (I/(γ̂_s h) − σ_s)⁻¹,
///
/// where D contains the derivatives of M x + Gᵀλ − f, and S = ∂q/∂θ is the tangent of the increment
/// on the group, S = I if H = I. The saddle form solves
///
///     [K Gᵀ; g_qS 0] (δx, δν) = (r, c),                  n_v + n_λ rows, dense or sparse,
///
/// The split form solves P K δx = P r, g_qS δx = c with P of an Annihilator: n_v rows, dense. Both
/// tend to matrices without h as h → 0. The contribution of the velocity projection to δv is
/// omitted: it vanishes in directions that keep g and is smaller by h in others.
class StepMatrix {
 public:
  /// The split form is used if `splitting` is given and the matrix is dense.
  StepMatrix(const MechanicalSystem& system, SystemEvaluator& evaluator,
             std::optional<Annihilator::Kind> splitting);
  StepMatrix(const StepMatrix&) = delete;  // plans refer to its matrices
  StepMatrix& operator=(const StepMatrix&) = delete;

  void linearize(SystemEvaluator& evaluator, const Motion& at) { evaluator.linearize(at, m_); }
  /// S, to be filled after `linearize` if H ≠ I. Its pattern contains that of H and all entries of
  /// each kinematic block.
  FixedMatrix& tangent() { return S_; }
  [[nodiscard]] std::optional<ZeroPivot> factor(const StepScales& scales);

  /// Right-hand sides of the linearised dynamics, constraints and internal states.
  struct Sides {
    ConstVec dynamics, constraints, states;
  };
  struct Solution {
    Vec x, nu, s;
  };
  /// In the split form ν is not changed.
  void solve(const Sides& sides, Solution out, SolveAccuracy accuracy = SolveAccuracy::full);
  /// As in NewtonMatrix.
  bool is_iterative() const { return saddle_ && saddle_->is_iterative(); }
  void allow_error(double relative) {
    if (saddle_) saddle_->allow_error(relative);
  }
  IterativeSolves iterative_solves() const {
    return saddle_ ? saddle_->iterative_solves() : IterativeSolves{};
  }
  /// out += K x.
  void multiply_add(const double* x, double* out) const { K_.multiply_add(1.0, x, out); }
  /// d = T d/(γ̂_s h): the response of internal states to rates d.
  void filter_states(Vec d) const;

  const MotionMatrices& matrices() const { return m_; }
  /// Null in the saddle form.
  Annihilator* annihilator() { return annihilator_.get(); }
  int size() const { return saddle_ ? saddle_->size() : split_->size(); }

 private:
  [[nodiscard]] std::optional<ZeroPivot> factor_split();
  FixedMatrix dynamics_pattern() const;
  void find_places(const MechanicalSystem& system, std::optional<Annihilator::Kind> splitting);
  void find_tangent_patterns();
  void find_state_patterns();
  void combine_rates();
  void apply_states(Vec x) const;
  void refine(const ConstVec& constraints, Solution& out);

  const SystemInfo& info_;
  MotionMatrices m_;
  int n_v_, n_g_, n_s_;
  StepScales scales_;
  FixedMatrix Z_;  // n_s × n_v
  StateInverse<double> T_;
  StateCondensation D_s_T_Z_;  // D_s T Z into K
  ProductPlan sigma_q_S_;      // σ_q S into Z
  ProductPlan D_q_S_;          // D_q S into K
  std::vector<int> Z_from_q_, Z_from_v_;
  FixedMatrix S_, gS_;  // g_q S: rows of the constraints
  ProductPlan g_q_S_;
  FixedMatrix K_;
  std::unique_ptr<Annihilator> annihilator_;
  std::vector<int> M_slot_, q_slot_, v_slot_;  // positions in K
  std::optional<SaddleMatrix> saddle_;         // one of these two
  std::optional<DenseLu<double>> split_;
  mutable Vector state_work_;
  Vector rhs_, lower_, column_, projected_;
};

}  // namespace pleuel
