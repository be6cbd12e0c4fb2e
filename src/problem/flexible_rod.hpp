// The elastic rod of the flexible slider crank: Hermite beam elements in a floating frame.
#pragma once

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// How ∫ x ψ is computed over an element.
enum class ShapeIntegral {
  correct,   ///< x from the end of the rod
  published  ///< x from the end of the element, as in the program of 1995
};

/// Whether the rotary inertia of the sections is included.
enum class SectionInertia { included, neglected };

struct FlexibleRodData {
  int elements = 4;
  double length = 0.3;    ///< m
  double height = 0.008;  ///< m, of the square section
  double density = 7870;  ///< kg/m³
  double modulus = 2e11;  ///< N/m², for bending
  ShapeIntegral integral = ShapeIntegral::correct;
  SectionInertia sections = SectionInertia::included;
};

/// A linear Bernoulli–Euler beam of k cubic elements, clamped to its frame at x = 0 (tangent
/// frame). Unknowns are (w, w') of nodes 1 … k. A material point (x, y) moves to (x − y w', y + w).
/// With rotary inertia, A = height², I = height⁴/12,
///
///     M = ∫ ρA ψψᵀ + ρI ψ'ψ'ᵀ,   K = ∫ EI ψ''ψ''ᵀ
///     c2 = ∫ ρA ψ,   c21 = ∫ ρA xψ + ρI ψ',   J = ρA l³/3 + ρI l
///
/// is all that the floating frame needs; c1, c12 and B of the planar frame vanish, because the axis
/// does not stretch. Check: the rigid rotation w = x has c21ᵀw = J, including the slope of the
/// clamped node. SectionInertia::neglected omits all terms with ρI. With ShapeIntegral::published,
/// c21 lacks x₀∫ψ in each element that starts at x₀, and c21ᵀw is 0.2 J.
///
/// Forces are computed from the deformation of each element of length L, between nodes 1 and 2,
///
///     d = w₂ − w₁ − L (w₁' + w₂')/2,   e = w₂' − w₁'
///     force on 2: F = 12 EI/L³ d,      moments on 1, 2: ∓EI/L e − F L/2
///
/// instead of from the assembled K. The sum K q loses the common motion of neighbouring nodes to
/// rounding, and a fine mesh responds to such unbalanced forces with deflections of k³ε. The forces
/// of an element balance for any rounding of d and e.
struct FlexibleRod {
  explicit FlexibleRod(const FlexibleRodData& data);

  FixedMatrix M, K;  ///< one pattern
  Vector c2, c21;
  double mass = 0;
  double first_moment = 0;  ///< ∫ ρA x
  double inertia = 0;       ///< J

  /// out += scale K q.
  void add_forces(double scale, const double* q, double* out) const;
  /// ½ qᵀK q.
  double elastic_energy(const double* q) const;

  int size() const { return static_cast<int>(c2.size()); }
  int tip() const { return size() - 2; }  ///< index of w at the free end

 private:
  double element_ = 0;  // L
  double shear_ = 0;    // 12 EI/L³
  double bending_ = 0;  // EI/L

  template <class Visit>
  void for_each_deformation(const double* q, Visit visit) const;
};

}  // namespace pleuel
