// Threads and memory of a run, estimated from counts before it starts.
#pragma once

#include "pleuel/run/faults.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// The threads of a run: the setting `threads`, or chosen if it is 0. Only counts decide, never a
/// clock: one thread if one evaluation and solution of the equations takes fewer than
/// `least_threaded_operations`, otherwise all cores, at most `most_chosen_threads`.
int threads_of(const RunPlan& plan);

inline constexpr double least_threaded_operations = 4e6;
inline constexpr int most_chosen_threads = 8;

/// Memory that a run takes in bytes, estimated from its numbers of unknowns and deformations.
double estimated_memory(const RunPlan& plan);

/// Appends a fault if the estimate exceeds the available memory, unless the setting `memory` is
/// ignore.
void check_memory(const RunPlan& plan, Faults& faults);

}  // namespace pleuel
