// A projector that annihilates the constraint forces, and the multipliers that best balance a
// force.
#pragma once

#include <memory>

#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/mechanics/coordinate_splitting.hpp"

namespace pleuel {

/// P with P Gᵀ = 0, and s(r) with P (r + Gᵀs) = P r, for G with few rows [YPR98, 3.1]:
///
///     lu   P = Xᵀ − ((GY)⁻¹GX)ᵀ Yᵀ,   s = −(GY)⁻ᵀ Yᵀr     so that Yᵀ(r + Gᵀs) = 0
///     qr   Gᵀ = Q₁R, P = Q₂ᵀ,          s = −R⁻¹ Q₁ᵀ r       so that G (r + Gᵀs) = 0
///
/// [YPR98, Definition 3.1 and Remark 3.2]. P belongs to the point of the last `choose`; s can be
/// computed at any point. P (r + Gᵀs) with the current s vanishes exactly if P r with the current P
/// does, and its rows keep their meaning.
class Annihilator {
 public:
  enum class Kind { lu, qr };
  Annihilator(Kind kind, int n_constraints, int n_columns);

  /// P at G. No allocation.
  void choose(const FixedMatrix& G);
  /// s(r) at G. No allocation.
  void balance(const FixedMatrix& G, ConstVec r, Vec s);
  /// px = P x.
  void project(const double* x, double* px) const;

  int rows() const { return n_columns_ - n_constraints_; }

 private:
  void factor(const FixedMatrix& G);

  Kind kind_;
  int n_constraints_, n_columns_;
  CoordinateSplitting splitting_;
  DenseLu<double> dependent_;  // (GY)ᵀ
  HouseholderQr qr_;
  Matrix gradients_, Q_;
  Vector product_;
};

}  // namespace pleuel
