// Reads the outputs of a model file.
#pragma once

#include "pleuel/model/description.hpp"
#include "pleuel/model/file/list_items.hpp"
#include "pleuel/model/file/model_names.hpp"

namespace pleuel {

/// Appends to model.outputs. A text is an abbreviation of an object:
///   "crank.phi"      an unknown of a body          {"unknown": "crank.phi"}
///   "rod.tip.x"      one part of a marker          {"marker": "rod.tip", "parts": ["x"]}
///   "jointB.fx"      one part of a reaction        {"reaction": "jointB", "parts": ["fx"]}
///   "gap", "gap.rate"  a measure, or its rate      {"measure": "gap", "parts": ["value", "rate"]}
///   "jointB.angle"   motion of a joint             {"joint": "jointB", "parts": ["angle"]}
///   "spring.force"   one part of a force           {"force": "spring", "parts": ["force"]}
///   "motor.torque"   one part of a driver          {"driver": "motor", "parts": ["torque"]}
///   "energy.total"   kinetic, potential, total     {"energy": "total"}
///                    of other outputs              {"name": "P", "formula": "motor.torque*w"}
/// Without "parts" a marker shows its position, a reaction all its components, a force or driver
/// its force or torque.
void read_outputs(const SourceLocation& place, ValueReader& reader, const ModelNames& names,
                  ModelDescription& model);

/// The last parts of the names of a body's unknowns: "x", "y", "phi", "vx", …
std::vector<std::string> unknown_parts(int dimension);
std::vector<std::string> marker_parts(int dimension);
std::vector<std::string> reaction_parts(int dimension);
/// Of rigid bodies, beside their unknowns.
std::vector<std::string> body_parts(int dimension);
/// Angle and displacement of a joint of this type; all if it is null.
std::vector<std::string> joint_parts(const ElementType* type);
/// All that a force or a driver may have.
std::vector<std::string> load_parts();

}  // namespace pleuel
