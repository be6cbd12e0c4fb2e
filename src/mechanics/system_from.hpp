// From an author's equations, written once as a template over the scalar type, to a
// MechanicalSystem.
#pragma once

#include <array>
#include <cassert>
#include <memory>
#include <optional>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/product.hpp"
#include "pleuel/mechanics/author_check.hpp"
#include "pleuel/mechanics/equations_of.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/simd_rows.hpp"

namespace pleuel {

/// Evaluates the author's equations E in double, and their derivatives in dual numbers.
///
/// Patterns are found once, by evaluating the equations in numbers that remember what they depend
/// on; columns of the Jacobian that share no row are differentiated together, eight directions an
/// evaluation. So the cost of a Jacobian does not grow with the number of bodies of a chain beyond
/// that of the rows themselves.
template <class E>
class EvaluatorFrom final : public SystemEvaluator {
  using Has = Given<E>;
  using Wide = Dual<derivative_lanes>;

 public:
  EvaluatorFrom(const E& e, const SystemInfo& info)
      : e_(e),
        info_(info),
        gradient_(gradient_pattern()),
        equations_(e, info, gradient_),
        wide_(e, info, gradient_),
        packed_(e, info, gradient_) {
    const int n_q = info.n_q(), n_v = info.n_v(), n_g = info.n_lambda();
    const Vector q = sample_point(n_q);
    const auto x = configuration(e_, 0.1, view(q));
    RecordSink mass;
    e_.mass(x, mass);
    mass_ = checked_pattern("mass", n_v, n_v, mass);
    mass_slots_ = slots(mass_, mass);
    if constexpr (Has::kinematics) {
      RecordSink h;
      e_.kinematics(x, h);
      kinematics_ = checked_pattern("kinematics", n_q, n_v, h);
      kinematics_slots_ = slots(kinematics_, h);
    }
    if constexpr (Has::jacobian) {
      RecordSink g;
      e_.constraint_jacobian(x, g);
      jacobian_ = checked_pattern("constraint_jacobian", n_g, n_v, g);
      jacobian_slots_ = slots(jacobian_, g);
    } else if constexpr (Has::constraint && Has::kinematics) {
      jacobian_ = product_pattern(gradient_.pattern, kinematics_);
      g_q_H_ = ProductPlan(gradient_.pattern, kinematics_, jacobian_);
    } else {
      jacobian_ = gradient_.pattern;
    }
  }

  EvaluatorFrom(const EvaluatorFrom&) = delete;  // equations_ refers to gradient_
  EvaluatorFrom& operator=(const EvaluatorFrom&) = delete;

  void rows(const Motion& at, const MotionRows& out) override {
    equations_.rows({at.t, at.q.data(), at.v.data(), at.a.data(), at.lambda.data(), at.s.data()},
                    {place(out.kinematics), place(out.dynamics), place(out.internal), place(out.position),
                     place(out.velocity), place(out.acceleration)});
  }

  void rows_at(ConstVec t, const Motion& first, const MotionRows& out, const PointStrides& strides) override {
    if constexpr (Has::lanes) {
      for (Eigen::Index k = 0; k < t.size(); k += Pack::size) {
        const Eigen::Index n = std::min<Eigen::Index>(Pack::size, t.size() - k);
        packed_(part(t, k, n), shifted(first, t[k], k * strides.motion), shifted(out, k * strides.rows),
                strides);
      }
    } else {
      SystemEvaluator::rows_at(t, first, out, strides);
    }
  }

  void add_position_gradient(double t, ConstVec q, ConstVec eta, Vec out) override {
    equations_.add_gradient(t, q.data(), eta.data(), out.data());
  }

  MotionMatrices matrices(const Levels& levels) override {
    MotionMatrices result;
    result.levels = levels;
    result.M = mass_;
    result.G = jacobian_;
    result.g_q = Has::kinematics ? gradient_.pattern : jacobian_;
    result.H = Has::kinematics ? kinematics_ : FixedMatrix(info_.n_q(), info_.n_v());
    make_plan(levels, result);
    return result;
  }

  void configuration_matrices(double t, ConstVec q, MotionMatrices& out) override {
    const auto x = configuration(e_, t, q);
    fill(out.M, mass_slots_, "mass", [&](SlotSink& M) { e_.mass(x, M); });
    if constexpr (Has::kinematics)
      fill(out.H, kinematics_slots_, "kinematics", [&](SlotSink& H) { e_.kinematics(x, H); });
    if constexpr (Has::gradient_by_duals)
      equations_.for_each_gradient_entry(t, q.data(),
                                         [&](int, int, double d, int slot) { out.g_q.value[slot] = d; });
    if constexpr (Has::jacobian) {
      fill(out.G, jacobian_slots_, "constraint_jacobian", [&](SlotSink& G) { e_.constraint_jacobian(x, G); });
      if constexpr (!Has::kinematics) out.g_q.value = out.G.value;
    } else if constexpr (Has::constraint && Has::kinematics) {
      out.G.set_zero();
      g_q_H_.add(1.0, out.g_q.value.data(), out.H.value.data(), out.G.value.data());
    } else {
      out.G.value = out.g_q.value;
    }
  }

  void linearize(const Motion& at, MotionMatrices& out) override {
    configuration_matrices(at.t, at.q, out);
    const auto& found = plans_[plan_number(out.levels)];
    assert(found.has_value() && "the matrices were made by another evaluator");
    const Plan& plan = *found;
    const int n_q = info_.n_q(), n_v = info_.n_v(), n_s = info_.n_s();
    for (std::size_t chunk = 0; chunk + 1 < plan.first_pick.size(); ++chunk) {
      const int first = static_cast<int>(chunk) * derivative_lanes;
      seed(at.q, plan.coloring.color.data(), first, wide_q_);
      seed(at.v, plan.coloring.color.data() + n_q, first, wide_v_);
      seed(at.s, plan.coloring.color.data() + n_q + n_v, first, wide_s_);
      wide_.rows({at.t, wide_q_.data(), wide_v_.data(), at.a.data(), at.lambda.data(),
                  n_s > 0 ? wide_s_.data() : nullptr},
                 places(wide_rows_.data(), out.levels));
      for (int k = plan.first_pick[chunk]; k < plan.first_pick[chunk + 1]; ++k) {
        const Pick& pick = plan.picks[k];
        (out.*pick.matrix).value[pick.slot] = wide_rows_[pick.row].d[pick.lane];
      }
    }
  }

  Energy energy(const Motion& at) override {
    const auto x = configuration(e_, at.t, at.q);
    QuadraticFormSink twice_kinetic{at.v.data()};
    e_.mass(x, twice_kinetic);
    Energy result{.kinetic = 0.5 * twice_kinetic.sum};
    if constexpr (requires { e_.potential_energy(x, at.s); })
      result.potential = e_.potential_energy(x, at.s);
    else if constexpr (requires { e_.potential_energy(x); })
      result.potential = e_.potential_energy(x);
    return result;
  }

  Power power(const Motion& at) override {
    const auto x = configuration(e_, at.t, at.q);
    Power result;
    if constexpr (requires { e_.supplied_power(x, at.v, at.s); })
      result.supplied = e_.supplied_power(x, at.v, at.s);
    else if constexpr (requires { e_.supplied_power(x, at.v); })
      result.supplied = e_.supplied_power(x, at.v);
    if constexpr (requires { e_.dissipated_power(x, at.v, at.s); })
      result.dissipated = e_.dissipated_power(x, at.v, at.s);
    else if constexpr (requires { e_.dissipated_power(x, at.v); })
      result.dissipated = e_.dissipated_power(x, at.v);
    return result;
  }

  bool restore_invariants(Vec q) override {
    if constexpr (Has::invariants) e_.restore_invariants(q);
    return Has::invariants;
  }

 private:
  /// One entry of one matrix: derivative number `lane` of row `row`.
  struct Pick {
    int row;
    int lane;
    FixedMatrix MotionMatrices::*matrix;
    int slot;
  };
  struct Plan {
    Coloring coloring;            // columns (q, v, s)
    std::vector<Pick> picks;      // in the order of chunks of eight colours
    std::vector<int> first_pick;  // of each chunk, and the end
  };
  /// Which matrix holds the derivatives of a block of rows by a block of columns.
  struct Block {
    int first_row, n_rows, first_col, n_cols;
    FixedMatrix MotionMatrices::*matrix;
  };

  static double* place(const Vec& v) { return v.size() > 0 ? const_cast<double*>(v.data()) : nullptr; }
  static int plan_number(const Levels& l) { return (l.velocity ? 1 : 0) + (l.acceleration ? 2 : 0); }

  /// Patterns do not depend on the point; this one avoids zeros, where terms would vanish from
  /// sight.
  static Vector sample_point(int n) {
    Vector q(n);
    for (int i = 0; i < n; ++i) q[i] = 0.3 + 0.1 * std::sin(1.0 + i);
    return q;
  }

  FixedMatrix checked_pattern(const char* function, int rows, int cols, const RecordSink& record) const {
    for (const auto& [i, j] : record.entries)
      if (i < 0 || i >= rows || j < 0 || j >= cols)
        throw InvalidInput("system '" + info_.name + "': " + function + " adds an entry at (" +
                           std::to_string(i) + ", " + std::to_string(j) + ") of a matrix with " +
                           std::to_string(rows) + " rows and " + std::to_string(cols) +
                           " columns; count from 0");
    return FixedMatrix(rows, cols, record.entries);
  }

  static std::vector<RecordedEntry> slots(const FixedMatrix& pattern, const RecordSink& record) {
    std::vector<RecordedEntry> result;
    result.reserve(record.entries.size());
    for (const auto& [i, j] : record.entries) result.push_back({i, j, pattern.slot(i, j)});
    return result;
  }

  template <class Write>
  void fill(FixedMatrix& m, const std::vector<RecordedEntry>& entries, const char* function,
            Write write) const {
    m.set_zero();
    SlotSink sink(entries, m.value);
    write(sink);
    if (!sink.is_complete())
      throw InvalidInput(
          "system '" + info_.name + "': " + function +
          " does not add the same entries in the same order each time; add them always, zeros too");
  }

  /// Rows one after the other: kinematics, dynamics, internal, velocity, acceleration.
  template <class S>
  ScalarRows<S> places(S* first, const Levels& levels) const {
    ScalarRows<S> r;
    const int n_q = info_.n_q(), n_v = info_.n_v(), n_s = info_.n_s(), n_g = info_.n_lambda();
    if (Has::kinematics) r.kinematics = first;
    r.dynamics = first + n_q;
    if (n_s > 0) r.internal = first + n_q + n_v;
    if (levels.velocity && n_g > 0) r.velocity = first + n_q + n_v + n_s;
    if (levels.acceleration && n_g > 0) r.acceleration = first + n_q + n_v + n_s + n_g;
    return r;
  }
  int n_all_rows() const { return info_.n_q() + info_.n_v() + info_.n_s() + 2 * info_.n_lambda(); }

  Coloring gradient_pattern() const {
    const int n_q = info_.n_q(), n_g = info_.n_lambda();
    if constexpr (!Has::gradient_by_duals) return {FixedMatrix(n_g, n_q), std::vector<int>(n_q, 0), 0};
    const Vector values = sample_point(n_q);
    std::vector<DependencyScalar> q(n_q), g(n_g);
    for (int i = 0; i < n_q; ++i) q[i] = DependencyScalar(values[i], i);
    if constexpr (Has::constraint)
      e_.constraint(configuration(e_, DependencyScalar(0.1), ConstView<DependencyScalar>(q.data(), n_q)),
                    View<DependencyScalar>(g.data(), n_g));
    std::vector<std::pair<int, int>> entries;
    for (int i = 0; i < n_g; ++i)
      for (const int j : g[i].inputs) entries.emplace_back(i, j);
    return color_columns(FixedMatrix(n_g, n_q, entries));
  }

  FixedMatrix traced_pattern(const Levels& levels) const {
    const int n_q = info_.n_q(), n_v = info_.n_v(), n_s = info_.n_s();
    const Vector values = sample_point(n_q + n_v + n_s), a = sample_point(n_v),
                 lambda = sample_point(info_.n_lambda());
    std::vector<DependencyScalar> y(n_q + n_v + n_s), out(n_all_rows());
    for (int i = 0; i < n_q + n_v + n_s; ++i) y[i] = DependencyScalar(values[i], i);
    EquationsOf<E, DependencyScalar> traced(e_, info_, gradient_);
    traced.rows({0.1, y.data(), y.data() + n_q, a.data(), lambda.data(), y.data() + n_q + n_v},
                places(out.data(), levels));
    std::vector<std::pair<int, int>> entries;
    for (int i = 0; i < n_all_rows(); ++i)
      for (const int j : out[i].inputs) entries.emplace_back(i, j);
    return FixedMatrix(n_all_rows(), n_q + n_v + n_s, entries);
  }

  std::vector<Block> blocks() const {
    using M = MotionMatrices;
    const int q = info_.n_q(), v = info_.n_v(), s = info_.n_s(), g = info_.n_lambda();
    const int dyn = q, sig = dyn + v, vel = sig + s, acc = vel + g;
    return {{0, q, 0, q, &M::kinematics_q},     {dyn, v, 0, q, &M::dynamics_q},
            {dyn, v, q, v, &M::dynamics_v},     {dyn, v, q + v, s, &M::dynamics_s},
            {sig, s, 0, q, &M::internal_q},     {sig, s, q, v, &M::internal_v},
            {sig, s, q + v, s, &M::internal_s}, {vel, g, 0, q, &M::velocity_q},
            {acc, g, 0, q, &M::acceleration_q}, {acc, g, q, v, &M::acceleration_v}};
  }

  void make_plan(const Levels& levels, MotionMatrices& matrices) {
    Plan plan{color_columns(traced_pattern(levels)), {}, {}};
    const FixedMatrix& all = plan.coloring.pattern;
    std::vector<std::pair<int, Pick>> picks;  // with their colour
    for (const Block& b : blocks()) {
      std::vector<std::pair<int, int>> entries;
      for (int j = 0; j < b.n_cols; ++j)
        for (int k = all.start[b.first_col + j]; k < all.start[b.first_col + j + 1]; ++k)
          if (all.row[k] >= b.first_row && all.row[k] < b.first_row + b.n_rows)
            entries.emplace_back(all.row[k] - b.first_row, j);
      FixedMatrix& m = matrices.*b.matrix = FixedMatrix(b.n_rows, b.n_cols, entries);
      for (const auto& [i, j] : entries) {
        const int color = plan.coloring.color[b.first_col + j];
        picks.push_back({color, {b.first_row + i, color % derivative_lanes, b.matrix, m.slot(i, j)}});
      }
    }
    std::stable_sort(picks.begin(), picks.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const int n_chunks = (plan.coloring.n_colors + derivative_lanes - 1) / derivative_lanes;
    for (int chunk = 0; chunk <= n_chunks; ++chunk)
      plan.first_pick.push_back(static_cast<int>(std::count_if(
          picks.begin(), picks.end(), [&](const auto& p) { return p.first < chunk * derivative_lanes; })));
    for (const auto& [color, pick] : picks) plan.picks.push_back(pick);
    wide_q_.resize(info_.n_q());
    wide_v_.resize(info_.n_v());
    wide_s_.resize(info_.n_s());
    wide_rows_.resize(n_all_rows());
    plans_[plan_number(levels)] = std::move(plan);
  }

  static void seed(const ConstVec& x, const int* color, int first, std::vector<Wide>& out) {
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(out.size()); ++i) {
      out[i] = Wide(x[i]);
      const int lane = color[i] - first;
      if (lane >= 0 && lane < derivative_lanes) out[i].d[lane] = 1.0;
    }
  }

  const E& e_;
  const SystemInfo& info_;
  Coloring gradient_;  // of g_q, where it comes from dual numbers
  EquationsOf<E, double> equations_;
  EquationsOf<E, Wide> wide_;
  std::conditional_t<Has::lanes, SimdRows<E>, NoSimdRows> packed_;
  FixedMatrix mass_, jacobian_, kinematics_;
  std::vector<RecordedEntry> mass_slots_, jacobian_slots_, kinematics_slots_;
  ProductPlan g_q_H_;  // G = g_q H, where G is not given
  std::array<std::optional<Plan>, 4> plans_;
  std::vector<Wide> wide_q_, wide_v_, wide_s_, wide_rows_;
};

/// A MechanicalSystem from the author's equations.
template <class E>
class SystemFrom final : public MechanicalSystem {
 public:
  explicit SystemFrom(E equations) : e_(std::move(equations)), info_(e_.info()) {
    check(info_);
    check_given();
    AuthorCheck<E>(e_, info_).run();
  }
  const SystemInfo& info() const override { return info_; }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override {
    return std::make_unique<EvaluatorFrom<E>>(e_, info_);
  }
  const E& equations() const { return e_; }

 private:
  /// What info() announces must be there, and the other way round.
  void check_given() const {
    using Has = Given<E>;
    std::vector<std::string> faults;
    const auto agree = [&](bool is_announced, bool is_given, const char* announcement, const char* function) {
      if (is_announced && !is_given)
        faults.push_back("system '" + info_.name + "': info() has " + announcement +
                         ", but there is no function " + function);
      if (!is_announced && is_given)
        faults.push_back("system '" + info_.name + "': there is a function " + function +
                         ", but info() has no " + announcement);
    };
    agree(info_.n_lambda() > 0, Has::constraint, "constraints", "constraint(x, g)");
    agree(info_.n_s() > 0, Has::states, "internal states", "internal(x, v, s, rate)");
    agree(!info_.has_identity_kinematics(), Has::kinematics, "kinematic_blocks", "kinematics(x, H)");
    if (!faults.empty()) throw InvalidInput(faults);
  }

  E e_;
  SystemInfo info_;
};

/// The system that `equations` describes. E has, with types deduced (x carries t, q and what `at`
/// adds; outputs come zeroed):
///
///     SystemInfo info() const;
///     void mass(const auto& x, auto&& M) const;                      M.add(i, j, value)
///     void force(const auto& x, const auto& v, auto&& f) const;      f[i] = …;  with states: force(x, v, s, f)
///
/// and, where they apply,
///
///     auto at(const S& t, const ConstView<S>& q) const;              shared values, a Configuration<S>
///     void kinematics(const auto& x, auto&& H) const;                H.add(i, j, value) where H ≠ I, identity parts included
///     void constraint(const auto& x, auto&& g) const;
///     void internal(const auto& x, const auto& v, const auto& s, auto&& rate) const;
///     auto potential_energy(x) | (x, s);  auto supplied_power(x, v) | (x, v, s);  auto dissipated_power(x, v) | (x, v, s);
///     void restore_invariants(auto&& q) const;                       quaternions back to length one
///
/// and, to be faster than dual numbers, constraint_jacobian(x, G), constraint_rate(x, v, out) = G v
/// + g_t and constraint_curvature(x, v, out) = γ. No branch may depend on q, v or s; call sin, cos,
/// sqrt without std::. With `static constexpr bool evaluates_in_lanes = true;` the stages of an
/// implicit Runge–Kutta method are evaluated four at a time; the equations must then compile
/// without comparing numbers.
template <class E>
std::shared_ptr<const MechanicalSystem> make_system(E equations) {
  return std::make_shared<SystemFrom<E>>(std::move(equations));
}

}  // namespace pleuel
