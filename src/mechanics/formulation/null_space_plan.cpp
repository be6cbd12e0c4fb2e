#include "pleuel/mechanics/formulation/null_space_plan.hpp"

#include <algorithm>

#include "pleuel/mechanics/formulation/force_derivatives.hpp"

namespace pleuel {
namespace {

// Both measured (docs/theory.md).
constexpr int smallest_saddle = 18;
constexpr double operations_per_saddle_row = 2500;

NullSpacePlan::Response make_response(int n, int n_columns, int first, int last) {
  return {first, std::vector<RowBlock>(std::max(0, last - first + 1), RowBlock(n, n_columns))};
}

}  // namespace

/// Multiplications of one linearisation with a real and a complex factor (5 in real numbers) and
/// some solves, in the null space.
double NullSpacePlan::n_operations(const SystemInfo& info) {
  const double n_v = info.n_v(), n_g = info.n_lambda(), n_z = n_v - n_g;
  return n_v * n_g * (n_g + 6 * n_z) + n_z * n_z * (5 * n_v + 2 * n_z);
}

bool NullSpacePlan::suits(const SystemInfo& info, const FormulationRows& rows) {
  const bool has_rows = rows.holds_relaxed_levels() && info.n_lambda() > 0 && info.n_lambda() <= info.n_v();
  // A small saddle matrix is factored in less time than the responses take. A large one is sparse:
  // its factorisation takes a number of operations per row that does not grow.
  const int n_saddle = info.n_v() + static_cast<int>(rows.constraints.size()) * info.n_lambda();
  return has_rows && n_saddle >= smallest_saddle &&
         n_operations(info) <= operations_per_saddle_row * n_saddle;
}

NullSpacePlan::NullSpacePlan(const MechanicalSystem& system, const FormulationRows& rows,
                             SystemEvaluator& evaluator)
    : m(evaluator.matrices(rows.levels())),
      info_(system.info()),
      metric_(info_),
      relaxes_v_(rows.relaxes_v()),
      has_eta_(rows.has_eta()),
      jacobian_(rows.jacobian),
      highest_(norms().count() > 0 ? 3 : 2),
      null_space_(info_.n_lambda(), info_.n_v()) {
  const SystemInfo& info = info_;
  const int n_v = info.n_v(), n_g = info.n_lambda(), n_z = n_free();
  q = make_response(info.n_q(), n_z, 2, highest_);
  v = make_response(n_v, n_z, 1, highest_);
  a = make_response(n_v, n_z, 0, highest_);
  forces = make_response(n_v, n_z, 0, highest_);
  eta = make_response(n_g, n_z, 2, has_eta_ ? highest_ : 1);
  Y_q_ = PaddedMatrix(n_v, n_g);
  of_q_ = RowBlock(info.n_q(), n_z);
  of_v_ = RowBlock(n_v, n_z);
  of_g_ = RowBlock(n_g, n_z);
  if (relaxes_v_ && !is_identity()) Y_v_ = PaddedMatrix(n_v, n_g);
  if (!is_identity()) HY_ = PaddedMatrix(info.n_q(), n_g);
}

void NullSpacePlan::to_velocities(const double* y, double* work, double* x) const {
  std::fill_n(work, info_.n_v(), 0.0);
  m.H.multiply_transposed_add(1.0, y, work);
  std::fill_n(x, info_.n_v(), 0.0);
  metric_.inverse().multiply_add(1.0, work, x);
}

void NullSpacePlan::to_multipliers(double* x, double* work, double* multipliers) const {
  if (!is_identity()) {
    std::fill_n(work, info_.n_q(), 0.0);
    m.H.multiply_add(1.0, x, work);
    std::fill_n(x, info_.n_v(), 0.0);
    m.H.multiply_transposed_add(1.0, work, x);
  }
  Y_q_.multiply_transposed(x, multipliers);
}

bool NullSpacePlan::linearize(SystemEvaluator& evaluator, const Motion& at) {
  evaluator.linearize(at, m);
  omit_force_derivatives(jacobian_, m);
  singular_.reset();
  if (!is_identity()) {
    metric_.update(m.H, at.q.data());
    if (!metric_.is_annihilated_by(m.g_q) || !metric_.is_turned_away_by(m.kinematics_q)) return false;
  }
  singular_ = null_space_.factor(m.G);
  if (!singular_) singular_ = find_inverses();
  if (singular_) return true;
  find_response();
  return true;
}

std::optional<ZeroPivot> NullSpacePlan::find_inverses() {
  RowBlock& HT = q.power[0];
  const RowBlock& T = null_space_.T();
  const PaddedMatrix& basic = null_space_.basic();
  if (is_identity()) {
    HT = T;
    return null_space_.minimize(T, basic, Y_q_);
  }
  HT.set_zero();
  HY_.set_zero();
  HT.add_product(1.0, m.H, T);
  for (int j = 0; j < basic.cols(); ++j) m.H.multiply_add(1.0, basic.column(j), HY_.column(j));
  if (const auto zero = null_space_.minimize(HT, HY_, Y_q_)) return zero;
  return relaxes_v_ ? null_space_.minimize(T, basic, Y_v_) : std::nullopt;
}

/// All responses, from the lowest power of w to the highest.
void NullSpacePlan::find_response() {
  v.power[0] = T();
  a.power[0] = T();
  if (highest_ == 3) {
    of_q_.set_zero();
    of_q_.add_product(1.0, m.kinematics_q, q.power[0]);
    norms().project(of_q_, q.power[1]);
  }
  for (int power = 2; power <= highest_; ++power) correct_velocity(power);
  for (int power = 1; power <= highest_; ++power) {
    // α δv has the coefficients of δv, one power lower.
    if (power < highest_)
      a.power[power] = v.power[power];
    else
      a.power[power].set_zero();
    if (relaxes_v_) correct_acceleration(power);
  }
  for (int power = 0; power <= highest_; ++power) {
    RowBlock& f = forces.power[power];
    f.set_zero();
    f.add_product(1.0, m.M, a.power[power]);
    if (power >= 1) f.add_product(1.0, m.dynamics_v, v.power[power - 1]);
    if (power >= 2) f.add_product(1.0, m.dynamics_q, q.power[power - 2]);
  }
}

/// δv of w^power: −H⁺K δq + x with G x = −V_q δq + G H⁺K δq. (H⁺ annihilates δq of the next power.)
void NullSpacePlan::correct_velocity(int power) {
  const RowBlock& dq = q.power[power - 2];
  RowBlock& dv = v.power[power - 1];
  dv.set_zero();
  of_g_.set_zero();
  of_g_.add_product(-1.0, m.velocity_q, dq);
  if (!is_identity()) {
    of_q_.set_zero();
    of_q_.add_product(-1.0, m.kinematics_q, dq);
    of_v_.set_zero();
    of_v_.add_transposed_product(1.0, m.H, of_q_);
    dv.add_product(1.0, metric_.inverse(), of_v_);
    of_g_.add_product(-1.0, m.G, dv);
  }
  dv.add_product(Y_q_, of_g_);
  if (!has_eta_) return;
  // (HᵀH)⁻¹Gᵀη = x gives η = YᵀHᵀH x.
  of_v_.set_zero();
  of_v_.add_product(Y_q_, of_g_);
  if (!is_identity()) {
    of_q_.set_zero();
    of_q_.add_product(1.0, m.H, of_v_);
    of_v_.set_zero();
    of_v_.add_transposed_product(1.0, m.H, of_q_);
  }
  eta.power[power - 2].set_zero();
  eta.power[power - 2].add_transposed_product(Y_q_, of_v_);
}

/// δa of w^power += y with G y = −A_q δq − A_v δv − G δa.
void NullSpacePlan::correct_acceleration(int power) {
  of_g_.set_zero();
  if (power >= 2) of_g_.add_product(-1.0, m.acceleration_q, q.power[power - 2]);
  of_g_.add_product(-1.0, m.acceleration_v, v.power[power - 1]);
  of_g_.add_product(-1.0, m.G, a.power[power]);
  a.power[power].add_product(acceleration_correction(), of_g_);
}

}  // namespace pleuel
