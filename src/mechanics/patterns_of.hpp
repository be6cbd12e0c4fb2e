// Sparsity patterns of an author's equations.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "pleuel/linalg/product.hpp"
#include "pleuel/mechanics/derivative_plan.hpp"
#include "pleuel/mechanics/equations_of.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// What all evaluators of a system share. Sparsity patterns are found once, by evaluating the
/// equations with numbers that record their dependencies.
template <class E>
class PatternsOf {
  using Has = Given<E>;

 public:
  /// The matrices for some levels of the constraints, with zero values, and how their derivatives
  /// are found.
  struct Linearization {
    MotionMatrices matrices;
    DerivativePlan plan;
  };

  PatternsOf(const E& e, const SystemInfo& info) : gradient(gradient_pattern(e, info)), e_(e), info_(info) {
    const int n_q = info.n_q(), n_v = info.n_v(), n_g = info.n_lambda();
    const Vector q = sample_point(n_q);
    const auto x = configuration(e, 0.1, view(q));
    RecordSink of_mass;
    e.mass(x, of_mass);
    mass = checked_pattern(info, "mass", n_v, n_v, of_mass);
    mass_slots = recorded_slots(mass, of_mass);
    has_constant_mass = is_mass_constant();
    if constexpr (Has::kinematics) {
      RecordSink h;
      e.kinematics(x, h);
      kinematics = checked_pattern(info, "kinematics", n_q, n_v, h);
      kinematics_slots = recorded_slots(kinematics, h);
    }
    if constexpr (Has::jacobian) {
      RecordSink g;
      e.constraint_jacobian(x, g);
      jacobian = checked_pattern(info, "constraint_jacobian", n_g, n_v, g);
      jacobian_slots = recorded_slots(jacobian, g);
    } else if constexpr (Has::constraint && Has::kinematics) {
      jacobian = product_pattern(gradient.pattern, kinematics);
      g_q_H = ProductPlan(gradient.pattern, kinematics, jacobian);
    } else {
      jacobian = gradient.pattern;
    }
  }

  static int number_of(const Levels& l) { return (l.velocity ? 1 : 0) + (l.acceleration ? 2 : 0); }
  /// Found by the first call. May be called by several threads.
  const Linearization& linearization(const Levels& levels) const {
    const std::lock_guard lock(mutex_);
    auto& found = linearizations_[number_of(levels)];
    if (!found) found = std::make_unique<const Linearization>(find(levels));
    return *found;
  }

  /// Rows in the order kinematics, dynamics, internal, velocity, acceleration.
  template <class S>
  static ScalarRows<S> places(const SystemInfo& info, S* first, const Levels& levels) {
    ScalarRows<S> r;
    const int n_q = info.n_q(), n_v = info.n_v(), n_s = info.n_s(), n_g = info.n_lambda();
    if (Has::kinematics) r.kinematics = first;
    r.dynamics = first + n_q;
    if (n_s > 0) r.internal = first + n_q + n_v;
    if (levels.velocity && n_g > 0) r.velocity = first + n_q + n_v + n_s;
    if (levels.acceleration && n_g > 0) r.acceleration = first + n_q + n_v + n_s + n_g;
    return r;
  }

  /// M, G, g_q and H with zero values.
  MotionMatrices configuration_matrices() const {
    MotionMatrices m;
    m.M = mass;
    m.G = jacobian;
    m.g_q = Has::kinematics ? gradient.pattern : jacobian;
    m.H = Has::kinematics ? kinematics : FixedMatrix(info_.n_q(), info_.n_v());
    return m;
  }

  Coloring gradient;  ///< of g_q, if it comes from dual numbers
  FixedMatrix mass, jacobian, kinematics;
  std::vector<RecordedEntry> mass_slots, jacobian_slots, kinematics_slots;
  ProductPlan g_q_H;  ///< G = g_q H, if G is not given
  bool has_constant_mass = false;

 private:
  static Coloring gradient_pattern(const E& e, const SystemInfo& info) {
    const int n_q = info.n_q(), n_g = info.n_lambda();
    if constexpr (!Has::gradient_by_duals) return {FixedMatrix(n_g, n_q), std::vector<int>(n_q, 0), 0};
    std::vector<DependencyScalar> q = sample_inputs(n_q), g(n_g);
    if constexpr (Has::constraint)
      e.constraint(configuration(e, DependencyScalar(0.1), ConstView<DependencyScalar>(q.data(), n_q)),
                   View<DependencyScalar>(g.data(), n_g));
    return color_columns(dependency_pattern(g, n_q));
  }

  /// Notes whether an entry depends on anything.
  struct DependencySink {
    bool& is_constant;
    void add(int, int, const DependencyScalar& value) { is_constant &= value.inputs.empty(); }
  };

  /// True if M depends neither on q nor on t.
  bool is_mass_constant() const {
    const int n_q = info_.n_q();
    const std::vector<DependencyScalar> inputs = sample_inputs(n_q + 1);
    bool is_constant = true;
    e_.mass(configuration(e_, inputs[n_q], ConstView<DependencyScalar>(inputs.data(), n_q)),
            DependencySink{is_constant});
    return is_constant;
  }

  Linearization find(const Levels& levels) const {
    const int n_q = info_.n_q(), n_v = info_.n_v(), n_s = info_.n_s();
    Linearization result{configuration_matrices(), {}};
    result.matrices.levels = levels;
    const Vector a = sample_point(n_v), lambda = sample_point(info_.n_lambda());
    std::vector<DependencyScalar> y = sample_inputs(n_q + n_v + n_s), rows(n_derivative_rows(info_));
    EquationsOf<E, DependencyScalar> traced(e_, info_, gradient);
    traced.rows({0.1, y.data(), y.data() + n_q, a.data(), lambda.data(), y.data() + n_q + n_v},
                places(info_, rows.data(), levels));
    result.plan = derivative_plan(info_, rows, result.matrices);
    return result;
  }

  const E& e_;
  const SystemInfo& info_;
  mutable std::mutex mutex_;
  mutable std::array<std::unique_ptr<const Linearization>, 4> linearizations_;
};

}  // namespace pleuel
