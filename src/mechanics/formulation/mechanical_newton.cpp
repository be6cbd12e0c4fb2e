#include "pleuel/mechanics/formulation/mechanical_newton.hpp"

#include <algorithm>

namespace pleuel {

MechanicalNewton::MechanicalNewton(EquationsOfMotion& dae, const ShiftCounts& shifts)
    : dae_(dae), rows_(dae.system().info(), dae.rows(), dae.evaluator()), plan_(rows_, dae.system()) {
  const RowLayout& layout = dae.layout();
  for (int k = 0; k < shifts.real; ++k) real_.emplace_back(rows_, plan_, layout);
  for (int k = 0; k < shifts.complex; ++k) complex_.emplace_back(rows_, plan_, layout);
  zeros_.setZero(std::max(layout.n_v, layout.n_g));
  real_beta_.assign(shifts.real, 1.0);
  complex_beta_.assign(shifts.complex, 1.0);
}

void MechanicalNewton::linearize(double t, ConstVec y, ConstVec /*ydot*/) {
  const Motion at = dae_.motion(t, y);
  // M a, Gᵀλ and G a are linear in a and λ: at zero, nothing is left of their derivatives by q.
  if (dae_.rows().jacobian == JacobianKind::mass_frozen) {
    const double* const zero = zeros_.data();
    const Motion frozen{.t = t,
                        .q = at.q,
                        .v = at.v,
                        .a = {zero, at.a.size()},
                        .lambda = {zero, at.lambda.size()},
                        .s = at.s,
                        .turns = at.turns};
    rows_.linearize(dae_.evaluator(), frozen);
  } else {
    rows_.linearize(dae_.evaluator(), at);
  }
  plan_.combine(rows_);
}

std::optional<SingularMatrix> MechanicalNewton::factor_real(int k, double alpha, double beta) {
  real_beta_[k] = beta;
  return real_[k].factor(alpha / beta);
}

std::optional<SingularMatrix> MechanicalNewton::factor_complex(int k, Complex alpha, Complex beta) {
  complex_beta_[k] = beta;
  return complex_[k].factor(alpha / beta);
}

void MechanicalNewton::solve_real(int k, ConstVec rhs, Vec x) {
  real_[k].solve({const_cast<double*>(rhs.data()), nullptr}, {x.data(), nullptr});
  if (real_beta_[k] != 1.0) x /= real_beta_[k];
}

void MechanicalNewton::solve_complex(int k, ConstVec rhs_re, ConstVec rhs_im, Vec x_re, Vec x_im) {
  complex_[k].solve({const_cast<double*>(rhs_re.data()), const_cast<double*>(rhs_im.data())},
                    {x_re.data(), x_im.data()});
  if (complex_beta_[k] == Complex(1.0)) return;
  const Complex factor = 1.0 / complex_beta_[k];
  for (Eigen::Index i = 0; i < x_re.size(); ++i) {
    const Complex z = factor * Complex(x_re[i], x_im[i]);
    x_re[i] = z.real();
    x_im[i] = z.imag();
  }
}

}  // namespace pleuel
