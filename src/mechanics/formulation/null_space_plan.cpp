#include "pleuel/mechanics/formulation/null_space_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/formulation/force_derivatives.hpp"
#include "pleuel/mechanics/formulation/shifted_blocks.hpp"

namespace pleuel {
namespace {

/// The pattern of HᵀH: full in kinematic blocks, diagonal outside.
FixedMatrix gram_pattern(const SystemInfo& info) {
  Entries entries;
  for (int j = 0; j < info.n_v(); ++j) entries.emplace_back(j, j);
  for (const KinematicBlock& b : info.kinematic_blocks) append_full_block(b.first_v, b.n_v, entries);
  return {info.n_v(), info.n_v(), entries};
}

// Both measured (docs/theory.md).
constexpr int smallest_saddle = 18;
constexpr double operations_per_saddle_row = 5000;

/// True for a block of rows at one level only.
bool is_single(const ConstraintRows& c) {
  return (c.position != 0) + (c.velocity != 0) + (c.acceleration != 0) == 1;
}

NullSpacePlan::Response make_response(int n, int n_columns, int first, int last) {
  return {first, std::vector<RowBlock>(std::max(0, last - first + 1), RowBlock(n, n_columns))};
}

void set_zero(std::vector<double>& x) { std::fill(x.begin(), x.end(), 0.0); }

double largest(const std::vector<double>& x) {
  double result = 0;
  for (const double value : x) result = std::max(result, std::abs(value));
  return result;
}

}  // namespace

/// Multiplications of one linearisation with a real and a complex factor (5 in real numbers) and
/// some solves, in the null space.
double NullSpacePlan::n_operations(const SystemInfo& info) {
  const double n_v = info.n_v(), n_g = info.n_lambda(), n_z = n_v - n_g;
  return n_v * n_g * (n_g + 6 * n_z) + n_z * n_z * (5 * n_v + 2 * n_z);
}

bool NullSpacePlan::suits(const SystemInfo& info, const FormulationRows& rows) {
  const std::size_t n_levels = rows.relaxes_v() ? 3 : 2;
  const bool has_rows = rows.relaxes_q() && info.n_lambda() > 0 && info.n_lambda() <= info.n_v() &&
                        rows.constraints.size() == n_levels &&
                        std::all_of(rows.constraints.begin(), rows.constraints.end(), is_single) &&
                        rows.constraints[n_levels - 1].position != 0 &&
                        rows.constraints[n_levels - 2].velocity != 0 &&
                        (n_levels == 2 || rows.constraints[0].acceleration != 0);
  // A small saddle matrix is factored in less time than the responses take. A large one is sparse:
  // its factorisation takes a number of operations per row that does not grow.
  const int n_saddle = info.n_v() + static_cast<int>(n_levels) * info.n_lambda();
  return has_rows && n_saddle >= smallest_saddle &&
         n_operations(info) <= operations_per_saddle_row * n_saddle;
}

NullSpacePlan::NullSpacePlan(const SystemInfo& info, const FormulationRows& rows, SystemEvaluator& evaluator)
    : m(evaluator.matrices(rows.levels())),
      norms(info),
      info_(info),
      is_identity_(info.has_identity_kinematics()),
      relaxes_v_(rows.relaxes_v()),
      has_eta_(rows.has_eta()),
      jacobian_(rows.jacobian),
      highest_(norms.count() > 0 ? 3 : 2),
      null_space_(info.n_lambda(), info.n_v()),
      work_q_(padded(info.n_q()), 0.0),
      image_q_(padded(info.n_q()), 0.0),
      work_g_(padded(info.n_lambda()), 0.0),
      nu_(norms.count(), 0.0) {
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
  if (relaxes_v_ && !is_identity_) Y_v_ = PaddedMatrix(n_v, n_g);
  if (is_identity_) return;
  HY_ = PaddedMatrix(info.n_q(), n_g);
  gram_ = gram_pattern(info);
  std::fill(gram_.value.begin(), gram_.value.end(), 1.0);  // outside of all blocks
  inverse_gram_ = gram_;
  int size = 0;
  for (const KinematicBlock& b : info.kinematic_blocks) size = std::max(size, b.n_v);
  block_.assign(2 * size * size, 0.0);
}

void NullSpacePlan::to_velocities(const double* y, double* work, double* x) const {
  std::fill_n(work, info_.n_v(), 0.0);
  m.H.multiply_transposed_add(1.0, y, work);
  std::fill_n(x, info_.n_v(), 0.0);
  inverse_gram_.multiply_add(1.0, work, x);
}

void NullSpacePlan::to_multipliers(double* x, double* work, double* multipliers) const {
  if (!is_identity_) {
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
  if (!is_identity_) {
    norms.update(m.H, at.q.data());
    if (!are_norms_apart()) return false;
    find_inverse_gram();
  }
  singular_ = null_space_.factor(m.G);
  if (!singular_) singular_ = find_inverses();
  if (singular_) return true;
  find_response();
  return true;
}

/// Condition (*), with one vector N ν: different directions have different coordinates. NaN counts
/// as apart, because the factorisation reports it.
bool NullSpacePlan::are_norms_apart() {
  constexpr double rounding = 1e-9;
  if (norms.count() == 0) return true;
  for (std::size_t k = 0; k < nu_.size(); ++k) nu_[k] = 1 + std::sin(static_cast<double>(k)) / 2;
  set_zero(work_q_);
  norms.add(nu_.data(), work_q_.data());
  set_zero(work_g_);
  m.g_q.multiply_add(1.0, work_q_.data(), work_g_.data());
  if (largest(work_g_) > rounding * largest(m.g_q.value)) return false;
  set_zero(image_q_);
  m.kinematics_q.multiply_add(1.0, work_q_.data(), image_q_.data());
  norms.project(image_q_.data(), nu_.data());
  return !(largest(nu_) > rounding * largest(m.kinematics_q.value));
}

void NullSpacePlan::find_inverse_gram() {
  set_zero(work_q_);
  for (const KinematicBlock& b : info_.kinematic_blocks) {
    for (int i = b.first_v; i < b.first_v + b.n_v; ++i) {
      for (int k = m.H.start[i]; k < m.H.start[i + 1]; ++k) work_q_[m.H.row[k]] = m.H.value[k];
      for (int j = b.first_v; j < b.first_v + b.n_v; ++j) {
        double sum = 0;
        for (int k = m.H.start[j]; k < m.H.start[j + 1]; ++k) sum += m.H.value[k] * work_q_[m.H.row[k]];
        gram_.value[gram_.start[i] + j - b.first_v] = sum;
      }
      for (int k = m.H.start[i]; k < m.H.start[i + 1]; ++k) work_q_[m.H.row[k]] = 0;
    }
    // A block without rank gives NaN, which the factorisation reports.
    if (invert_block(b.first_v, b.n_v, 0.0, -1.0, gram_, inverse_gram_, block_, inverse_gram_.value) >= 0)
      inverse_gram_.value[inverse_gram_.start[b.first_v]] = std::numeric_limits<double>::quiet_NaN();
  }
}

std::optional<ZeroPivot> NullSpacePlan::find_inverses() {
  RowBlock& HT = q.power[0];
  const RowBlock& T = null_space_.T();
  const PaddedMatrix& basic = null_space_.basic();
  if (is_identity_) {
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
    norms.project(of_q_, q.power[1]);
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
  if (!is_identity_) {
    of_q_.set_zero();
    of_q_.add_product(-1.0, m.kinematics_q, dq);
    of_v_.set_zero();
    of_v_.add_transposed_product(1.0, m.H, of_q_);
    dv.add_product(1.0, inverse_gram_, of_v_);
    of_g_.add_product(-1.0, m.G, dv);
  }
  dv.add_product(Y_q_, of_g_);
  if (!has_eta_) return;
  // (HᵀH)⁻¹Gᵀη = x gives η = YᵀHᵀH x.
  of_v_.set_zero();
  of_v_.add_product(Y_q_, of_g_);
  if (!is_identity_) {
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
