#include "pleuel/mechanics/formulation/staggered_plan.hpp"

namespace pleuel {
namespace {

// Below, a dense factorisation of all levels takes less time than the passes.
constexpr int smallest_saddle = 40;

FormulationRows with_position_only(const FormulationRows& rows) {
  return {.name = rows.name, .constraints = {{.position = 1}}, .jacobian = rows.jacobian};
}

}  // namespace

bool StaggeredPlan::suits(const SystemInfo& info, const FormulationRows& rows, const ShiftCounts& shifts) {
  const int n_levels = static_cast<int>(rows.constraints.size());
  // A pass is a longer solve. With real shifts and two levels, or where a factor serves many
  // solves, it costs what the factor saves.
  const bool saves_factors = shifts.complex > 0 || (rows.relaxes_v() && !shifts.serves_many);
  return rows.holds_relaxed_levels() && saves_factors && info.n_lambda() > 0 &&
         info.n_v() + n_levels * info.n_lambda() >= smallest_saddle;
}

StaggeredPlan::StaggeredPlan(const MechanicalSystem& system, const FormulationRows& rows,
                             SystemEvaluator& evaluator)
    : relaxes_v_(rows.relaxes_v()),
      reduced_(system.info(), with_position_only(rows), evaluator, rows.levels()),
      layout_(system.info(), reduced_.formulation()),
      saddle_(reduced_, system),
      metric_(system.info()),
      q_factor_(reduced_.matrices().g_q) {
  if (relaxes_v_ && !metric_.is_identity()) v_factor_.emplace(reduced_.matrices().G);
}

bool StaggeredPlan::linearize(SystemEvaluator& evaluator, const Motion& at) {
  reduced_.linearize(evaluator, at);
  const MotionMatrices& m = reduced_.matrices();
  metric_.update(m.H, at.q.data());
  if (!metric_.is_annihilated_by(m.g_q)) return false;
  singular_ = q_factor_.factor(m.g_q);
  if (!singular_ && v_factor_) singular_ = v_factor_->factor(m.G);
  if (!singular_) saddle_.combine(reduced_);
  return true;
}

}  // namespace pleuel
