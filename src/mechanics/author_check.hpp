// Checks an author's functions by calling each of them once with instrumented numbers.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pleuel/autodiff/guarded_scalars.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/equations_of.hpp"

namespace pleuel {

/// Fills the parts with values around `middle`, spread by `spread`, in a different order for each
/// phase.
void put_trial_point(const std::vector<GuardedScalars*>& parts, double middle, double spread, double phase,
                     BranchLog* log);
/// The fault if comparisons in a constraint have different outcomes at different positions.
std::string branch_fault(const SystemInfo& info, const std::vector<BranchLog>& logs);

/// Calls the functions of the equations E with dependency scalars. They must not access entries
/// beyond their vectors. `constraint` must not branch on q if its derivatives are found by
/// evaluating it. Points where a function throws LeftDomain are skipped.
template <class E>
class AuthorCheck {
  using Has = Given<E>;

 public:
  AuthorCheck(const E& e, const SystemInfo& info)
      : e_(e),
        info_(info),
        q_("q", info.n_q(), margins(0)),
        v_("v", info.n_v(), margins(1)),
        s_("s", info.n_s(), margins(2)),
        out_("", 0, margins(3)) {}

  /// Throws InvalidInput with all faults.
  void run() {
    set_point(0.3, 0.1, 0, nullptr);
    check_vectors();
    check_matrices();
    if constexpr (Has::constraint && !(Has::jacobian && Has::rate && Has::curvature)) check_branches();
    if (!faults_.empty()) throw InvalidInput(std::move(faults_));
  }

 private:
  struct SumSink {
    DependencyScalar& sum;
    void add(int, int, const DependencyScalar& value) { sum += value; }
  };

  int n_inputs() const { return info_.n_q() + info_.n_v() + info_.n_s(); }
  int margins(int number) const { return n_inputs() + number * GuardedScalars::n_margin_inputs; }
  ConstView<DependencyScalar> view(GuardedScalars& x) const { return {x.data(), x.size()}; }
  auto x() { return configuration(e_, DependencyScalar(0.1), view(q_)); }

  /// Sets values around `middle`, spread by `spread`, in a different order for each phase.
  void set_point(double middle, double spread, double phase, BranchLog* log) {
    put_trial_point({&q_, &v_, &s_}, middle, spread, phase, log);
  }

  void add(const std::string& fault) {
    if (!fault.empty()) faults_.push_back("system '" + info_.name + "': " + fault);
  }

  /// Calls `work(out)`, where out has n entries, all zero.
  template <class Work>
  void call(const char* function, const char* name, int n, Work work) {
    out_.clear(name, n);
    try {
      work(View<DependencyScalar>(out_.data(), n));
    } catch (const LeftDomain&) {
    }
    add(strayed(function, out_, {&q_, &v_, &s_}));
  }

  void check_vectors() {
    call("force", "f", info_.n_v(), [&](auto f) {
      if constexpr (Has::force_of_states)
        e_.force(x(), view(v_), view(s_), std::move(f));
      else
        e_.force(x(), view(v_), std::move(f));
    });
    if constexpr (Has::states)
      call("internal", "rate", info_.n_s(),
           [&](auto rate) { e_.internal(x(), view(v_), view(s_), std::move(rate)); });
    if constexpr (Has::constraint)
      call("constraint", "g", info_.n_lambda(), [&](auto g) { e_.constraint(x(), std::move(g)); });
    if constexpr (Has::rate)
      call("constraint_rate", "out", info_.n_lambda(),
           [&](auto out) { e_.constraint_rate(x(), view(v_), std::move(out)); });
    if constexpr (Has::curvature)
      call("constraint_curvature", "out", info_.n_lambda(),
           [&](auto out) { e_.constraint_curvature(x(), view(v_), std::move(out)); });
  }

  /// Checks what the matrix functions read; what they write is checked with their patterns.
  void check_matrices() {
    const auto call_matrix = [&](const char* function, auto work) {
      call(function, "", 1, [&](auto sum) { work(SumSink{sum[0]}); });
    };
    call_matrix("mass", [&](auto M) { e_.mass(x(), M); });
    if constexpr (Has::kinematics) call_matrix("kinematics", [&](auto H) { e_.kinematics(x(), H); });
    if constexpr (Has::jacobian)
      call_matrix("constraint_jacobian", [&](auto G) { e_.constraint_jacobian(x(), G); });
  }

  /// Comparisons must have the same outcome at positions of both signs and all relevant sizes.
  void check_branches() {
    std::vector<BranchLog> logs;
    for (const double size : {0.01, 0.3, 1.0, 3.0, 30.0, 1000.0})
      for (const double middle : {-size, 0.0, size}) {
        BranchLog log;
        set_point(middle, size, 0.9 * static_cast<double>(logs.size()), &log);
        out_.clear("g", info_.n_lambda());
        try {
          e_.constraint(x(), View<DependencyScalar>(out_.data(), out_.size()));
          logs.push_back(std::move(log));
        } catch (...) {
          // The function may reject positions that no run reaches.
        }
      }
    add(branch_fault(info_, logs));
  }

  const E& e_;
  const SystemInfo& info_;
  GuardedScalars q_, v_, s_, out_;
  std::vector<std::string> faults_;
};

}  // namespace pleuel
