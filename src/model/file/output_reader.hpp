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
///   "energy.total"   kinetic, potential, total     {"energy": "total"}
/// Without "parts", a marker outputs its position and a reaction all its parts.
void read_outputs(const SourceLocation& place, ValueReader& reader, const ModelNames& names,
                  ModelDescription& model);

/// The last parts of the names of a body's unknowns: "x", "y", "phi", "vx", …
std::vector<std::string> unknown_parts(int dimension);
std::vector<std::string> marker_parts(int dimension);
std::vector<std::string> reaction_parts(int dimension);

}  // namespace pleuel
