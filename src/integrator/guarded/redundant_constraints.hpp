// Runs of systems whose constraints repeat each other.
#pragma once

#include <functional>
#include <memory>

#include "pleuel/integrator/guarded/singular_guard.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

namespace pleuel {

/// How a chosen system becomes a DAE, and a DAE is integrated.
struct MinimumNormParts {
  std::shared_ptr<const MechanicalSystem> system;  ///< with all constraints
  std::function<std::unique_ptr<MechanicalDae>(std::shared_ptr<const MechanicalSystem>)> formulate;
  std::function<std::unique_ptr<Integrator>(Dae&, const StepSettings&)> integrate;
  StepSettings step;
};

/// An integrator that carries only independent constraints (ConstraintChoice) and shows all
/// unknowns of the whole system: y and the dense output are in the order of the formulation of the
/// whole, λ is the one of least norm.
///
/// After each accepted step the dropped constraints are looked at. The choice is renewed at the
/// present position, and the method starts anew with the last step size, when
///
/// - they are off at position or velocity level by more than 100 (atol + rtol max |q| or |v|),
///   beyond
///   what those kept are off themselves;
/// - another choice has become better conditioned by a factor of 10;
/// - those kept will become dependent, and others not (`choose_for`);
/// - the run began in a singular position, whose constraints have become independent;
/// - the method fails in a way that a loss of rank can explain.
///
/// Rank is judged at the position put on the constraints kept so far, where those that repeat
/// others do so up to rounding. Where all choices become dependent the configuration is singular.
/// The constraints kept are guarded as those of any other run (SingularGuard); behind a
/// configuration that was crossed with them, the dropped ones must be met too.
class MinimumNormIntegrator final : public Integrator {
 public:
  /// `whole` is the formulation of the whole system, whose unknowns are shown; it must outlive
  /// this.
  MinimumNormIntegrator(const MechanicalDae& whole, MinimumNormParts parts);
  ~MinimumNormIntegrator() override;

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return inner_->t(); }
  ConstVec y() const override { return view(y_); }
  const DenseOutput& dense_output() const override;
  const Statistics& statistics() const override { return statistics_; }
  std::vector<std::string> remarks() const override;
  std::optional<double> local_error(Vec e) const override;
  /// How often the choice was renewed.
  int renewals() const { return renewals_; }

 private:
  class Piece;
  void begin(double t, const Vector& q, const Vector& v, const Vector& s);
  /// True when another choice was taken; false, and nothing changed, when it would be the same.
  bool renew();
  /// Takes other constraints, where those kept become dependent at t_singular and others do not.
  void choose_for(double t_singular);
  /// The position put on the constraints kept; empty where there is none.
  Vector on_kept(const Motion& at) const;
  void begin_renewed(double t, const Vector& q, const Vector& v, const Vector& s);
  std::optional<Failure> take_step();
  bool wants_renewal(const Motion& at);
  bool is_off_dropped(const Motion& at);
  /// y of the whole system from that of the chosen one.
  void show(double t, ConstVec chosen, Vector& y) const;
  void add_statistics();
  std::vector<std::string> all_remarks_of_inner() const;

  const MechanicalDae& whole_;
  MinimumNormParts parts_;
  mutable ConstraintChoice choice_;
  std::unique_ptr<MechanicalDae> dae_;
  std::unique_ptr<Integrator> inner_;
  std::unique_ptr<Piece> dense_output_;
  SingularGuard* guard_ = nullptr;  // inner_, if there is more than one constraint
  bool is_near_ = false;            // a configuration where those kept become dependent
  std::optional<double> asks_for_;  // its time, when it was found with the last step
  Vector y_;
  double t_end_ = 0;
  double h_ = 0;
  bool needs_renewal_ = false;
  std::size_t best_rank_ = 0;
  int renewals_ = 0;
  double first_renewal_ = 0, last_renewal_ = 0;  // times
  std::vector<std::string> inner_remarks_;       // of integrators given up
  Statistics finished_, statistics_;             // of integrators given up, and of all
};

}  // namespace pleuel
