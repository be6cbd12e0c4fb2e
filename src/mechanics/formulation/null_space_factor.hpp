// The Newton matrix of a mechanical formulation for one shift, factored in the null space of the
// constraints.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "pleuel/dae/newton_matrix.hpp"
#include "pleuel/mechanics/formulation/null_space_plan.hpp"
#include "pleuel/mechanics/formulation/row_layout.hpp"
#include "pleuel/mechanics/formulation/shifted_blocks.hpp"

namespace pleuel {

/// Solves (α E − J) x = rhs for one real or complex α by the elimination of NullSpacePlan. A
/// particular motion satisfies all rows except the dynamics; the response to z satisfies these.
template <class Scalar>
class NullSpaceFactor {
 public:
  NullSpaceFactor(const NullSpacePlan& plan, const RowLayout& layout, const FormulationRows& rows);

  [[nodiscard]] std::optional<SingularMatrix> factor(Scalar alpha);
  /// rhs and x in the order of RowLayout.
  void solve(Split rhs, Split x);

  int size() const { return lu_.size(); }
  bool is_reentrant() const { return true; }
  /// Pivots are chosen for each matrix.
  void forget() {}
  bool is_iterative() const { return false; }
  void allow_error(double /*relative*/) {}
  IterativeSolves iterative_solves() const { return {}; }

 private:
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  static constexpr int n_parts = is_complex ? 2 : 1;
  /// Real and imaginary part.
  using Columns = std::array<RowBlock, 2>;
  struct SplitVector {
    std::array<std::vector<double>, 2> part;
    double* operator[](int p) { return part[p].data(); }
  };
  /// The right-hand sides of a solve, real and imaginary part.
  using Rows = std::array<const double*, 2>;

  Columns columns_like(const NullSpacePlan::Response& response) const;
  SplitVector vector_of(int n) const;
  void evaluate(const NullSpacePlan::Response& response, Columns& out) const;
  [[nodiscard]] std::optional<SingularMatrix> add_states();
  void find_reduced();

  void find_coordinates(const Rows& rhs);
  void find_velocities(const Rows& rhs);
  void find_accelerations(const Rows& rhs);
  void find_states(const Rows& rhs);
  void find_forces(const Rows& rhs);
  /// level_[p] := −rhs of a block of constraint rows.
  void take_level(const Rows& rhs, int block);
  /// y += c x, and y += scale · C z with the solution z of the reduced system.
  void add_multiple(Scalar c, SplitVector& x, int n, SplitVector& y) const;
  void add_response(double scale, const Columns& columns, SplitVector& y) const;

  const NullSpacePlan& plan_;
  const RowLayout& layout_;
  const FormulationRows& rows_;
  const SystemInfo& info_;
  Scalar alpha_{}, w_{};  // w = 1/α
  DenseLu<Scalar> lu_;
  Columns q_, v_, a_, eta_, forces_, s_;  // responses at this shift
  Columns of_s_;                          // work space
  FixedMatrix T_pattern_;
  std::vector<Scalar> T_, block_;  // (α I − σ_s)⁻¹, and work space
  SplitVector dq_, dv_, da_, ds_, deta_, force_, level_, correction_, work_q_, work_v_, rates_, nu_;
};

extern template class NullSpaceFactor<double>;
extern template class NullSpaceFactor<Complex>;

}  // namespace pleuel
