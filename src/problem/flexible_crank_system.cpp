#include "pleuel/problem/flexible_crank_system.hpp"

#include <cmath>
#include <numbers>

#include "pleuel/autodiff/dual.hpp"

namespace pleuel {
namespace {

constexpr int gross = 3;  // coordinates φ1, φ2, x3 before those of the rod
using Wide = Dual<8>;

class FlexibleCrankEvaluator final : public SystemEvaluator {
 public:
  explicit FlexibleCrankEvaluator(const FlexibleCrankSystem& system)
      : system_(system), rod_(system.rod()), n_(gross + rod_.size()), tip_(gross + rod_.tip()) {
    Mq_.setZero(rod_.size());
    Mv_.setZero(rod_.size());
    const Entries arrow = arrow_entries();
    mass_ = FixedMatrix(n_, n_, with(arrow, {{2, 2}}));
    derivative_ = FixedMatrix(n_, n_, arrow);
    jacobian_ = FixedMatrix(2, n_, {{0, 0}, {0, 1}, {0, tip_}, {1, 0}, {1, 1}, {1, 2}, {1, tip_}});
    level_ = FixedMatrix(2, n_, {{0, 0}, {0, 1}, {0, tip_}, {1, 0}, {1, 1}, {1, tip_}});
    mass_slots_ = find_slots(mass_);
    derivative_slots_ = find_slots(derivative_);
  }

  void rows(const Motion& at, const MotionRows& wanted) override {
    MotionRows out = wanted;
    if (out.kinematics.size() > 0) out.kinematics = at.v;
    if (out.position.size() > 0) position(at.q, out.position);
    const bool needs_core = out.dynamics.size() + out.velocity.size() + out.acceleration.size() > 0;
    if (!needs_core) return;
    const CrankRows<double> core = crank_rows(system_.data(), motion<double>(at), forces(at), at.v[2]);
    for (int i : {0, 1}) {
      if (out.velocity.size() > 0) out.velocity[i] = core.velocity[i];
      if (out.acceleration.size() > 0) out.acceleration[i] = core.acceleration[i];
    }
    if (out.dynamics.size() > 0) dynamics(at, core, out.dynamics);
  }

  void add_position_gradient(double t, ConstVec q, ConstVec eta, Vec out) override {
    (void)t;
    const auto& d = system_.data();
    const double s1 = std::sin(q[0]), c1 = std::cos(q[0]), s2 = std::sin(q[1]), c2 = std::cos(q[1]);
    out[0] += d.l1 * (c1 * eta[0] + s1 * eta[1]);
    out[1] += (d.l2 * c2 - q[tip_] * s2) * eta[0] + (d.l2 * s2 + q[tip_] * c2) * eta[1];
    out[2] += eta[1];
    out[tip_] += c2 * eta[0] + s2 * eta[1];
  }

  MotionMatrices matrices(const Levels& levels) override {
    MotionMatrices m;
    m.levels = levels;
    m.M = mass_;
    m.G = m.g_q = jacobian_;
    m.H = FixedMatrix(n_, n_);
    m.kinematics_q = FixedMatrix(n_, n_);
    m.dynamics_q = m.dynamics_v = derivative_;
    m.dynamics_s = FixedMatrix(n_, 0);
    m.internal_q = m.internal_v = FixedMatrix(0, n_);
    m.internal_s = FixedMatrix(0, 0);
    m.velocity_q = levels.velocity ? level_ : FixedMatrix(2, n_);
    m.acceleration_q = m.acceleration_v = levels.acceleration ? level_ : FixedMatrix(2, n_);
    return m;
  }

  void configuration_matrices(double t, ConstVec q, MotionMatrices& out) override {
    (void)t;
    const auto& d = system_.data();
    const double s1 = std::sin(q[0]), c1 = std::cos(q[0]), s2 = std::sin(q[1]), c2 = std::cos(q[1]);
    const double sd = s1 * c2 - c1 * s2, cd = c1 * c2 + s1 * s2;
    const ConstVec e = elastic(q);
    multiply(rod_.M, e, Mq_);
    auto& M = out.M.value;
    std::fill(M.begin(), M.end(), 0.0);
    M[out.M.slot(0, 0)] = d.J1 + d.m2 * d.l1 * d.l1;
    M[out.M.slot(0, 1)] = M[out.M.slot(1, 0)] = d.l1 * (d.moment * cd + rod_.c2.dot(e) * sd);
    M[out.M.slot(1, 1)] = d.J2 + e.dot(Mq_);
    M[out.M.slot(2, 2)] = d.m3;
    for (int i = 0; i < rod_.size(); ++i) {
      M[mass_slots_.row[0][i]] = M[mass_slots_.column[0][i]] = d.l1 * cd * rod_.c2[i];
      M[mass_slots_.row[1][i]] = M[mass_slots_.column[1][i]] = rod_.c21[i];
    }
    for (std::size_t k = 0; k < mass_slots_.band.size(); ++k) M[mass_slots_.band[k]] = rod_.M.value[k];

    auto& G = out.G.value;
    G[out.G.slot(0, 0)] = d.l1 * c1;
    G[out.G.slot(0, 1)] = d.l2 * c2 - q[tip_] * s2;
    G[out.G.slot(0, tip_)] = c2;
    G[out.G.slot(1, 0)] = d.l1 * s1;
    G[out.G.slot(1, 1)] = d.l2 * s2 + q[tip_] * c2;
    G[out.G.slot(1, 2)] = 1;
    G[out.G.slot(1, tip_)] = s2;
    out.g_q.value = G;
  }

  void linearize(const Motion& at, MotionMatrices& out) override {
    configuration_matrices(at.t, at.q, out);
    CrankMotion<Wide> m = motion<Wide>(at);
    Wide* const all[8] = {&m.phi1, &m.phi2, &m.w, &m.S, &m.v1, &m.v2, &m.vw, &m.vS};
    for (int k = 0; k < 8; ++k) all[k]->d[k] = 1;
    const CrankRows<Wide> core = crank_rows(system_.data(), m, forces(at), at.v[2]);
    multiply(rod_.M, elastic(at.v), Mv_);
    derivatives_by_q(at, core, out.dynamics_q);
    derivatives_by_v(at, core, out.dynamics_v);
    if (out.levels.velocity) level_derivatives(core.velocity, 0, out.velocity_q);
    if (out.levels.acceleration) {
      level_derivatives(core.acceleration, 0, out.acceleration_q);
      level_derivatives(core.acceleration, 4, out.acceleration_v);
    }
  }

  Energy energy(const Motion& at) override {
    const auto& d = system_.data();
    const ConstVec e = elastic(at.q), ve = elastic(at.v);
    multiply(rod_.M, e, Mq_);
    multiply(rod_.M, ve, Mv_);
    const double v1 = at.v[0], v2 = at.v[1], v3 = at.v[2], S = rod_.c2.dot(e);
    const double delta = at.q[0] - at.q[1];
    Energy result;
    result.kinetic = 0.5 * (d.J1 + d.m2 * d.l1 * d.l1) * v1 * v1 + 0.5 * (d.J2 + e.dot(Mq_)) * v2 * v2 +
                     0.5 * d.m3 * v3 * v3 + 0.5 * ve.dot(Mv_) + v2 * rod_.c21.dot(ve) +
                     d.l1 * v1 * v2 * (d.moment * std::cos(delta) + S * std::sin(delta)) +
                     d.l1 * v1 * std::cos(delta) * rod_.c2.dot(ve);
    result.potential =
        rod_.elastic_energy(e.data()) + d.g * (d.l1 * (0.5 * d.m1 + d.m2) * std::sin(at.q[0]) +
                                               d.moment * std::sin(at.q[1]) + S * std::cos(at.q[1]));
    return result;
  }

  Power power(const Motion& at) override {
    return {.supplied = system_.torque().at(at.t) * at.v[0], .dissipated = 0};
  }

 private:
  using Entries = std::vector<std::pair<int, int>>;
  /// Positions of the rows and columns of φ1 and φ2, and of the band of the rod, in a pattern.
  struct Slots {
    std::vector<int> row[2], column[2], band;
  };

  static Entries with(Entries entries, const Entries& more) {
    entries.insert(entries.end(), more.begin(), more.end());
    return entries;
  }
  Entries arrow_entries() const {
    Entries entries = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    for (int i = gross; i < n_; ++i)
      for (int k : {0, 1}) {
        entries.emplace_back(k, i);
        entries.emplace_back(i, k);
      }
    for (int j = 0; j < rod_.M.cols; ++j)
      for (int k = rod_.M.start[j]; k < rod_.M.start[j + 1]; ++k)
        entries.emplace_back(gross + rod_.M.row[k], gross + j);
    return entries;
  }
  Slots find_slots(const FixedMatrix& m) const {
    Slots slots;
    for (int i = gross; i < n_; ++i)
      for (int k : {0, 1}) {
        slots.row[k].push_back(m.slot(k, i));
        slots.column[k].push_back(m.slot(i, k));
      }
    for (int j = 0; j < rod_.M.cols; ++j)
      for (int k = rod_.M.start[j]; k < rod_.M.start[j + 1]; ++k)
        slots.band.push_back(m.slot(gross + rod_.M.row[k], gross + j));
    return slots;
  }

  ConstVec elastic(const ConstVec& x) const { return part(x, gross, rod_.size()); }
  static void multiply(const FixedMatrix& A, const ConstVec& x, Vector& y) {
    y.setZero();
    A.multiply_add(1.0, x.data(), y.data());
  }

  template <class T>
  CrankMotion<T> motion(const Motion& at) const {
    return {T(at.q[0]), T(at.q[1]), T(at.q[tip_]), T(rod_.c2.dot(elastic(at.q))),
            T(at.v[0]), T(at.v[1]), T(at.v[tip_]), T(rod_.c2.dot(elastic(at.v)))};
  }
  /// Missing parts of `at` count as zero.
  CrankForces forces(const Motion& at) const {
    CrankForces f;
    if (at.a.size() > 0) {
      f.a1 = at.a[0];
      f.a2 = at.a[1];
      f.a3 = at.a[2];
      f.aw = at.a[tip_];
      f.c2_a = rod_.c2.dot(elastic(at.a));
      f.c21_a = rod_.c21.dot(elastic(at.a));
    }
    if (at.lambda.size() > 0) {
      f.lambda1 = at.lambda[0];
      f.lambda2 = at.lambda[1];
    }
    return f;
  }

  void position(const ConstVec& q, Vec& out) const {
    const auto& d = system_.data();
    const double s2 = std::sin(q[1]), c2 = std::cos(q[1]), w = q[tip_];
    out[0] = d.l1 * std::sin(q[0]) + d.l2 * s2 + w * c2;
    out[1] = q[2] - d.l1 * std::cos(q[0]) - d.l2 * c2 + w * s2;
  }

  void dynamics(const Motion& at, const CrankRows<double>& core, Vec& out) {
    const ConstVec e = elastic(at.q), ve = elastic(at.v), ae = elastic(at.a);
    const double v2 = at.v[1];
    multiply(rod_.M, e, Mq_);
    out[0] = core.crank - system_.torque().at(at.t);
    out[1] = core.rod + e.dot(Mq_) * at.a[1] + 2 * v2 * ve.dot(Mq_);
    out[2] = system_.data().m3 * at.a[2] + at.lambda[1];
    Vec rod = part(out, gross, rod_.size());
    rod = core.along_c2 * rod_.c2 + at.a[1] * rod_.c21 - v2 * v2 * Mq_;
    rod_.M.multiply_add(1.0, ae.data(), rod.data());
    rod_.add_forces(1.0, e.data(), rod.data());
    rod[rod_.tip()] += core.at_tip;
  }

  // Directions of the dual numbers: 0 φ1, 1 φ2, 2 w, 3 S, 4 v1, 5 v2, 6 vw, 7 vS.
  void derivatives_by_q(const Motion& at, const CrankRows<Wide>& core, FixedMatrix& D) const {
    const double a2 = at.a[1], v2 = at.v[1];
    auto& value = D.value;
    for (int k : {0, 1}) {
      value[D.slot(0, k)] = core.crank.d[k];
      value[D.slot(1, k)] = core.rod.d[k];
    }
    for (int i = 0; i < rod_.size(); ++i) {
      value[derivative_slots_.row[0][i]] = core.crank.d[3] * rod_.c2[i];
      value[derivative_slots_.row[1][i]] = core.rod.d[3] * rod_.c2[i] + 2 * a2 * Mq_[i] + 2 * v2 * Mv_[i];
      for (int k : {0, 1}) value[derivative_slots_.column[k][i]] = core.along_c2.d[k] * rod_.c2[i];
    }
    value[derivative_slots_.row[1][rod_.tip()]] += core.rod.d[2];
    value[derivative_slots_.column[1][rod_.tip()]] += core.at_tip.d[1];
    for (std::size_t k = 0; k < rod_.M.value.size(); ++k)
      value[derivative_slots_.band[k]] = rod_.K.value[k] - v2 * v2 * rod_.M.value[k];
  }

  void derivatives_by_v(const Motion& at, const CrankRows<Wide>& core, FixedMatrix& D) const {
    const double v2 = at.v[1];
    auto& value = D.value;
    for (int k : {0, 1}) {
      value[D.slot(0, k)] = core.crank.d[4 + k];
      value[D.slot(1, k)] = core.rod.d[4 + k];
    }
    value[D.slot(1, 1)] += 2 * elastic(at.v).dot(Mq_);
    for (int i = 0; i < rod_.size(); ++i) {
      value[derivative_slots_.row[0][i]] = core.crank.d[7] * rod_.c2[i];
      value[derivative_slots_.row[1][i]] = 2 * v2 * Mq_[i];
      value[derivative_slots_.column[0][i]] = core.along_c2.d[4] * rod_.c2[i];
      value[derivative_slots_.column[1][i]] = -2 * v2 * Mq_[i];
    }
    for (const int slot : derivative_slots_.band) value[slot] = 0;
  }

  void level_derivatives(const Wide (&rows)[2], int first, FixedMatrix& D) const {
    for (int i : {0, 1}) {
      D.value[D.slot(i, 0)] = rows[i].d[first];
      D.value[D.slot(i, 1)] = rows[i].d[first + 1];
      D.value[D.slot(i, tip_)] = rows[i].d[first + 2];
    }
  }

  const FlexibleCrankSystem& system_;
  const FlexibleRod& rod_;
  int n_, tip_;
  Vector Mq_, Mv_;
  FixedMatrix mass_, derivative_, jacobian_, level_;
  Slots mass_slots_, derivative_slots_;
};

}  // namespace

double CrankTorque::at(double t) const {
  if (t < 0 || t >= until) return 0;
  if (kind == Kind::constant) return size;
  return size / until * (1 - std::cos(2 * std::numbers::pi * t / until));
}

FlexibleCrankSystem::FlexibleCrankSystem(const FlexibleRodData& rod, double g, const CrankTorque& torque)
    : rod_(rod), torque_(torque) {
  data_.l2 = rod.length;
  data_.g = g;
  data_.m2 = rod_.mass;
  data_.moment = rod_.first_moment;
  data_.J2 = rod_.inertia;
  info_.name = "flexible-slider-crank";
  info_.add_coordinate("phi1", "rad");
  info_.add_coordinate("phi2", "rad");
  info_.add_coordinate("x3", "m");
  for (int i = 1; i <= rod.elements; ++i) {
    info_.add_coordinate("w" + std::to_string(i), "m");
    info_.add_coordinate("slope" + std::to_string(i), "rad");
  }
  info_.add_constraint("joint of rod and slider, y", "N");
  info_.add_constraint("joint of rod and slider, x", "N");
  check(info_);
}

std::unique_ptr<SystemEvaluator> FlexibleCrankSystem::make_evaluator() const {
  return std::make_unique<FlexibleCrankEvaluator>(*this);
}

}  // namespace pleuel
