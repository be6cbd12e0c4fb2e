// Coefficients of one step of the fixed-leading-coefficient BDF.
#pragma once

#include <array>

namespace pleuel {

inline constexpr int kLargestBdfOrder = 5;
/// The highest order of any method with a BdfHistory.
inline constexpr int kLargestMultistepOrder = 8;
/// Differences φ_1 … φ_{k+2} are stored, one more is estimated.
inline constexpr int kBdfDifferences = kLargestMultistepOrder + 3;

/// ψ_i = t_n − t_{n−i}, i = 1, 2, …, at index i − 1; signed like the direction of time.
using BdfSpacing = std::array<double, kBdfDifferences>;

/// Variable-step BDF with fixed leading coefficient [BCP96, 5.2; JS80].
///
/// ω^P of degree k interpolates y_n, …, y_{n−k}. ω^C of degree k agrees with it at the k equally
/// spaced points t_{n+1} − i h, i = 1 … k, and satisfies the equations at t_{n+1}. Their difference
/// vanishes at these points, so with e = y_{n+1} − ω^P(t_{n+1})
///
///     ẏ_{n+1} = ω̇^P(t_{n+1}) + α_s/h e,      α_s = 1 + 1/2 + … + 1/k,
///
/// and the leading coefficient depends on the order, not on earlier steps. With the modified
/// divided differences φ_i(n) = ψ_1(n) … ψ_{i−1}(n) [y_n, …, y_{n−i+1}] and
/// ψ_i(n+1) = t_{n+1} − t_{n+1−i},
///
///     β_1 = 1,   β_i = Π_{j<i} ψ_j(n+1) / ψ_j(n)
///     ω^P(t_{n+1}) = Σ_{i ≤ k+1} β_i φ_i
///     ω̇^P(t_{n+1}) = Σ_{i ≤ k+1} γ_i β_i φ_i,    γ_i = Σ_{j<i} 1/ψ_j(n+1)
///     φ_{k+2}(n+1) = e,    φ_i(n+1) = β_i φ_i(n) + φ_{i+1}(n+1).
///
/// The defect of the solution in ω^C is e (Σ_{j ≤ k+1} 1/ψ_j(n+1) − α_s/h) to leading order.
/// Multiplied by h it is the error that the step adds; for equal steps it is e/(k+1).
///
/// MEBDF (MebdfFormula) has the same predictor and history, and another leading coefficient.
struct BdfFormula {
  int order = 1;
  double h = 0;
  double leading = 0;         ///< α_s
  double alpha = 0;           ///< α_s/h
  double error_constant = 0;  ///< |error added by the step| / |e|
  BdfSpacing psi{};           ///< at t_{n+1}
  std::array<double, kBdfDifferences> beta{};
  std::array<double, kBdfDifferences> gamma{};

  /// The step of signed size h and order k from a point with this spacing. β has one more entry
  /// than the predictor uses.
  BdfFormula(int order, double h, const BdfSpacing& spacing);
  /// With another leading coefficient.
  BdfFormula(int order, double leading, double h, const BdfSpacing& spacing);

  /// E_j / |φ_{j+2}(n+1)|: the error of a step of order j at equal spacing h, estimated from the
  /// difference,
  ///
  ///     h^(j+1) j! / (ψ_1 … ψ_{j+1}),
  ///
  /// which is h^(j+1) y^(j+1)/(j+1) with the derivative from the divided difference.
  double equal_step_constant(int j) const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.order, self.h, self.leading, self.alpha, self.error_constant, self.psi, self.beta,
           self.gamma);
  }
};

/// The polynomial of degree k through y_n, …, y_{n−k} at t_n + `since`: Σ value_i φ_i, and its
/// derivative Σ slope_i φ_i.
struct BdfExtrapolation {
  int degree;
  std::array<double, kBdfDifferences> value{};
  std::array<double, kBdfDifferences> slope{};

  BdfExtrapolation(int degree, double since, const BdfSpacing& spacing);
};

/// α_s of order k.
double bdf_leading_coefficient(int order);

}  // namespace pleuel
