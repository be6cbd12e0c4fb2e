// A benchmark: equations, start, interval, reference digits.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Digits to compare the end of a run with. `y` holds q, v, a, λ one after the other; NaN where nothing is known.
struct Reference {
  Vector y;
  std::vector<int> scd_components;   ///< those that the source names for scd
  std::vector<int> main_components;  ///< those in `error`, the Euclidean error
  std::string source;
};

/// The norm of the pendulum paper's tables: sqrt(Δt Σᵢ ‖e(tᵢ)‖₂²) over tᵢ = i Δt.
struct TableNorm {
  double dt = 0;
  std::vector<int> components;
  std::function<void(double t, Vec y)> reference;  ///< q, v, a, λ at t
};

/// A problem with its options chosen.
struct Case {
  std::string name;
  std::shared_ptr<const MechanicalSystem> system;
  double t_begin = 0;
  double t_end = 1;
  Vector q0, v0, s0;  ///< made consistent before the run
  bool is_redundant =
      false;  ///< made with repeated constraints: redundant=minimum-norm unless the user says otherwise
  std::vector<std::string> outputs;  ///< unknowns shown first, by name
  std::vector<std::string> remarks;  ///< what the user should know of these settings
  /// Digits at t_end, if there are any for these options and this end time.
  std::function<std::optional<Reference>(double t_end)> reference;
  std::function<std::optional<TableNorm>(double t_end)> table_norm;
};

struct Problem {
  std::string name;
  std::string title;
  std::string source;  ///< key into docs/references.bib
  OptionSpecs options;
  std::function<Case(const OptionValues&)> build;
};

}  // namespace pleuel
