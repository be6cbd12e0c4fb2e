// An integration method as the catalogue knows it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "pleuel/base/options.hpp"
#include "pleuel/integrator/integrator.hpp"

namespace pleuel {

struct Method {
  std::string name;    ///< what the user types
  std::string title;   ///< one line for lists
  std::string source;  ///< citation keys
  OptionSpecs options;
  /// Why a DAE cannot be taken; nothing if it can.
  std::function<std::optional<std::string>(const DaeInfo&)> refusal;
  /// The Dae must outlive the integrator. Throws InvalidInput for settings that make no sense.
  std::function<std::unique_ptr<Integrator>(Dae&, const StepSettings&, const OptionValues&)> make;
};

}  // namespace pleuel
