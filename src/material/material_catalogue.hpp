// The material laws by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/material/material_law.hpp"

namespace pleuel::material {

/// All built-in laws; one file each.
const std::vector<MaterialLaw>& laws();
/// The law with this name in a catalogue. Throws InvalidInput with the nearest names.
const MaterialLaw& law(const std::string& name, const std::vector<MaterialLaw>& catalogue = laws());

struct MaterialRequest {
  std::string law;
  Parameters parameters;  ///< SI units
  StressState state = StressState::plane_stress;
  Settings options = {};  ///< of the law, as typed
  /// The source of the parameters in messages: "set 'SS316-S-600C'".
  std::string place = "law";
};

/// The material of a law in a catalogue. Throws InvalidInput with all faults: missing, unknown or
/// invalid parameters, and options that are unknown or not available in this stress state.
std::shared_ptr<const Material> make_material(const MaterialRequest& request,
                                              const std::vector<MaterialLaw>& catalogue = laws());

/// The stress state with this name, "plane-stress". Throws InvalidInput with the nearest names.
StressState stress_state(const std::string& name);

}  // namespace pleuel::material
