// What the block methods gam and bim share: everything but the iteration and the error estimate.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/integrator/block/block_dense_output.hpp"
#include "pleuel/integrator/control/interpolation_test.hpp"
#include "pleuel/integrator/control/order_control.hpp"
#include "pleuel/integrator/control/step_controller.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/loop/step_method.hpp"
#include "pleuel/integrator/newton/matrix_keeper.hpp"
#include "pleuel/integrator/newton/newton_control.hpp"

namespace pleuel {

struct BlockOptions {
  std::string name;              ///< in failure reports
  std::vector<int> orders;       ///< ascending; one is chosen with each block
  int newton_max = 0;            ///< limit of iterations; 0: that of the formula
  double newton_tolerance = 0;   ///< κ in units of the tolerance; 0: 0.005, 0.001 at index 3
  double jacobian_reuse = 5e-3;  ///< J is kept while the iteration contracts at least this fast
  double safety = 0.05;          ///< error that the step-size control aims at, in tolerances
};

/// One order of a block method and its controls.
struct BlockScheme {
  const BlockFormula* formula = nullptr;
  int max_iterations = 10;
  /// The number of iterations in which an error passes from one level of unknowns to the next, in
  /// equations with hidden constraints. Until then increments need not shrink.
  int iterations_per_level = 1;
  /// The first point of the last block that the prediction of the next one uses.
  int first_predicting = 0;
  double work = 1;  ///< cost of a block for the order control
};

/// A block method for E(t,y) ẏ = r(t,y), 0 = c(t,y) [IM98, BMM06].
///
/// A step of StepLoop is one block of s equal steps h (BlockFormula). Its unknowns solve
///
///     R_i := residual(t_n + i h, Y_i, Ẏ_i) = 0,   Ẏ = 1/h D (Y − y_n) + e₀ ẏ_n,
///
/// and y_{n+1} = Y_s, ẏ_{n+1} = Ẏ_s. The simplified Newton iteration has the matrix D ⊗ E/h − I ⊗
/// J, of which a family replaces D or C so that one real factorisation of E/(hγ) − J is enough. E
/// and J are taken in the middle of the predicted block, and at y_n if there is no prediction. For
/// state-dependent E this costs contraction only, because residuals contain the true E. With more
/// rows than unknowns the Newton matrix defines the solution, as in Radau IIA: rows of equal kind
/// are combined over the points with fixed numbers.
///
/// Differs from [IM98, BMM06]: there the formula contains f = E ẏ, and E is constant. Both agree
/// for constant E and consistent starts.
///
/// The estimated error is that of the whole block, its largest at any point. So the dense output is
/// controlled too. The weights of unknowns of index 2 and 3 contain h, not the length of the block.
///
/// With a fixed step, the block has this length, the order is fixed and there is no error test.
class BlockMethod : public StepMethod {
 public:
  using Options = BlockOptions;

  BlockMethod(const BlockMethod&) = delete;  // the dense output refers to the formulas
  BlockMethod& operator=(const BlockMethod&) = delete;

  const DaeInfo& info() const override { return dae_.info(); }
  const std::string& name() const override { return options_.name; }
  int order() const override { return formula().order; }

  double begin(const Begin& at) override;
  [[nodiscard]] Attempt attempt(const Trial& trial) override;
  void accept(const Trial& trial) override;
  double next_size(const Trial& trial, const Attempt& last) override;
  double shorter_size(const Trial& trial, const Attempt& last) override;
  bool can_repeat(const Trial& trial, const Attempt& last) override;

  ConstVec y() const override { return view(y_); }
  const DenseOutput& dense_output() const override { return dense_output_; }
  std::optional<double> local_error(Vec e) const override;

  std::optional<UnsolvedSystem> unsolved() const override { return matrix_.unsolved(); }
  void forget_matrices() override { matrix_.forget(); }
  void save(StateWriter& out) const override { state(*this, out); }
  void load(StateReader& in) override;

 protected:
  /// Throws InvalidInput for invalid settings. The Dae must outlive this object, the formulas too.
  BlockMethod(Dae& dae, const StepSettings& settings, const BlockOptions& options,
              const OrderOptions& order_options, const std::vector<BlockScheme>& schemes);

  /// Solves for the increments ΔY of all points: reads `residual`, writes `increment`.
  virtual void solve_increments() = 0;
  /// The error of the block in the norm of the test; writes `error`, the estimate with this norm.
  [[nodiscard]] virtual double estimate_error() = 0;
  /// The errors of the neighbouring orders, called for an accepted block after estimate_error(),
  /// the one above first.
  [[nodiscard]] virtual double error_below() = 0;
  [[nodiscard]] virtual double error_above() = 0;

  int level() const { return level_; }
  const BlockFormula& formula() const { return *levels_[level_].scheme.formula; }
  int n_levels() const { return static_cast<int>(levels_.size()); }
  long blocks_at(int level) const { return levels_[level].blocks; }
  double h() const { return h_; }  ///< signed distance of points
  /// out_i = scale Σ_j w_ij x_j with x_0 = start and the columns of X.
  void apply(const BlockRows& w, double scale, const Vector& start, const Matrix& X, Matrix& out) const;
  void combine(const RowMajor& weights, double scale, const Matrix& X, Matrix& out) const;
  /// x = (E − hγJ)⁻¹ E z, the filter of deferred corrections. x and z may be equal.
  void filter(const Vector& z, Vector& x);
  void multiply_E(ConstVec x, Vec rows) { matrix_->multiply_E(x, rows); }
  void solve(ConstVec rows, Vec x);
  const ErrorNorm& norm() const { return norm_; }
  /// Σ_j weights_j Ẏ_{s−m+j} for j = 0 … m, where Ẏ_0 = ẏ_n.
  void combine_last(const Vector& weights, Vector& result) const;
  /// The ratio of the m-th difference of the last derivatives of the block to the mean of the two
  /// (m − 1)-th ones, both filtered: h/τ with the time scale τ of the solution.
  double decay(int m);

  Vector ydot_;             // ẏ_n
  Matrix Ydot_;             // Ẏ, one column for each point
  Matrix residual_;         // R
  Matrix increment_;        // ΔY
  Matrix row_work_, work_;  // rows × s and unknowns × s
  Vector error_;

 private:
  struct Level {
    BlockScheme scheme;
    StageKernels kernels;
    NewtonControl newton;
    StepController controller;
    long blocks = 0;  // accepted
  };
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  void take_level(int level);
  Level& at_level() { return levels_[level_]; }
  const Level& at_level() const { return levels_[level_]; }
  NewtonControl& newton() { return levels_[level_].newton; }
  const StageKernels& kernels() const { return levels_[level_].kernels; }
  int points() const { return formula().points(); }
  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  void predict();
  void linearize();
  void linearize_in_the_middle();
  std::optional<SingularMatrix> factor();
  void evaluate_derivatives();
  void evaluate();
  double norm_of_increments(const ErrorNorm& norm) const;
  Attempt iterate();
  void test_error(Attempt& attempt);
  double interpolation_error();
  bool is_noise(double err);
  double error_of_index_1();
  int bad_row_at_start();

  Dae& dae_;
  StepSettings settings_;
  BlockOptions options_;
  ErrorNorm norm_;                            // of the error test
  ErrorNorm newton_norm_;                     // of increments, always scaled by the index
  std::vector<BlockDifference> differences_;  // of degrees 0, 1, …
  std::vector<Level> levels_;
  int level_ = 0;
  std::unique_ptr<OrderControl> order_control_;  // only if there are several orders
  double caution_;                               // factor on estimated errors
  InterpolationTest interpolation_test_;
  BlockDenseOutput dense_output_;
  int dense_output_level_ = 0;
  MatrixKeeper matrix_;

  Vector y_;
  // Data of the attempted block.
  Trial trial_;
  double h_ = 0;
  int failures_ = 0;              // of the iteration, in this block
  double rejected_err_ = 0;       // error of its last rejected attempt
  bool starts_constant_ = false;  // the iteration starts from Y_i = y_n
  bool is_predicted_ = false;
  int blocks_held_ = 0;                   // further blocks that must not grow
  double err_below_ = 0, err_above_ = 0;  // of the accepted block
  Matrix Z_, Y_;
  Vector times_, point_, slope_, rows_;
};

}  // namespace pleuel
