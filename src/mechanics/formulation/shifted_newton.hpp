// A Newton matrix with one factor per shift.
#pragma once

#include <vector>

#include "pleuel/dae/newton_matrix.hpp"
#include "pleuel/linalg/factor.hpp"
#include "pleuel/mechanics/formulation/shifted_blocks.hpp"

namespace pleuel {

/// Solves with α E − β J = β (α/β E − J). A ShiftFactor<Scalar> provides `factor(α/β)` and
/// `solve(rhs, x)`. Each factor has its own scratch memory, so different shifts may be used on
/// different threads, at the same time if its solver `is_reentrant()`.
template <template <class> class ShiftFactor>
class ShiftedNewton : public NewtonMatrix {
 public:
  std::optional<SingularMatrix> factor_real(int k, double alpha, double beta) final {
    real_beta_[k] = beta;
    return real_[k].factor(alpha / beta);
  }
  std::optional<SingularMatrix> factor_complex(int k, Complex alpha, Complex beta) final {
    complex_beta_[k] = beta;
    return complex_[k].factor(alpha / beta);
  }

  void solve_real(int k, ConstVec rhs, Vec x) final {
    real_[k].solve({const_cast<double*>(rhs.data()), nullptr}, {x.data(), nullptr});
    if (real_beta_[k] != 1.0) x /= real_beta_[k];
  }
  void solve_complex(int k, ConstVec rhs_re, ConstVec rhs_im, Vec x_re, Vec x_im) final {
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
  bool is_reentrant() const final { return are_reentrant(real_) && are_reentrant(complex_); }
  void forget() override {
    for (auto& factor : real_) factor.forget();
    for (auto& factor : complex_) factor.forget();
  }
  bool is_iterative() const final { return is_iterative_; }
  void allow_error(double relative) final {
    for (auto& factor : real_) factor.allow_error(relative);
    for (auto& factor : complex_) factor.allow_error(relative);
  }
  IterativeSolves iterative_solves() const final {
    IterativeSolves sum;
    add_iterative_solves(real_, sum);
    add_iterative_solves(complex_, sum);
    return sum;
  }

 protected:
  ShiftedNewton() = default;
  ShiftedNewton(const ShiftedNewton&) = delete;  // factors refer to members of the derived class
  ShiftedNewton& operator=(const ShiftedNewton&) = delete;

  /// Call this in the constructor of the derived class; `parts` are the constructor arguments of a
  /// factor.
  template <class... Parts>
  void make_factors(const ShiftCounts& shifts, const Parts&... parts) {
    for (int k = 0; k < shifts.real; ++k) real_.emplace_back(parts...);
    for (int k = 0; k < shifts.complex; ++k) complex_.emplace_back(parts...);
    real_beta_.assign(shifts.real, 1.0);
    complex_beta_.assign(shifts.complex, 1.0);
    is_iterative_ = (!real_.empty() && real_[0].is_iterative()) ||
                    (!complex_.empty() && complex_[0].is_iterative());
  }
  const ShiftFactor<double>& real_factor(int k) const { return real_[k]; }

 private:
  std::vector<ShiftFactor<double>> real_;
  std::vector<ShiftFactor<Complex>> complex_;
  std::vector<double> real_beta_;
  std::vector<Complex> complex_beta_;
  bool is_iterative_ = false;
};

}  // namespace pleuel
