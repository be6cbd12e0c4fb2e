// The factored saddle matrix of one configuration.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/mechanics/saddle_matrix.hpp"
#include "pleuel/mechanics/schur_factor.hpp"
#include "pleuel/mechanics/tree_factor.hpp"

namespace pleuel {

/// Factors and solves
///
///     [M Gᵀ; G 0] (x, y) = (b, c)
///
/// by the cheapest exact elimination that the structure allows: SchurFactor for small systems,
/// TreeFactor for large systems of small bodies, SaddleMatrix otherwise, and also where M or a
/// complement is not positive definite. The result is a function of M, G, b and c only: nothing is
/// reused from earlier configurations. No allocation after construction, except when SaddleMatrix
/// is first needed.
class AccelerationFactor {
 public:
  /// Whether M is the same at all times and positions.
  enum class Mass { varies, is_constant };

  /// For matrices with these patterns. `bodies`: the body of each column if it is known
  /// (BodyGraph); empty: found from the patterns.
  AccelerationFactor(const FixedMatrix& M, const FixedMatrix& G, const std::vector<int>& bodies = {},
                     Mass mass = Mass::varies);

  /// Returns the missing pivot if the matrix is singular; its column counts x first, then y.
  [[nodiscard]] std::optional<ZeroPivot> factor(const FixedMatrix& M, const FixedMatrix& G);
  /// x and y hold b and c on entry.
  void solve(double* x, double* y) {
    if (small_ && !is_general_)
      small_->solve(x, y);
    else
      solve_large(x, y);
  }
  void solve(Vec x, Vec y) { solve(x.data(), y.data()); }

  /// The factor of a small system, which may be filled directly, followed by factor_filled(); null
  /// if the system is not small.
  SchurFactor* small() { return small_.get(); }
  /// True if M must be filled too: a constant M only once.
  bool wants_mass() const { return !has_mass_; }
  /// True if the filled small matrix is factored. False: call factor() with M and G.
  [[nodiscard]] bool factor_filled() {
    is_general_ = !((has_mass_ || is_mass_factored()) && small_->factor_complement());
    return !is_general_;
  }
  bool has_tree() const { return tree_ != nullptr; }
  /// Number of factorisations that needed SaddleMatrix.
  long n_general() const { return n_general_; }

 private:
  bool is_mass_factored() {
    const bool is_factored = small_->factor_mass();
    has_mass_ = is_factored && mass_ == Mass::is_constant;
    return is_factored;
  }

  void solve_large(double* x, double* y);

  int n_v_, n_g_;
  Mass mass_;
  bool has_mass_ = false;  // a constant M is factored
  std::unique_ptr<SchurFactor> small_;
  std::unique_ptr<TreeFactor> tree_;
  std::unique_ptr<SaddleMatrix> general_;
  bool is_general_ = false;  // the last factorisation
  long n_general_ = 0;
};

}  // namespace pleuel
