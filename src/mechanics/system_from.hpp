// Creates a MechanicalSystem from equations written once as a template over the scalar type.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <mutex>
#include <optional>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/acceleration_factor.hpp"
#include "pleuel/mechanics/author_check.hpp"
#include "pleuel/mechanics/equations_of.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/patterns_of.hpp"
#include "pleuel/mechanics/simd_rows.hpp"

namespace pleuel {

/// Evaluates the author's equations E in double, and their derivatives in dual numbers.
///
/// Columns of the Jacobian that share no row are differentiated together, eight directions per
/// evaluation. For a chain of bodies, the cost of a Jacobian therefore grows only like that of the
/// rows.
template <class E>
class EvaluatorFrom final : public SystemEvaluator {
  using Has = Given<E>;
  using Wide = Dual<derivative_lanes>;

 public:
  /// The patterns must outlive this object.
  EvaluatorFrom(const E& e, const SystemInfo& info, const PatternsOf<E>& patterns)
      : e_(e), info_(info), patterns_(patterns), equations_(e, info, patterns.gradient) {}

  EvaluatorFrom(const EvaluatorFrom&) = delete;
  EvaluatorFrom& operator=(const EvaluatorFrom&) = delete;

  void rows(const Motion& at, const MotionRows& out) override {
    equations_.rows({at.t, at.q.data(), at.v.data(), at.a.data(), at.lambda.data(), at.s.data()},
                    {place(out.kinematics), place(out.dynamics), place(out.internal), place(out.position),
                     place(out.velocity), place(out.acceleration)});
  }

  void rows_at(ConstVec t, const Motion& first, const MotionRows& out, const PointStrides& strides) override {
    if constexpr (Has::lanes) {
      make_packs();
      for (Eigen::Index k = 0; k < t.size(); k += Pack::size) {
        const Eigen::Index n = std::min<Eigen::Index>(Pack::size, t.size() - k);
        (*packed_)(part(t, k, n), shifted(first, t[k], k * strides.motion), shifted(out, k * strides.rows),
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
    const auto& found = patterns_.linearization(levels);
    plans_[PatternsOf<E>::number_of(levels)] = &found.plan;
    if (!wide_) wide_.emplace(e_, info_, patterns_.gradient);
    make_packs();
    return found.matrices;
  }

  void configuration_matrices(double t, ConstVec q, MotionMatrices& out) override {
    const auto x = configuration(e_, t, q);
    fill(out.M, patterns_.mass_slots, "mass", [&](SlotSink& M) { e_.mass(x, M); });
    if constexpr (Has::kinematics)
      fill(out.H, patterns_.kinematics_slots, "kinematics", [&](SlotSink& H) { e_.kinematics(x, H); });
    if constexpr (Has::gradient_by_duals)
      equations_.for_each_gradient_entry(t, q.data(),
                                         [&](int, int, double d, int slot) { out.g_q.value[slot] = d; });
    if constexpr (Has::jacobian) {
      fill(out.G, patterns_.jacobian_slots, "constraint_jacobian",
           [&](SlotSink& G) { e_.constraint_jacobian(x, G); });
      if constexpr (!Has::kinematics) out.g_q.value = out.G.value;
    } else if constexpr (Has::constraint && Has::kinematics) {
      out.G.set_zero();
      patterns_.g_q_H.add(1.0, out.g_q.value.data(), out.H.value.data(), out.G.value.data());
    } else {
      out.G.value = out.g_q.value;
    }
  }

  void linearize(const Motion& at, MotionMatrices& out) override {
    configuration_matrices(at.t, at.q, out);
    const DerivativePlan* const found = plans_[PatternsOf<E>::number_of(out.levels)];
    assert(found != nullptr && "the matrices were made by another evaluator");
    const DerivativePlan& plan = *found;
    const int n_q = info_.n_q(), n_v = info_.n_v(), n_s = info_.n_s();
    for (std::size_t chunk = 0; chunk + 1 < plan.first_pick.size(); ++chunk) {
      const int first = static_cast<int>(chunk) * derivative_lanes;
      auto& [equations, q, v, s, rows] = *wide_;
      seed(at.q, plan.coloring.color.data(), first, q);
      seed(at.v, plan.coloring.color.data() + n_q, first, v);
      seed(at.s, plan.coloring.color.data() + n_q + n_v, first, s);
      equations.rows({at.t, q.data(), v.data(), at.a.data(), at.lambda.data(), n_s > 0 ? s.data() : nullptr},
                     PatternsOf<E>::places(info_, rows.data(), out.levels));
      for (int k = plan.first_pick[chunk]; k < plan.first_pick[chunk + 1]; ++k) {
        const DerivativePlan::Pick& pick = plan.picks[k];
        (out.*pick.matrix).value[pick.slot] = rows[pick.row].d[pick.lane];
      }
    }
  }

  std::optional<ZeroPivot> accelerations(const Motion& at, const MotionRates& out) override {
    if (!kernel_) kernel_.emplace(patterns_, info_.n_v());
    const auto x = configuration(e_, at.t, ConstView<double>(at.q.data(), info_.n_q()));
    add_right_side(x, at, out);
    if (auto zero = factor_saddle(x, at)) return zero;
    kernel_->factor.solve(place(out.a), place(out.lambda));
    return std::nullopt;
  }

  void solve_saddle(Vec x, Vec y) override { kernel_->factor.solve(x.data(), y.data()); }

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

  void make_packs() {
    if (!packed_) packed_.emplace(e_, info_, patterns_.gradient);
  }

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
  void add_right_side(const X& x, const Motion& at, const MotionRates& out) {
    const int n_q = info_.n_q(), n_v = info_.n_v(), n_g = info_.n_lambda(), n_s = info_.n_s();
    const ConstView<double> v(at.v.data(), n_v);
    double *const a = place(out.a), *const lambda = place(out.lambda);
    if (double* const q_dot = place(out.kinematics)) {
      if constexpr (Has::kinematics) {
        std::fill_n(q_dot, n_q, 0.0);
        e_.kinematics(x, ProductSink<double, double>{at.v.data(), q_dot});
      } else {
        std::copy_n(at.v.data(), n_q, q_dot);
      }
    }
    std::fill_n(a, n_v, 0.0);
    if constexpr (Has::force_of_states)
      e_.force(x, v, ConstView<double>(at.s.data(), n_s), View<double>(a, n_v));
    else
      e_.force(x, v, View<double>(a, n_v));
    if constexpr (Has::states) {
      if (double* const rate = place(out.internal)) {
        std::fill_n(rate, n_s, 0.0);
        e_.internal(x, v, ConstView<double>(at.s.data(), n_s), View<double>(rate, n_s));
      }
    }
    if constexpr (Has::curvature) {
      std::fill_n(lambda, n_g, 0.0);
      e_.constraint_curvature(x, v, View<double>(lambda, n_g));
    } else if constexpr (Has::constraint) {
      equations_.rows({at.t, at.q.data(), at.v.data(), kernel_->no_a.data(), nullptr, at.s.data()},
                      {.acceleration = lambda});
    }
    for (int i = 0; i < n_g; ++i) lambda[i] = -lambda[i];
  }

  /// M and G at x. Small systems write them where they are factored.
  template <class X>
  std::optional<ZeroPivot> factor_saddle(const X& x, const Motion& at) {
    auto& [m, factor, no_a] = *kernel_;
    if constexpr (Has::jacobian || !Has::constraint) {
      if (SchurFactor* const small = factor.small()) {
        if (factor.wants_mass()) {
          small->clear_mass();
          e_.mass(x, small->mass());
        }
        small->clear_jacobian();
        if constexpr (Has::jacobian) e_.constraint_jacobian(x, small->jacobian());
        if (factor.factor_filled()) return std::nullopt;
      }
      fill(m.M, patterns_.mass_slots, "mass", [&](SlotSink& M) { e_.mass(x, M); });
      if constexpr (Has::jacobian)
        fill(m.G, patterns_.jacobian_slots, "constraint_jacobian",
             [&](SlotSink& G) { e_.constraint_jacobian(x, G); });
    } else {
      configuration_matrices(at.t, at.q, m);
    }
    return factor.factor(m.M, m.G);
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
  const PatternsOf<E>& patterns_;
  EquationsOf<E, double> equations_;
  std::array<const DerivativePlan*, 4> plans_ = {};  // of matrices() so far
  /// For linearize(), made by the first call of matrices().
  struct WideEquations {
    WideEquations(const E& e, const SystemInfo& info, const Coloring& gradient)
        : equations(e, info, gradient),
          q(info.n_q()),
          v(info.n_v()),
          s(info.n_s()),
          rows(n_derivative_rows(info)) {}
    EquationsOf<E, Wide> equations;
    std::vector<Wide> q, v, s, rows;
  };
  std::optional<WideEquations> wide_;
  std::optional<std::conditional_t<Has::lanes, SimdRows<E>, NoSimdRows>> packed_;  // for rows_at()
  /// For accelerations(), made by its first call.
  struct AccelerationKernel {
    explicit AccelerationKernel(const PatternsOf<E>& p, int n_v)
        : m(p.configuration_matrices()),
          factor(
              p.mass, p.jacobian, {},
              p.has_constant_mass ? AccelerationFactor::Mass::is_constant : AccelerationFactor::Mass::varies),
          no_a(Vector::Zero(n_v)) {}
    MotionMatrices m;
    AccelerationFactor factor;
    Vector no_a;
  };
  std::optional<AccelerationKernel> kernel_;
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
    std::call_once(has_patterns_, [&] { patterns_ = std::make_unique<const PatternsOf<E>>(e_, info_); });
    return std::make_unique<EvaluatorFrom<E>>(e_, info_, *patterns_);
  }
  const E& equations() const { return e_; }

 private:
  E e_;
  SystemInfo info_;
  mutable std::once_flag has_patterns_;
  mutable std::unique_ptr<const PatternsOf<E>> patterns_;  // found for the first evaluator
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
