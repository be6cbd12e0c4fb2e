// Linear conditions on the deformations of a body as constraints.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/fem/linear_conditions.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/row_term.hpp"

namespace pleuel {

/// 0 = C q for all unknowns of an elastic body: mean axes (fem::MeanAxes) and sets of nodes that
/// move as rigid bodies (fem::rigid_set).
///
/// With mean axes the motion of the frame and rigid displacements q are the same motion, so the
/// equations of the frame are sums of those of q, and these multipliers are zero in every motion:
/// they only hold the frame. The unknowns in fem::LinearConditions::held belong to the border, so
/// that the stiffness of the others is regular.
class LinearConditionsTerm {
 public:
  /// Rows `row` …; q begins at `first_q` among coordinates, q̇ at `first_v` among velocities.
  LinearConditionsTerm(int row, int first_q, int first_v, std::shared_ptr<const fem::LinearConditions> given)
      : conditions_(std::move(given)), row_(row), first_q_(first_q), first_v_(first_v) {}

  void declare(PatternEntries& p) const {
    for_each([&](int i, int k, double) {
      p.G.emplace_back(row_ + i, first_v_ + k);
      p.g_q.emplace_back(row_ + i, first_q_ + k);
    });
  }
  void find(const MotionMatrices& m) {
    G_slots_.clear();
    g_q_slots_.clear();
    for_each([&](int i, int k, double) {
      G_slots_.push_back(m.G.slot(row_ + i, first_v_ + k));
      g_q_slots_.push_back(m.g_q.slot(row_ + i, first_q_ + k));
    });
  }

  /// Adds to the rows that `out` requests, and Gᵀλ to dynamics.
  void add(const Motion& at, MotionRows& out) const {
    const auto add_product = [&](const ConstVec& x, int first, Vec& rows) {
      if (rows.size() > 0 && x.size() > 0)
        C_transposed().multiply_transposed_add(1, x.data() + first, rows.data() + row_);
    };
    add_product(at.q, first_q_, out.position);
    add_product(at.v, first_v_, out.velocity);
    add_product(at.a, first_v_, out.acceleration);
    if (out.dynamics.size() > 0 && at.lambda.size() > 0)
      C_transposed().multiply_add(1, at.lambda.data() + row_, out.dynamics.data() + first_v_);
  }
  void add_position_gradient(ConstVec eta, Vec out) const {
    C_transposed().multiply_add(1, eta.data() + row_, out.data() + first_q_);
  }
  /// Adds to G and g_q, which are constant.
  void add_gradient(MotionMatrices& out) const {
    std::size_t e = 0;
    for_each([&](int, int, double value) {
      out.G.value[G_slots_[e]] += value;
      out.g_q.value[g_q_slots_[e++]] += value;
    });
  }

  /// Appends the velocities that belong to the border.
  void add_held(std::vector<int>& list) const {
    for (const int k : conditions_->held) list.push_back(first_v_ + k);
  }

 private:
  const FixedMatrix& C_transposed() const { return conditions_->C_transposed; }
  template <class Visit>
  void for_each(Visit visit) const {
    for (int i = 0; i < C_transposed().cols; ++i)
      for (int k = C_transposed().start[i]; k < C_transposed().start[i + 1]; ++k)
        visit(i, C_transposed().row[k], C_transposed().value[k]);
  }

  std::shared_ptr<const fem::LinearConditions> conditions_;
  int row_, first_q_, first_v_;
  std::vector<int> G_slots_, g_q_slots_;
};

}  // namespace pleuel
