// Integration of systems with redundant constraints.
#pragma once

#include <functional>
#include <memory>

#include "pleuel/integrator/guarded/singular_guard.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

namespace pleuel {

/// Creates a DAE from a system with chosen constraints, and an integrator for it.
struct MinimumNormParts {
  std::shared_ptr<const MechanicalSystem> system;  ///< with all constraints
  std::function<std::unique_ptr<MechanicalDae>(std::shared_ptr<const MechanicalSystem>)> formulate;
  std::function<std::unique_ptr<Integrator>(Dae&, const StepSettings&)> integrate;
  StepSettings step;
};

/// An integrator that uses only independent constraints (ConstraintChoice) but provides all
/// unknowns of the whole system. y and the dense output have the order of the formulation of the
/// whole system; λ has least norm.
///
/// After each accepted step the dropped constraints are checked. The choice is renewed at the
/// current position, and the method restarts with the last step size, if
///
/// - they are violated at position or velocity level by more than 100 (atol + rtol max |q| or |v|),
///   beyond the residuals of the kept ones;
/// - another choice is better conditioned by a factor of 10;
/// - the kept constraints will become dependent and others will not (`choose_for`);
/// - the run started in a singular configuration and its constraints have become independent;
/// - the method fails in a way that a loss of rank can explain.
///
/// The rank is determined at the position projected onto the kept constraints, where redundant
/// constraints hold up to rounding. If all choices become dependent, the configuration is singular.
/// The kept constraints are guarded as in any other run (SingularGuard). After a passage of a
/// singular configuration, the dropped constraints must hold too.
class MinimumNormIntegrator final : public Integrator, public Restorable {
 public:
  /// `whole` is the formulation of the whole system, whose unknowns are provided. It must outlive
  /// this object.
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
  Restorable* restorable() override { return inner_ && inner_->restorable() != nullptr ? this : nullptr; }
  bool can_be_saved() const override { return inner_->restorable()->can_be_saved(); }
  void save(StateWriter& out) override;
  void load(StateReader& in) override;
  /// Number of renewals of the choice.
  int renewals() const { return renewals_; }

 private:
  class Piece;
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  /// An integrator of the chosen equations, and its guard if it has one.
  struct Inner {
    std::unique_ptr<Integrator> integrator;
    SingularGuard* guard = nullptr;
  };
  Inner make_inner(MechanicalDae& dae) const;
  void begin(double t, const Vector& q, const Vector& v, const Vector& s);
  /// Returns true if the choice changed; false, without any change, if it would be the same.
  bool renew();
  /// Chooses other constraints if the kept ones become dependent at t_singular and others do not.
  void choose_for(double t_singular);
  /// The position projected onto the kept constraints; empty if there is none.
  Vector on_kept(const Motion& at) const;
  void begin_renewed(double t, const Vector& q, const Vector& v, const Vector& s);
  std::optional<Failure> take_step();
  bool wants_renewal(const Motion& at);
  bool is_off_dropped(const Motion& at);
  /// Converts y of the chosen system to y of the whole system.
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
  bool is_near_ = false;            // a singular configuration of the kept constraints is near
  std::optional<double> asks_for_;  // its time, if it was found in the last step
  Vector y_;
  double t_end_ = 0;
  double h_ = 0;
  bool needs_renewal_ = false;
  std::size_t best_rank_ = 0;
  int renewals_ = 0;
  double first_renewal_ = 0, last_renewal_ = 0;  // times
  std::vector<std::string> inner_remarks_;       // of discarded integrators
  Statistics finished_, statistics_;             // of discarded integrators, and of all
};

}  // namespace pleuel
