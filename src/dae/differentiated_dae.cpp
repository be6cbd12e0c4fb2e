#include "pleuel/dae/differentiated_dae.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/factor.hpp"

namespace pleuel {
namespace {

using Entries = std::vector<std::pair<int, int>>;

void add_entries(const FixedMatrix& matrix, Entries& entries) {
  for (int j = 0; j < matrix.cols; ++j)
    for (int k = matrix.start[j]; k < matrix.start[j + 1]; ++k) entries.emplace_back(matrix.row[k], j);
}

FixedMatrix joint_pattern(const FixedMatrix& a, const FixedMatrix& b) {
  Entries entries;
  add_entries(a, entries);
  add_entries(b, entries);
  return {a.rows, a.cols, entries};
}

// Positions of the entries of `matrix` in a factor.
template <class Scalar>
std::vector<int> places(const FixedMatrix& matrix, const Factor<Scalar>& factor) {
  std::vector<int> result;
  result.reserve(matrix.row.size());
  for (int j = 0; j < matrix.cols; ++j)
    for (int k = matrix.start[j]; k < matrix.start[j + 1]; ++k)
      result.push_back(factor.place(matrix.row[k], j));
  return result;
}

void add(double scale, const FixedMatrix& matrix, const std::vector<int>& at, double* out) {
  for (std::size_t k = 0; k < at.size(); ++k) out[at[k]] += scale * matrix.value[k];
}

std::optional<SingularMatrix> outcome(const std::optional<ZeroPivot>& zero) {
  if (!zero) return {};
  return SingularMatrix{zero->column, zero->magnitude};
}

class DifferentiatedNewton final : public NewtonMatrix {
 public:
  DifferentiatedNewton(DifferentiatedDae& dae, const ShiftCounts& shifts)
      : dae_(dae), n_(dae.info().n_unknowns()), E_(dae.E_pattern()), J_(dae.J_pattern()) {
    const FixedMatrix pattern = joint_pattern(E_, J_);
    const FactorPlan factors(pattern);
    for (int k = 0; k < shifts.real; ++k) real_.emplace_back(factors);
    for (int k = 0; k < shifts.complex; ++k) complex_.emplace_back(factors);
    if (!real_.empty()) real_places_ = {places(E_, real_[0]), places(J_, real_[0])};
    if (!complex_.empty()) complex_places_ = {places(E_, complex_[0]), places(J_, complex_[0])};
  }

  void linearize(double t, ConstVec y, ConstVec ydot) override { dae_.differentiate(t, y, ydot, E_, J_); }

  std::optional<SingularMatrix> factor_real(int k, double alpha, double beta) override {
    Factor<double>& factor = real_[k];
    factor.set_zero();
    add(alpha, E_, real_places_.E, factor.re());
    add(-beta, J_, real_places_.J, factor.re());
    return outcome(factor.factor());
  }

  std::optional<SingularMatrix> factor_complex(int k, Complex alpha, Complex beta) override {
    Factor<Complex>& factor = complex_[k];
    factor.set_zero();
    add(alpha.real(), E_, complex_places_.E, factor.re());
    add(alpha.imag(), E_, complex_places_.E, factor.im());
    add(-beta.real(), J_, complex_places_.J, factor.re());
    add(-beta.imag(), J_, complex_places_.J, factor.im());
    return outcome(factor.factor());
  }

  void solve_real(int k, ConstVec rhs, Vec x) override {
    Factor<double>& factor = real_[k];
    std::copy_n(rhs.data(), n_, factor.b_re());
    factor.solve();
    std::copy_n(factor.x_re(), n_, x.data());
  }

  void solve_complex(int k, ConstVec rhs_re, ConstVec rhs_im, Vec x_re, Vec x_im) override {
    Factor<Complex>& factor = complex_[k];
    std::copy_n(rhs_re.data(), n_, factor.b_re());
    std::copy_n(rhs_im.data(), n_, factor.b_im());
    factor.solve();
    std::copy_n(factor.x_re(), n_, x_re.data());
    std::copy_n(factor.x_im(), n_, x_im.data());
  }

  void multiply_E(ConstVec x, Vec out) const override {
    out.setZero();
    E_.multiply_add(1.0, x.data(), out.data());
  }

  int factored_size() const override { return n_; }
  bool is_reentrant() const override { return are_reentrant(real_) && are_reentrant(complex_); }
  void forget() override {
    for (auto& factor : real_) factor.forget();
    for (auto& factor : complex_) factor.forget();
  }

 private:
  struct Places {
    std::vector<int> E, J;
  };

  DifferentiatedDae& dae_;
  int n_;
  FixedMatrix E_, J_;
  std::vector<Factor<double>> real_;
  std::vector<Factor<Complex>> complex_;
  Places real_places_, complex_places_;
};

}  // namespace

DifferentiatedDae::DifferentiatedDae(DaeInfo info) : Dae(std::move(info)) {
  if (info_.n_rows() != info_.n_unknowns()) {
    throw InvalidInput("the DAE '" + info_.name + "' has " + std::to_string(info_.n_rows()) + " rows for " +
                       std::to_string(info_.n_unknowns()) + " unknowns, but must have as many");
  }
}

std::unique_ptr<NewtonMatrix> DifferentiatedDae::newton_matrix(const ShiftCounts& shifts) {
  return std::make_unique<DifferentiatedNewton>(*this, shifts);
}

}  // namespace pleuel
