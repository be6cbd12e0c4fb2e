// Where the derivatives of an author's equations go: what does not depend on the author's types.
#pragma once

#include <string>
#include <vector>

#include "pleuel/autodiff/dependency_scalar.hpp"
#include "pleuel/linalg/coloring.hpp"
#include "pleuel/mechanics/matrix_sinks.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Directions that one evaluation differentiates in; eight doubles fill the vector registers of
/// today's processors.
inline constexpr int derivative_lanes = 8;

/// Evaluations in dual numbers, each in up to eight colours of columns, and the entries of matrices
/// that they give.
struct DerivativePlan {
  /// One entry of one matrix: derivative number `lane` of row `row`.
  struct Pick {
    int row;
    int lane;
    FixedMatrix MotionMatrices::*matrix;
    int slot;
  };
  Coloring coloring;            ///< columns (q, v, s)
  std::vector<Pick> picks;      ///< in the order of chunks of eight colours
  std::vector<int> first_pick;  ///< of each chunk, and the end
};

/// Rows one after the other: kinematics, dynamics, internal, velocity, acceleration.
int n_derivative_rows(const SystemInfo& info);

/// From rows evaluated in numbers that remember what they depend on; gives `matrices` their
/// patterns.
DerivativePlan derivative_plan(const SystemInfo& info, const std::vector<DependencyScalar>& rows,
                               MotionMatrices& matrices);

/// The pattern of rows that depend on some of n_columns inputs.
FixedMatrix dependency_pattern(const std::vector<DependencyScalar>& rows, int n_columns);
/// Inputs 0 … n − 1 with the values of sample_point.
std::vector<DependencyScalar> sample_inputs(int n);
/// Patterns do not depend on the point; this one avoids zeros, where terms would vanish from sight.
Vector sample_point(int n);

/// The pattern of what `function` adds; throws InvalidInput for an entry outside of the matrix.
FixedMatrix checked_pattern(const SystemInfo& info, const char* function, int rows, int cols,
                            const RecordSink& record);
/// Where each recorded entry stands in the pattern.
std::vector<RecordedEntry> recorded_slots(const FixedMatrix& pattern, const RecordSink& record);
/// Throws InvalidInput: `function` did not add the same entries in the same order.
[[noreturn]] void refuse_changed_entries(const SystemInfo& info, const char* function);

/// Functions that an author gave, see make_system.
struct GivenFunctions {
  bool constraint, states, kinematics;
};
/// What info() announces must be there, and the other way round; throws InvalidInput.
void check_given(const SystemInfo& info, const GivenFunctions& given);

}  // namespace pleuel
