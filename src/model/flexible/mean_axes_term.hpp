// The conditions of a frame of mean axes as constraints.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/row_term.hpp"

namespace pleuel {

/// 0 = W q (fem::MeanAxes) for all unknowns of an elastic body. The motion of the frame and rigid
/// displacements q are the same motion, so the equations of the frame are sums of those of q, and
/// the multipliers are zero in every motion: they only hold the frame. The unknowns in
/// fem::MeanAxes::held belong to the border, so that the stiffness of the others is regular.
class MeanAxesTerm {
 public:
  /// Rows `row` …; q begins at `first_q` among coordinates, q̇ at `first_v` among velocities.
  MeanAxesTerm(int row, int first_q, int first_v, std::shared_ptr<const fem::MeanAxes> axes)
      : axes_(std::move(axes)), row_(row), first_q_(first_q), first_v_(first_v) {}

  void declare(PatternEntries& p) const {
    for_each([&](int i, int k, double) {
      p.G.emplace_back(row_ + i, first_v_ + k);
      p.g_q.emplace_back(row_ + i, first_q_ + k);
    });
  }
  void find(const MotionMatrices& m) {
    // The columns of a body's deformations follow one another.
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
        rows.segment(row_, n_rows()).noalias() += axes_->W * x.segment(first, n_columns());
    };
    add_product(at.q, first_q_, out.position);
    add_product(at.v, first_v_, out.velocity);
    add_product(at.a, first_v_, out.acceleration);
    if (out.dynamics.size() > 0 && at.lambda.size() > 0)
      out.dynamics.segment(first_v_, n_columns()).noalias() +=
          axes_->W.transpose() * at.lambda.segment(row_, n_rows());
  }
  void add_position_gradient(ConstVec eta, Vec out) const {
    out.segment(first_q_, n_columns()).noalias() += axes_->W.transpose() * eta.segment(row_, n_rows());
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
    for (const int k : axes_->held) list.push_back(first_v_ + k);
  }

 private:
  Eigen::Index n_rows() const { return axes_->W.rows(); }
  Eigen::Index n_columns() const { return axes_->W.cols(); }
  template <class Visit>
  void for_each(Visit visit) const {
    for (int k = 0; k < axes_->W.cols(); ++k)
      for (int i = 0; i < axes_->W.rows(); ++i) visit(i, k, axes_->W(i, k));
  }

  std::shared_ptr<const fem::MeanAxes> axes_;
  int row_, first_q_, first_v_;
  std::vector<int> G_slots_, g_q_slots_;
};

}  // namespace pleuel
