// The derivatives of the rows that remain after δq, δv and δs have been eliminated.
#pragma once

#include "pleuel/linalg/product.hpp"
#include "pleuel/mechanics/formulation/formulation_rows.hpp"

namespace pleuel {

/// The dynamics and all constraint rows of a formulation, linearised in real arithmetic:
///
///     B_a δa + Gᵀδλ + B_v δv + B_q δq + B_s δs        (n_v + n_c rows; Gᵀ in the first n_v only)
///
/// Together with g_q, H, ∂(Hv)/∂q and the derivatives of σ, this defines the Newton matrix for
/// every formulation and shift.
class ReducedRows {
 public:
  /// `levels`: those whose derivatives are computed, at least those of `rows`.
  ReducedRows(const SystemInfo& info, const FormulationRows& rows, SystemEvaluator& evaluator,
              const Levels& levels);
  ReducedRows(const SystemInfo& info, const FormulationRows& rows, SystemEvaluator& evaluator)
      : ReducedRows(info, rows, evaluator, rows.levels()) {}

  void linearize(SystemEvaluator& evaluator, const Motion& at);

  int n_rows() const { return n_v_ + n_c_; }
  /// Constraint rows are multiplied by α^power: power 2 at position level, 1 at velocity level. To
  /// leading order all become G δa, so their size does not depend on the step size.
  int row_power(int row) const { return row_power_[row]; }
  const MotionMatrices& matrices() const { return m_; }
  const FormulationRows& formulation() const { return rows_; }
  const SystemInfo& info() const { return info_; }

  FixedMatrix B_a, B_v, B_q, B_s;

 private:
  /// value[slot[k]] += factor · source.value[k].
  struct Copy {
    FixedMatrix ReducedRows::*target;
    FixedMatrix MotionMatrices::*source;
    double factor;
    std::vector<int> slot;
  };
  struct Part {
    FixedMatrix ReducedRows::*target;
    FixedMatrix MotionMatrices::*source;
    int first_row;
    double factor;
  };
  std::vector<Part> parts() const;

  const SystemInfo& info_;
  FormulationRows rows_;
  int n_v_, n_c_;
  MotionMatrices m_;
  std::vector<int> row_power_;
  std::vector<Copy> copies_;
};

}  // namespace pleuel
