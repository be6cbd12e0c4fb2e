// Distance of the constraints from linear dependence.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/mechanics/saddle_matrix.hpp"
#include "pleuel/mechanics/schur_factor.hpp"
#include "pleuel/mechanics/tree_rank.hpp"

namespace pleuel {

/// σ is the smallest singular value of D G M^(−1/2), where D scales the rows to length one at most.
/// It is about the sine of the smallest angle between a constraint and the others, and
/// dimensionless. It vanishes in singular configurations. D uses the largest length each row has
/// had so far, so that a vanishing row is also detected.
///
/// σ² is the smallest eigenvalue of S = D G M⁻¹Gᵀ D. It is followed from configuration to
/// configuration by inverse iteration with three vectors and the Rayleigh–Ritz method. S⁻¹ is
/// applied with the saddle matrix, so M may be singular. Two vectors follow the smallest values. A
/// small perturbation is added each time, because symmetry can hold a vector in another mode. Half
/// of the third vector is new each time: it finds modes that do not mix with those followed, such
/// as modes in and out of the plane of a flat mechanism. Up to six constraints use one vector each,
/// and one iteration is exact; away from singular configurations their S⁻¹ comes from SchurFactor
/// and its largest eigenvalue from powers of S⁻¹, which costs less. D uses only the
/// diagonal of M, which changes σ by a bounded factor and keeps its zeros.
///
/// Only the constructor allocates.
class ConstraintSine {
 public:
  explicit ConstraintSine(const MechanicalSystem& system);

  /// σ at (t, q) by `iterations` inverse iterations from the last result, or up to four if the mode
  /// changes. 0 if the saddle matrix is singular.
  double at(double t, ConstVec q, int iterations = 2);
  /// σ by further iterations at the point of the last `at`.
  double more(int iterations);
  bool is_exact() const { return is_exact_; }
  /// True if bodies are joined like a tree; then `tree_sine` is defined.
  bool is_tree() const { return tree_.has_value(); }
  /// TreeRank::smallest_sine at (t, q): as long as it does not vanish, σ does not. Nothing is
  /// factored.
  double tree_sine(double t, ConstVec q);
  /// Approximate lower bound of σ for combinations that are not followed: the value of the third
  /// vector.
  double others() const { return others_; }
  /// W of the last call, of length one: the combination of constraints, with rows scaled by D, that
  /// is nearest to vanishing.
  ConstVec direction() const { return column(vectors_, 0); }
  /// Wᵀ D x for constraint values x, with the scaling of the last call.
  double along(ConstVec x) const;

  /// A bound of ‖D ΔG M^(−1/2)‖, where ΔG is the change of G since the last call of this function
  /// (0 at the first call). σ cannot have changed by more. It is sqrt(‖·‖₁ ‖·‖∞) with the diagonal
  /// of M.
  double change();

  /// Solves [M Gᵀ; G 0] (a, λ) = (f, −γ) at `at`, whose a and λ are not read. Returns false if the
  /// matrix is singular.
  bool accelerations(const Motion& at, Vec a, Vec lambda);
  /// sqrt(xᵀ M x) with the mass matrix of the last `at` or `accelerations`.
  double norm(ConstVec x);
  /// q̇ = H v.
  void rates(const Motion& at, Vec qdot);
  /// g.
  void positions(double t, ConstVec q, Vec g);

  const MechanicalSystem& system() const { return system_; }

  /// Discards the choice of pivots.
  void forget_matrices() { saddle_.forget(); }
  /// All that later results depend on, after forget_matrices().
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.row_length_, self.marked_, self.has_mark_, self.vectors_, self.others_);
  }

 private:
  bool factor(double t, ConstVec q);
  void scale();
  double ritz();
  double regular();

  const MechanicalSystem& system_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  SaddleMatrix saddle_;
  std::optional<TreeRank> tree_;
  std::unique_ptr<SchurFactor> small_;  // if σ is exact and the system is small
  Vector row_length_;                   // 1/D
  Vector diagonal_;                     // of M
  Vector row_sum_;
  std::vector<double> marked_;  // G at the last call of change()
  bool has_mark_ = false;
  bool is_exact_ = false;  // the vectors span all combinations
  Matrix vectors_, images_;
  double others_ = 1;
  Vector top_, bottom_, first_, product_, zero_v_, zero_g_;
};

/// Names of the constraints in W, largest share first: "'left1, x', 'right1, x'".
std::string names_of(const SystemInfo& info, ConstVec direction);

}  // namespace pleuel
