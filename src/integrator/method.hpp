// An integration method as a catalogue entry.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/integrator/integrator.hpp"

namespace pleuel {

class MechanicalSystem;

/// Properties used to choose defaults and in studies. Code never compares names.
struct MethodTraits {
  enum class Kind { stiff, non_stiff };
  std::string family = {};  ///< methods of one family have similar errors
  int order = 1;            ///< the highest order
  Kind kind = Kind::stiff;
  int rank = 100;  ///< the lowest rank is the default and is tried first
  /// Position among the methods of its kind that the automatic choice tries (docs/choice.md); 0:
  /// not tried.
  int trial = 0;
  std::string merit = {};  ///< why it is chosen, as a clause
  /// False: no checkpoints, because the method keeps its state to itself.
  bool can_be_saved = true;
  /// About the number of steps that one Jacobian serves; marks of runs with checkpoints depend on
  /// it (run_checkpoints.hpp).
  int steps_per_jacobian = 1;
};

/// A setting of the run or of the formulation that a method ignores, and the reason as a clause.
struct IgnoredSetting {
  std::string name;
  std::string reason;
};

/// Most methods integrate a Dae and provide `make`. A method that is defined for q, v, a and λ
/// provides `make_mechanical` instead: it takes the system, has its own equations, and its y is (q,
/// v, a, λ, s).
struct Method {
  std::string name;    ///< name that the user types
  std::string title;   ///< one line for lists
  std::string source;  ///< citation keys
  OptionSpecs options;
  MethodTraits traits = {};
  /// Reason why a DAE is not supported; empty if it is supported.
  std::function<std::optional<std::string>(const DaeInfo&)> refusal;
  /// Reason why errors may exceed the tolerance by far although each step passes its test; empty if
  /// they do not.
  std::function<std::optional<std::string>(const DaeInfo&)> doubt = {};
  /// The Dae must outlive the integrator. Throws InvalidInput for invalid settings.
  std::function<std::unique_ptr<Integrator>(Dae&, const StepSettings&, const OptionValues&)> make;
  /// Throws InvalidInput for invalid settings.
  std::function<std::unique_ptr<Integrator>(std::shared_ptr<const MechanicalSystem>, const StepSettings&,
                                            const OptionValues&)>
      make_mechanical = {};
  /// Name of the equations of `make_mechanical`, reported instead of a formulation.
  std::function<std::string(const OptionValues&)> equations = {};

  /// Settings without effect under these options; a user who gives them gets an error.
  std::function<std::vector<IgnoredSetting>(const OptionValues&)> ignored = {};

  bool is_mechanical() const { return static_cast<bool>(make_mechanical); }
};

/// The doubt for methods that scale the errors of v, a and λ by powers of h, on equations of index
/// 3.
inline std::optional<std::string> doubt_at_index_3(const DaeInfo& dae) {
  if (dae.constraint_level < 2) return {};
  return "at index 3 the errors of v and lambda are larger than those of q by powers of 1/h, and no error "
         "test "
         "holds them at the tolerance";
}

/// The doubt for methods of order 2.
inline std::optional<std::string> doubt_of_order_2(const DaeInfo&) {
  return "of order 2, it needs many steps for a tight tolerance, and their errors add up beyond it";
}

}  // namespace pleuel
