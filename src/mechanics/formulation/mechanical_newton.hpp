// The Newton matrix of every mechanical formulation.
#pragma once

#include "pleuel/dae/newton_matrix.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"
#include "pleuel/mechanics/formulation/saddle_factor.hpp"

namespace pleuel {

/// One linearisation of the rows and a SaddleFactor for each shift. The derivative of g_qᵀη by q is left out of J: η vanishes
/// on the solution.
class MechanicalNewton final : public NewtonMatrix {
 public:
  MechanicalNewton(MechanicalDae& dae, const ShiftCounts& shifts);
  MechanicalNewton(const MechanicalNewton&) = delete;  // its parts refer to each other
  MechanicalNewton& operator=(const MechanicalNewton&) = delete;

  void linearize(double t, ConstVec y, ConstVec ydot) override;
  std::optional<SingularMatrix> factor_real(int k, double alpha, double beta) override;
  std::optional<SingularMatrix> factor_complex(int k, Complex alpha, Complex beta) override;
  void solve_real(int k, ConstVec rhs, Vec x) override;
  void solve_complex(int k, ConstVec rhs_re, ConstVec rhs_im, Vec x_re, Vec x_im) override;
  int factored_size() const override { return plan_.size(); }

 private:
  MechanicalDae& dae_;
  ReducedRows rows_;
  SaddlePlan plan_;
  std::vector<SaddleFactor<double>> real_;
  std::vector<SaddleFactor<Complex>> complex_;
  Vector zeros_;  // in place of a and λ where their derivatives are left out
  std::vector<double> real_beta_;
  std::vector<Complex> complex_beta_;
};

}  // namespace pleuel
