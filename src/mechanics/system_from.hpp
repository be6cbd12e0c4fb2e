// Creates a MechanicalSystem from equations written once as a template over the scalar type.
#pragma once

#include <array>
#include <cassert>
#include <memory>
#include <optional>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/product.hpp"
#include "pleuel/mechanics/acceleration_factor.hpp"
#include "pleuel/mechanics/author_check.hpp"
#include "pleuel/mechanics/equations_of.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/simd_rows.hpp"

namespace pleuel {

/// Evaluates the author's equations E in double, and their derivatives in dual numbers.
///
/// Sparsity patterns are found once, by evaluating the equations with numbers that record their
/// dependencies. Columns of the Jacobian that share no row are differentiated together, eight
/// directions per evaluation. For a chain of bodies, the cost of a Jacobian therefore grows only
/// like that of the rows.
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
    mass_ = checked_pattern(info_, "mass", n_v, n_v, mass);
    mass_slots_ = recorded_slots(mass_, mass);
    if constexpr (Has::kinematics) {
      RecordSink h;
      e_.kinematics(x, h);
      kinematics_ = checked_pattern(info_, "kinematics", n_q, n_v, h);
      kinematics_slots_ = recorded_slots(kinematics_, h);
    }
    if constexpr (Has::jacobian) {
      RecordSink g;
      e_.constraint_jacobian(x, g);
      jacobian_ = checked_pattern(info_, "constraint_jacobian", n_g, n_v, g);
      jacobian_slots_ = recorded_slots(jacobian_, g);
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
    const DerivativePlan& plan = *found;
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
        const DerivativePlan::Pick& pick = plan.picks[k];
        (out.*pick.matrix).value[pick.slot] = wide_rows_[pick.row].d[pick.lane];
      }
    }
  }

  std::optional<ZeroPivot> accelerations(const Motion& at, const MotionRates& out) override {
    if (!kernel_) kernel_.emplace(*this);
    MotionRates rates = out;
    const auto x = configuration(e_, at.t, at.q);
    add_right_side(x, at, rates);
    if (auto zero = factor_saddle(x, at)) return zero;
    kernel_->factor.solve(rates.a, rates.lambda);
    return std::nullopt;
  }

  void solve_saddle(Vec x, Vec y) override { kernel_->factor.solve(x, y); }

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
  static double* place(const Vec& v) { return v.size() > 0 ? const_cast<double*>(v.data()) : nullptr; }
  static int plan_number(const Levels& l) { return (l.velocity ? 1 : 0) + (l.acceleration ? 2 : 0); }

  template <class Write>
  void fill(FixedMatrix& m, const std::vector<RecordedEntry>& entries, const char* function,
            Write write) const {
    m.set_zero();
    SlotSink sink(entries, m.value);
    write(sink);
    if (!sink.is_complete()) refuse_changed_entries(info_, function);
  }

  /// f and −γ in place of a and λ, and the rates that are wanted.
  template <class X>
  void add_right_side(const X& x, const Motion& at, MotionRates& out) {
    const ConstView<double> v(at.v.data(), info_.n_v());
    if constexpr (Has::kinematics) {
      if (out.kinematics.size() > 0) {
        out.kinematics.setZero();
        e_.kinematics(x, ProductSink<double, double>{at.v.data(), out.kinematics.data()});
      }
    } else if (out.kinematics.size() > 0) {
      out.kinematics = at.v;
    }
    out.a.setZero();
    if constexpr (Has::force_of_states)
      e_.force(x, v, ConstView<double>(at.s.data(), info_.n_s()), View<double>(out.a.data(), info_.n_v()));
    else
      e_.force(x, v, View<double>(out.a.data(), info_.n_v()));
    if constexpr (Has::states) {
      if (out.internal.size() > 0) {
        out.internal.setZero();
        e_.internal(x, v, ConstView<double>(at.s.data(), info_.n_s()),
                    View<double>(out.internal.data(), info_.n_s()));
      }
    }
    if constexpr (Has::curvature) {
      out.lambda.setZero();
      e_.constraint_curvature(x, v, View<double>(out.lambda.data(), info_.n_lambda()));
      out.lambda = -out.lambda;
    } else if constexpr (Has::constraint) {
      equations_.rows({at.t, at.q.data(), at.v.data(), kernel_->no_a.data(), nullptr, at.s.data()},
                      {.acceleration = out.lambda.data()});
      out.lambda = -out.lambda;
    }
  }

  /// M and G at x. Small systems write them where they are factored.
  template <class X>
  std::optional<ZeroPivot> factor_saddle(const X& x, const Motion& at) {
    auto& [m, factor, no_a] = *kernel_;
    if constexpr (Has::jacobian || !Has::constraint) {
      if (SchurFactor* const small = factor.small()) {
        small->clear();
        e_.mass(x, small->mass());
        if constexpr (Has::jacobian) e_.constraint_jacobian(x, small->jacobian());
        if (factor.factor_filled()) return std::nullopt;
      }
      fill(m.M, mass_slots_, "mass", [&](SlotSink& M) { e_.mass(x, M); });
      if constexpr (Has::jacobian)
        fill(m.G, jacobian_slots_, "constraint_jacobian", [&](SlotSink& G) { e_.constraint_jacobian(x, G); });
    } else {
      configuration_matrices(at.t, at.q, m);
    }
    return factor.factor(m.M, m.G);
  }

  /// Rows in the order kinematics, dynamics, internal, velocity, acceleration.
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

  Coloring gradient_pattern() const {
    const int n_q = info_.n_q(), n_g = info_.n_lambda();
    if constexpr (!Has::gradient_by_duals) return {FixedMatrix(n_g, n_q), std::vector<int>(n_q, 0), 0};
    std::vector<DependencyScalar> q = sample_inputs(n_q), g(n_g);
    if constexpr (Has::constraint)
      e_.constraint(configuration(e_, DependencyScalar(0.1), ConstView<DependencyScalar>(q.data(), n_q)),
                    View<DependencyScalar>(g.data(), n_g));
    return color_columns(dependency_pattern(g, n_q));
  }

  void make_plan(const Levels& levels, MotionMatrices& matrices) {
    const int n_q = info_.n_q(), n_v = info_.n_v(), n_s = info_.n_s(), n_rows = n_derivative_rows(info_);
    const Vector a = sample_point(n_v), lambda = sample_point(info_.n_lambda());
    std::vector<DependencyScalar> y = sample_inputs(n_q + n_v + n_s), rows(n_rows);
    EquationsOf<E, DependencyScalar> traced(e_, info_, gradient_);
    traced.rows({0.1, y.data(), y.data() + n_q, a.data(), lambda.data(), y.data() + n_q + n_v},
                places(rows.data(), levels));
    plans_[plan_number(levels)] = derivative_plan(info_, rows, matrices);
    wide_q_.resize(n_q);
    wide_v_.resize(n_v);
    wide_s_.resize(n_s);
    wide_rows_.resize(n_rows);
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
  Coloring gradient_;  // of g_q, if it comes from dual numbers
  EquationsOf<E, double> equations_;
  EquationsOf<E, Wide> wide_;
  std::conditional_t<Has::lanes, SimdRows<E>, NoSimdRows> packed_;
  FixedMatrix mass_, jacobian_, kinematics_;
  std::vector<RecordedEntry> mass_slots_, jacobian_slots_, kinematics_slots_;
  ProductPlan g_q_H_;  // G = g_q H, if G is not given
  /// For accelerations(), made by its first call.
  struct AccelerationKernel {
    explicit AccelerationKernel(const EvaluatorFrom& of)
        : factor(of.mass_, of.jacobian_), no_a(Vector::Zero(of.info_.n_v())) {
      m.M = of.mass_;
      m.G = of.jacobian_;
      m.g_q = Has::kinematics ? of.gradient_.pattern : of.jacobian_;
      m.H = Has::kinematics ? of.kinematics_ : FixedMatrix(of.info_.n_q(), of.info_.n_v());
    }
    MotionMatrices m;
    AccelerationFactor factor;
    Vector no_a;
  };
  std::optional<AccelerationKernel> kernel_;
  std::array<std::optional<DerivativePlan>, 4> plans_;
  std::vector<Wide> wide_q_, wide_v_, wide_s_, wide_rows_;
};

/// A MechanicalSystem from the author's equations.
template <class E>
class SystemFrom final : public MechanicalSystem {
 public:
  explicit SystemFrom(E equations) : e_(std::move(equations)), info_(e_.info()) {
    check(info_);
    using Has = Given<E>;
    check_given(info_, {Has::constraint, Has::states, Has::kinematics});
    AuthorCheck<E>(e_, info_).run();
  }
  const SystemInfo& info() const override { return info_; }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override {
    return std::make_unique<EvaluatorFrom<E>>(e_, info_);
  }
  const E& equations() const { return e_; }

 private:
  E e_;
  SystemInfo info_;
};

/// Creates the system that `equations` describes. E has the following functions with deduced types.
/// x contains t, q and what `at` adds; outputs are initialised with zero:
///
///     SystemInfo info() const;
///     void mass(const auto& x, auto&& M) const;                  M.add(i, j, value)
///     void force(const auto& x, const auto& v, auto&& f) const;  f[i] = …
///     void force(x, v, s, f) const;                              the same with internal states
///
/// and optionally
///
///     auto at(const S& t, const ConstView<S>& q) const;          shared values, a Configuration<S>
///     void kinematics(const auto& x, auto&& H) const;            H.add(i, j, value) where H ≠ I
///     void constraint(const auto& x, auto&& g) const;
///     void internal(const auto& x, const auto& v, const auto& s, auto&& rate) const;
///     auto potential_energy(x) | (x, s);
///     auto supplied_power(x, v) | (x, v, s);
///     auto dissipated_power(x, v) | (x, v, s);
///     void restore_invariants(auto&& q) const;                   normalises quaternions
///
/// kinematics() adds all of H, including its identity parts. For speed, also provide
/// constraint_jacobian(x, G), constraint_rate(x, v, out) = G v + g_t and constraint_curvature(x, v,
/// out) = γ; otherwise dual numbers are used. No branch may depend on q, v or s. Call sin, cos,
/// sqrt without std::. With `static constexpr bool evaluates_in_lanes = true;` the stages of an
/// implicit Runge–Kutta method are evaluated four at a time; the equations must then not compare
/// numbers.
template <class E>
std::shared_ptr<const MechanicalSystem> make_system(E equations) {
  return std::make_shared<SystemFrom<E>>(std::move(equations));
}

}  // namespace pleuel
