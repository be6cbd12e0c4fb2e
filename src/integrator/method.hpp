// An integration method as the catalogue knows it.
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

/// What choices and studies ask for; nobody compares names.
struct MethodTraits {
  enum class Kind { stiff, non_stiff };
  std::string family = {};  ///< methods of one family err alike
  int order = 1;            ///< the highest
  Kind kind = Kind::stiff;
  int rank = 100;          ///< where the user leaves it open, the lowest is chosen, and tried first
  std::string merit = {};  ///< why it is chosen, as a clause
  bool can_be_saved = true;
};

/// A setting of the run or of the formulation that a method does not use, and why, as a clause.
struct IgnoredSetting {
  std::string name;
  std::string reason;
};

/// Most methods see a Dae and give `make`. A method whose definition speaks of q, v, a and λ gives
/// `make_mechanical` in its place: it takes the system itself, brings its own equations, and its y
/// is (q, v, a, λ, s).
struct Method {
  std::string name;    ///< what the user types
  std::string title;   ///< one line for lists
  std::string source;  ///< citation keys
  OptionSpecs options;
  MethodTraits traits = {};
  /// Why a DAE cannot be taken; nothing if it can.
  std::function<std::optional<std::string>(const DaeInfo&)> refusal;
  /// Why errors may exceed the tolerance by far although each step passes its test; nothing where
  /// they do not.
  std::function<std::optional<std::string>(const DaeInfo&)> doubt = {};
  /// The Dae must outlive the integrator. Throws InvalidInput for settings that make no sense.
  std::function<std::unique_ptr<Integrator>(Dae&, const StepSettings&, const OptionValues&)> make;
  /// Throws InvalidInput for settings that make no sense.
  std::function<std::unique_ptr<Integrator>(std::shared_ptr<const MechanicalSystem>, const StepSettings&,
                                            const OptionValues&)>
      make_mechanical = {};
  /// The name of the equations that `make_mechanical` brings, shown where others show the
  /// formulation.
  std::function<std::string(const OptionValues&)> equations = {};

  /// Settings that have no effect with these options: who gives them is refused.
  std::function<std::vector<IgnoredSetting>(const OptionValues&)> ignored = {};

  bool is_mechanical() const { return static_cast<bool>(make_mechanical); }
};

/// The doubt of methods that scale the errors of v, a and λ by powers of h, on equations of index
/// 3.
inline std::optional<std::string> doubt_at_index_3(const DaeInfo& dae) {
  if (dae.constraint_level < 2) return {};
  return "at index 3 the errors of v and lambda are larger than those of q by powers of 1/h, and no error "
         "test "
         "holds them at the tolerance";
}

/// The doubt of methods of order 2.
inline std::optional<std::string> doubt_of_order_2(const DaeInfo&) {
  return "of order 2, it takes the more steps the tighter the tolerance is, and their errors add up "
         "beyond it";
}

}  // namespace pleuel
