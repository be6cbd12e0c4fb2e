// Plan for the derivatives of an author's equations, independent of the author's types.
#pragma once

#include <string>
#include <vector>

#include "pleuel/autodiff/dependency_scalar.hpp"
#include "pleuel/linalg/coloring.hpp"
#include "pleuel/mechanics/matrix_sinks.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Directions per evaluation with dual numbers; eight doubles fill the vector registers of current
/// processors.
inline constexpr int derivative_lanes = 8;

/// Evaluations in dual numbers, each for up to eight colours of columns, and the matrix entries
/// that they produce.
struct DerivativePlan {
  /// One entry of one matrix: derivative number `lane` of row `row`.
  struct Pick {
    int row;
    int lane;
    FixedMatrix MotionMatrices::*matrix;
    int slot;
  };
  Coloring coloring;            ///< columns (q, v, s)
  std::vector<Pick> picks;      ///< ordered by chunks of eight colours
  std::vector<int> first_pick;  ///< of each chunk, and the end
};

/// Number of rows, in the order kinematics, dynamics, internal, velocity, acceleration.
int n_derivative_rows(const SystemInfo& info);

/// Creates the plan from rows evaluated with dependency scalars, and sets the patterns of
/// `matrices`.
DerivativePlan derivative_plan(const SystemInfo& info, const std::vector<DependencyScalar>& rows,
                               MotionMatrices& matrices);

/// The pattern of rows that depend on some of n_columns inputs.
FixedMatrix dependency_pattern(const std::vector<DependencyScalar>& rows, int n_columns);
/// Inputs 0 … n − 1 with the values of sample_point.
std::vector<DependencyScalar> sample_inputs(int n);
/// Patterns do not depend on the point; this one avoids zeros, which would hide terms.
Vector sample_point(int n);

/// The pattern of the entries that `function` adds. Throws InvalidInput for entries outside the
/// matrix.
FixedMatrix checked_pattern(const SystemInfo& info, const char* function, int rows, int cols,
                            const RecordSink& record);
/// Position of each recorded entry in the pattern.
std::vector<RecordedEntry> recorded_slots(const FixedMatrix& pattern, const RecordSink& record);
/// Throws InvalidInput: `function` did not add the same entries in the same order.
[[noreturn]] void refuse_changed_entries(const SystemInfo& info, const char* function);

/// The functions that an author provides, see make_system.
struct GivenFunctions {
  bool constraint, states, kinematics;
};
/// Throws InvalidInput unless the given functions match the announcements of info().
void check_given(const SystemInfo& info, const GivenFunctions& given);

}  // namespace pleuel
