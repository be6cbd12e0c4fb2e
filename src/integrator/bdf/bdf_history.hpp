// The past of a multistep method as modified divided differences.
#pragma once

#include "pleuel/integrator/bdf/bdf_formula.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// φ_1 … φ_{k+2} and ψ of BdfFormula, at the last accepted point.
///
/// Differences and not values: e is solved for itself, and ẏ = ω̇^P + α e then carries rounding
/// errors of size ε |e| / h and not ε |y| / h. In equations of index 2 and 3, where ẏ is divided by
/// h once more, this is what keeps the multipliers.
class BdfHistory {
 public:
  /// Room for n unknowns, and the line y + (t − t₀) ẏ seen through points h apart.
  void start(ConstVec y, ConstVec ydot, double h);

  /// The values in the columns, oldest first, h apart.
  void start(const Eigen::Ref<const Matrix>& values, double h);

  /// y = ω^P(t_{n+1}) and ẏ = ω̇^P(t_{n+1}).
  void predict(const BdfFormula& formula, Vec y, Vec ydot) const;

  /// The point y = ω^P + e becomes the last one.
  void accept(const BdfFormula& formula, ConstVec e);
  /// φ_i becomes zero where `kept` is zero: unknowns that have had too few points for it.
  void restrict(int i, ConstVec kept);
  /// A change of the last point itself, with all others left where they are.
  void shift(ConstVec change);

  /// The polynomial of degree `n_terms` − 1 through the last n_terms points, `since` the last one.
  void interpolate(double since, int n_terms, Vec y) const;

  ConstVec y() const { return difference(1); }
  /// φ_i, i = 1, 2, …
  ConstVec difference(int i) const { return {phi_.data() + (i - 1) * phi_.rows(), phi_.rows()}; }
  /// How many differences there are: two after the start, k + 2 after a step of order k.
  int n_differences() const { return n_differences_; }
  const BdfSpacing& spacing() const { return psi_; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.phi_, self.psi_, self.n_differences_);
  }

 private:
  Matrix phi_;
  BdfSpacing psi_{};
  int n_differences_ = 0;
};

}  // namespace pleuel
