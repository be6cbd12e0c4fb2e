// An author's equations, evaluated in any scalar type.
#pragma once

#include <cmath>
#include <vector>

#include "pleuel/autodiff/eigen_scalars.hpp"
#include "pleuel/linalg/coloring.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/derivative_plan.hpp"
#include "pleuel/mechanics/matrix_sinks.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

template <class E, class S>
auto configuration(const E& e, const S& t, const ConstView<S>& q) {
  if constexpr (requires { e.at(t, q); })
    return e.at(t, q);
  else
    return Configuration<S>{t, q};
}

/// Which functions the author provides. Only the number of arguments is checked, so these functions
/// must be declared `void`.
template <class E>
struct Given {
  using X = decltype(configuration(std::declval<const E&>(), 0.0, std::declval<const ConstView<double>&>()));
  using In = ConstView<double>;
  static constexpr bool kinematics = requires(const E e, const X x, RecordSink m) { e.kinematics(x, m); };
  static constexpr bool states = requires(const E e, const X x, const In v, const In s, double* f) {
    e.internal(x, v, s, f);
  };
  static constexpr bool force_of_states = requires(const E e, const X x, const In v, const In s, double* f) {
    e.force(x, v, s, f);
  };
  static constexpr bool constraint = requires(const E e, const X x, double* g) { e.constraint(x, g); };
  static constexpr bool jacobian = requires(const E e, const X x, RecordSink m) {
    e.constraint_jacobian(x, m);
  };
  static constexpr bool rate = requires(const E e, const X x, const In v, double* g) {
    e.constraint_rate(x, v, g);
  };
  static constexpr bool curvature = jacobian && requires(const E e, const X x, const In v, double* g) {
    e.constraint_curvature(x, v, g);
  };
  static constexpr bool lanes = requires { requires E::evaluates_in_lanes; };
  static constexpr bool invariants = requires(const E e, double* q) { e.restore_invariants(q); };
  /// True if g_q must come from dual numbers: G is not given, or differs from g_q.
  static constexpr bool gradient_by_duals = constraint && (!jacobian || kinematics);
};

/// Output places for rows in the scalar S; nullptr: the row is not computed.
template <class S>
struct ScalarRows {
  S* kinematics = nullptr;
  S* dynamics = nullptr;
  S* internal = nullptr;
  S* position = nullptr;
  S* velocity = nullptr;
  S* acceleration = nullptr;
};

/// The point of evaluation: what is differentiated is in S, the rest in A.
template <class S, class A = double>
struct MotionOfScalars {
  A t;
  const S* q;
  const S* v;
  const A* a;
  const A* lambda;
  const S* s;
};

/// Evaluates the rows of the equations in the scalar S and owns the scratch memory. Time, a and λ
/// are never differentiated; they are in A: double, or packs of double if S is a pack.
///
/// Constraint levels that are not given come from g on the curve q + τ q̇ + ½ τ² q̈ in Taylor
/// numbers. If G is not given, Gᵀλ comes from g in dual numbers, with one direction per colour of
/// g_q.
template <class E, class S, class A = double>
class EquationsOf {
  using Has = Given<E>;
  using First = Dual<1, S>;
  using Second = Taylor<S>;
  /// Dependency scalars are evaluated rarely: one lane, which is already compiled for First.
  static constexpr int lanes = std::is_same_v<S, DependencyScalar> ? 1 : derivative_lanes;
  using Wide = Dual<lanes, S>;

 public:
  EquationsOf(const E& e, const SystemInfo& info, const Coloring& gradient)
      : e_(e),
        n_q_(info.n_q()),
        n_v_(info.n_v()),
        n_s_(info.n_s()),
        n_g_(info.n_lambda()),
        gradient_(gradient) {
    if constexpr (Has::constraint && (!Has::rate || Has::kinematics)) {
      q1_.resize(n_q_);
      g1_.resize(std::max(n_g_, n_q_));
    }
    if constexpr (Has::constraint && !Has::curvature) {
      q2_.resize(n_q_);
      g2_.resize(n_g_);
    }
    if constexpr (Has::gradient_by_duals) {
      qw_.resize(n_q_);
      gw_.resize(n_g_);
      w_.resize(n_q_);
    }
    if constexpr (Has::kinematics) {
      q_dot_.resize(n_q_);
      q_ddot_.resize(n_q_);
    }
  }

  void rows(const MotionOfScalars<S, A>& m, const ScalarRows<S>& out) {
    const S t(m.t);
    const auto x = configuration(e_, t, ConstView<S>(m.q, n_q_));
    const ConstView<S> v(m.v, n_v_);
    if (out.kinematics != nullptr) kinematics(x, m.v, out.kinematics);
    if (out.dynamics != nullptr) dynamics(x, m, out.dynamics);
    if constexpr (Has::states) {
      if (out.internal != nullptr) {
        zero(out.internal, n_s_);
        e_.internal(x, v, ConstView<S>(m.s, n_s_), View<S>(out.internal, n_s_));
      }
    }
    if constexpr (Has::constraint) {
      if (out.position != nullptr) {
        zero(out.position, n_g_);
        e_.constraint(x, View<S>(out.position, n_g_));
      }
      if (out.velocity != nullptr) velocity(x, m, out.velocity);
      if (out.acceleration != nullptr) acceleration(x, m, out.acceleration);
    }
  }

  /// out += g_qᵀ w.
  void add_gradient(const A& t, const S* q, const A* w, S* out) {
    if constexpr (Has::gradient_by_duals) {
      for_each_gradient_entry(t, q, [&](int i, int j, const S& value, int) { out[j] += value * w[i]; });
    } else if constexpr (Has::constraint) {
      const auto x = configuration(e_, S(t), ConstView<S>(q, n_q_));
      e_.constraint_jacobian(x, TransposedProductSink<S, A>{w, out});
    }
  }

  /// visit(i, j, ∂gᵢ/∂qⱼ, slot) for the entries of g_q, by dual numbers.
  template <class Visit>
  void for_each_gradient_entry(const A& t, const S* q, Visit visit) {
    for (int first = 0; first < gradient_.n_colors; first += lanes) {
      for (int j = 0; j < n_q_; ++j) {
        qw_[j] = Wide(q[j]);
        const int lane = gradient_.color[j] - first;
        if (lane >= 0 && lane < lanes) qw_[j].d[lane] = S(1.0);
      }
      for (auto& g : gw_) g = Wide();
      e_.constraint(configuration(e_, Wide(S(t)), ConstView<Wide>(qw_.data(), n_q_)),
                    View<Wide>(gw_.data(), n_g_));
      const FixedMatrix& p = gradient_.pattern;
      for (int j = 0; j < n_q_; ++j) {
        const int lane = gradient_.color[j] - first;
        if (lane < 0 || lane >= lanes) continue;
        for (int k = p.start[j]; k < p.start[j + 1]; ++k) visit(p.row[k], j, gw_[p.row[k]].d[lane], k);
      }
    }
  }

 private:
  static void zero(S* x, int n) {
    for (int i = 0; i < n; ++i) x[i] = S(0.0);
  }

  template <class X>
  void kinematics(const X& x, const S* v, S* out) {
    if constexpr (Has::kinematics) {
      zero(out, n_q_);
      e_.kinematics(x, ProductSink<S, S>{v, out});
    } else {
      for (int i = 0; i < n_q_; ++i) out[i] = v[i];
    }
  }

  template <class X>
  void dynamics(const X& x, const MotionOfScalars<S, A>& m, S* out) {
    zero(out, n_v_);
    const ConstView<S> v(m.v, n_v_);
    if constexpr (Has::force_of_states)
      e_.force(x, v, ConstView<S>(m.s, n_s_), View<S>(out, n_v_));
    else
      e_.force(x, v, View<S>(out, n_v_));
    for (int i = 0; i < n_v_; ++i) out[i] = -out[i];
    e_.mass(x, ProductSink<S, A>{m.a, out});
    if constexpr (Has::jacobian) {
      e_.constraint_jacobian(x, TransposedProductSink<S, A>{m.lambda, out});
    } else if constexpr (Has::constraint && Has::kinematics) {
      zero(w_.data(), n_q_);
      add_gradient(m.t, m.q, m.lambda, w_.data());
      e_.kinematics(x, TransposedProductSink<S, S>{w_.data(), out});
    } else if constexpr (Has::constraint) {
      add_gradient(m.t, m.q, m.lambda, out);
    }
  }

  /// G v + g_t.
  template <class X>
  void velocity(const X& x, const MotionOfScalars<S, A>& m, S* out) {
    zero(out, n_g_);
    if constexpr (Has::rate) {
      e_.constraint_rate(x, ConstView<S>(m.v, n_v_), View<S>(out, n_g_));
    } else {
      set_first_order_curve(x, m);
      for (int i = 0; i < n_g_; ++i) g1_[i] = First();
      e_.constraint(configuration(e_, time_as<First>(m.t), ConstView<First>(q1_.data(), n_q_)),
                    View<First>(g1_.data(), n_g_));
      for (int i = 0; i < n_g_; ++i) out[i] = g1_[i].d[0];
    }
  }

  /// G a + γ.
  template <class X>
  void acceleration(const X& x, const MotionOfScalars<S, A>& m, S* out) {
    zero(out, n_g_);
    if constexpr (Has::curvature) {
      e_.constraint_curvature(x, ConstView<S>(m.v, n_v_), View<S>(out, n_g_));
      e_.constraint_jacobian(x, ProductSink<S, A>{m.a, out});
    } else {
      set_second_order_curve(x, m);
      for (int i = 0; i < n_g_; ++i) g2_[i] = Second();
      e_.constraint(configuration(e_, Second(S(m.t), S(1.0), S(0.0)), ConstView<Second>(q2_.data(), n_q_)),
                    View<Second>(g2_.data(), n_g_));
      for (int i = 0; i < n_g_; ++i) out[i] = g2_[i].dd;
    }
  }

  template <class T>
  static T time_as(const A& t) {
    T result{S(t)};
    result.d[0] = S(1.0);
    return result;
  }

  /// q + τ H v.
  template <class X>
  void set_first_order_curve(const X& x, const MotionOfScalars<S, A>& m) {
    const S* q_dot = m.v;
    if constexpr (Has::kinematics) {
      kinematics(x, m.v, q_dot_.data());
      q_dot = q_dot_.data();
    }
    for (int i = 0; i < n_q_; ++i) {
      q1_[i] = First(m.q[i]);
      q1_[i].d[0] = q_dot[i];
    }
  }

  /// q + τ H v + ½ τ² (H a + Ḣ v); Ḣ v from dual numbers along the first-order curve.
  template <class X>
  void set_second_order_curve(const X& x, const MotionOfScalars<S, A>& m) {
    if constexpr (Has::kinematics) {
      set_first_order_curve(x, m);
      zero(q_ddot_.data(), n_q_);
      e_.kinematics(x, ProductSink<S, A>{m.a, q_ddot_.data()});
      for (int i = 0; i < n_q_; ++i) g1_[i] = First();
      e_.kinematics(configuration(e_, time_as<First>(m.t), ConstView<First>(q1_.data(), n_q_)),
                    ProductSink<First, S>{m.v, g1_.data()});
      for (int i = 0; i < n_q_; ++i) q2_[i] = Second(m.q[i], q_dot_[i], q_ddot_[i] + g1_[i].d[0]);
    } else {
      for (int i = 0; i < n_q_; ++i) q2_[i] = Second(m.q[i], m.v[i], S(m.a[i]));
    }
  }

  const E& e_;
  int n_q_, n_v_, n_s_, n_g_;
  const Coloring& gradient_;  // of g_q
  std::vector<First> q1_, g1_;
  std::vector<Second> q2_, g2_;
  std::vector<Wide> qw_, gw_;
  std::vector<S> w_, q_dot_, q_ddot_;
};

}  // namespace pleuel
