// The history of a multistep method as modified divided differences.
#pragma once

#include "pleuel/integrator/bdf/bdf_formula.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// φ_1 … φ_{k+2} and ψ of BdfFormula, at the last accepted point.
///
/// Differences are stored instead of values. The step solves for e, and ẏ = ω̇^P + α e then has
/// rounding errors of size ε |e| / h instead of ε |y| / h. This keeps the multipliers accurate in
/// equations of index 2 and 3, where ẏ is divided by h again.
class BdfHistory {
 public:
  /// Allocates for n unknowns and steps up to the highest order, and starts with the line
  /// y + (t − t₀) ẏ sampled at distance h.
  void start(ConstVec y, ConstVec ydot, double h, int highest_order = kLargestMultistepOrder);

  /// Starts again with the values in the columns, oldest first, at distance h.
  void start(const Eigen::Ref<const Matrix>& values, double h);

  /// y = ω^P(t_{n+1}) and ẏ = ω̇^P(t_{n+1}).
  void predict(const BdfFormula& formula, Vec y, Vec ydot) const;
  /// The same at another time.
  void predict(const BdfExtrapolation& at, Vec y, Vec ydot) const;

  /// Accepts y = ω^P + e as the new last point.
  void accept(const BdfFormula& formula, ConstVec e);
  /// Sets φ_i to zero where `kept` is zero: unknowns with too few points for it.
  void restrict(int i, ConstVec kept);
  /// Changes the last point and keeps all others.
  void shift(ConstVec change);

  /// The polynomial of degree `n_terms` − 1 through the last n_terms points, at the time `since`
  /// after the last one.
  void interpolate(double since, int n_terms, Vec y) const;

  ConstVec y() const { return difference(1); }
  /// φ_i, i = 1, 2, …
  ConstVec difference(int i) const { return {phi_.data() + (i - 1) * phi_.rows(), phi_.rows()}; }
  /// Number of differences: two after the start, k + 2 after a step of order k.
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
