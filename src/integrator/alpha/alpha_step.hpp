// The equations of one step of an α-method, and their solution by Newton's method.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/dae/statistics.hpp"
#include "pleuel/integrator/alpha/alpha_options.hpp"
#include "pleuel/integrator/alpha/coordinate_flow.hpp"
#include "pleuel/integrator/alpha/step_matrix.hpp"
#include "pleuel/integrator/newton/newton_control.hpp"
#include "pleuel/mechanics/saddle_matrix.hpp"

namespace pleuel {

/// The state that is passed from one step to the next.
struct AlphaState {
  double t = 0;
  Vector q, v, s;
  Vector phi, lambda;  ///< acceleration and multipliers at t: M φ + Gᵀλ = f
  Vector sigma;        ///< ṡ at t
  Vector a, b;         ///< a and b of the recursions for φ and σ

  void resize(const SystemInfo& info);

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t, self.q, self.v, self.s, self.phi, self.lambda, self.sigma, self.a, self.b);
  }
};

/// Reciprocal tolerances: of increments in Newton's method, of errors in the error test.
struct AlphaWeights {
  Vector q, v, s, lambda;
};

/// One step with the acceleration x as unknown. θ̂, v̂ and ŝ are the known parts of the new values
/// [YPR98, (4.2)],
///
///     θ = θ̂ + β̂h² x,   q = q_n ∘ θ,   v = v̂ + γ̂h x + w,   s = ŝ + γ̂_s h σ
///     A w + Gᵀη = 0,   G v + g_t = 0
///
/// With g(t, q) = 0, the further equation depends on the iteration:
///
///     index2     M x + Gᵀν = f                                  [YPR98, (3.3)]
///     cs, cm     P (M x − f) = 0                                [YPR98, (3.6)]
///     projected  M̃ (x − φ) + G̃ᵀν = 0, φ from index 1 at (q, v)   [YPR98, (2.5)]
///     index3     like index2, but w = 0
///
/// Differs from [YPR98, (3.3)]: ν and μ are divided by β̂h² and γ̂h, so that μ = ν + η/(γ̂h). A is
/// the step's matrix K (StepMatrix) or, as in the paper, M (ProjectionMetric).
///
/// θ has n_v entries; if H ≠ I it is an increment on the group (CoordinateFlow). w is computed
/// exactly in each iteration. Newton's method has the unknowns x and ν, and the condensed s:
/// n_v + n_λ rows, or n_v in the split form of cs and cm.
///
/// With A = M the first four have the same solution (projected: if its projections are evaluated at
/// q_{n+1}) but different iterations. The Newton matrix contains the derivative of Gᵀν at the
/// current ν (index2), at the ν that best balances the current q (cs), or not at all (cm). ν and η
/// enter the convergence test only in index2 and index3; in cs and cm they are functions of q, not
/// unknowns.
///
/// M may be singular: w comes from the saddle matrix [A Gᵀ; G 0].
class AlphaStep {
 public:
  /// Work is added to `statistics`, which must outlive this object.
  AlphaStep(const MechanicalSystem& system, const AlphaOptions& options, const NewtonOptions& newton,
            Statistics& statistics);
  AlphaStep(const AlphaStep&) = delete;
  AlphaStep& operator=(const AlphaStep&) = delete;

  enum class Result { converged, newton, not_finite, singular };

  /// Computes accelerations, multipliers and rates for t, q, v and s of `state`; a = φ, b = σ.
  /// Returns false if they are not finite.
  [[nodiscard]] bool start(AlphaState& state);
  /// The same after a restart. φ and λ of `state` are corrected by [K Gᵀ; G 0] (δ, κ) = (f − M
  /// φ − Gᵀλ, −γ − G φ) with the matrix of a step of size h. The mass matrix is not used: f
  /// amplifies the Newton error in q by the square of the highest frequency, which must not enter
  /// the recursion. For smooth parts, O(h²) of the correction is missing.
  [[nodiscard]] bool resume(double h, AlphaState& state);
  /// Discards matrices and convergence rates.
  void restart();
  /// Solves the step of size h from `from`; `ratio` is h divided by the previous step size (1 if
  /// there is none).
  [[nodiscard]] Result solve(const AlphaState& from, double h, double ratio, const AlphaWeights& weights,
                             AlphaState& to);
  /// The next attempt uses a new Newton matrix.
  void renew_matrix() { is_linearized_ = false; }
  bool matrix_is_new() const { return matrix_age_ == 0; }
  /// A new Newton matrix in every iteration of this step.
  bool renews_always() const { return renews_always_; }
  void renew_always(bool does) { renews_always_ = does; }

  /// K⁻¹ M d: filters an acceleration d with the step's matrix; stiff parts become small.
  void filter(Vec d);
  void filter_states(Vec d);
  /// δq of an increment in n_v coordinates, at the end of the last step.
  void to_coordinates(ConstVec theta, Vec q) const;

  /// Judges all increments of a step except the first.
  const NewtonControl& newton() const { return newton_; }
  NewtonControl& newton() { return newton_; }
  /// See StepMethod.
  std::optional<UnsolvedSystem> unsolved() const { return matrix_.iterative_solves().unsolved; }
  /// Takes over the convergence rates of another iteration.
  void take_rates(const NewtonControl& other) { newton_ = other; }
  int iterations() const { return newton_.increments(); }  ///< of the last step
  SystemEvaluator& evaluator() { return *evaluator_; }
  int matrix_size() const { return matrix_.size(); }
  /// The unknown of (q, v, s, λ) with the largest weighted increment: group and index.
  enum class Part { q, v, s, lambda };
  struct Worst {
    Part part = Part::q;
    int number = 0;
    double size = -1;
  };
  Worst worst(const AlphaWeights& weights) const;
  /// The first row of the last evaluation that is not finite: kind and index.
  enum class Row { none, dynamics, position, internal };
  struct BadRow {
    Row kind = Row::none;
    int number = 0;
  };
  BadRow bad_row() const;

 private:
  void set_scales(double h);
  [[nodiscard]] bool find_state_rates(AlphaState& state);
  void begin(const AlphaState& from, double h, double ratio);
  void predict(const AlphaState& from);
  /// The norm of the next increment; empty if a matrix is singular.
  [[nodiscard]] std::optional<double> iterate(const AlphaState& from, const AlphaWeights& weights);
  [[nodiscard]] bool project_velocity();
  [[nodiscard]] bool meet_constraints(const Vector& whole, Vector& x, Vector& y);
  double rounding_of_constraints(const Vector& x) const;
  void bend(double rounding, Vector& x, Vector& y);
  [[nodiscard]] bool find_accelerations(double t, const Vector& q, const Vector& v, Vector& phi,
                                        Vector& lambda);
  [[nodiscard]] bool evaluate();
  [[nodiscard]] bool evaluate_projected();
  void balance();
  void take_kinematics();
  void find_tangent(const AlphaState& from);
  [[nodiscard]] bool prepare_matrix(const AlphaState& from);
  bool is_rounding() const;
  double increment_norm(const AlphaWeights& weights) const;
  [[nodiscard]] Result finish(const AlphaState& from, AlphaState& to);
  [[nodiscard]] bool solve_saddle(const SaddleParts& parts, Vector& x, Vector& y);
  [[nodiscard]] bool correct_acceleration(AlphaState& to);
  void place(const Vector& theta, const AlphaState& from, Vector& q);
  SaddleParts here() const { return {at_q_.M, at_q_.G, at_q_.G}; }
  /// For projections: along M̃⁻¹G̃ᵀ if they are evaluated before q is corrected.
  SaddleParts directions() const {
    const bool is_elsewhere = is_projected() && options_.projection == ProjectionPlace::uncorrected;
    return is_elsewhere ? SaddleParts{at_free_.M, at_free_.G, at_q_.G} : here();
  }
  bool is_split() const { return split_ != nullptr; }
  bool has_multiplier_unknowns() const {
    return options_.iteration == AlphaIteration::index2 || options_.iteration == AlphaIteration::index3;
  }
  bool projects_velocity() const { return n_g_ > 0 && options_.iteration != AlphaIteration::index3; }
  bool has_step_metric() const { return options_.metric == ProjectionMetric::step && !is_projected(); }
  bool is_projected() const { return n_g_ > 0 && options_.iteration == AlphaIteration::projected; }

  const SystemInfo& info_;
  AlphaOptions options_;
  int n_g_, n_s_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  StepMatrix matrix_;
  Annihilator* split_;
  MotionMatrices at_q_, at_free_;  // M, G and H at q, and at q̃ of the projections
  SaddleMatrix saddle_;
  CoordinateFlow flow_;
  NewtonControl newton_;
  Statistics& statistics_;

  double t_ = 0, t_new_ = 0, h_ = 0;
  double last_h_ = 0;
  StepScales scales_;
  Vector theta_hat_, v_hat_, s_hat_, a_, b_;  // a and b for the current step size
  Vector x_, theta_, q_, v_free_, v_, w_, eta_, nu_, s_;
  Vector phi_, lambda_, free_, q_free_;  // only for `projected`
  Vector dynamics_, position_, velocity_, internal_, acceleration_, balanced_;
  Vector delta_x_, delta_nu_, delta_s_, delta_q_, eta_before_;
  Vector zero_v_, zero_g_, side_, side_g_, side_s_, rest_;
  bool is_linearized_ = false;
  bool renews_always_ = false;
  int matrix_age_ = 0;  // steps since the Newton matrix was computed
  StepScales factored_;
};

}  // namespace pleuel
