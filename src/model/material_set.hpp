// Parameters of a material, with where they come from.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/material/material_catalogue.hpp"

namespace pleuel {

/// A law with values for its parameters. As a file:
///
///     { "law": "norton", "title": "…", "provenance": "…", "caution": "…",
///       "parameters": { "E": "150 GPa", "nu": 0.3, … }, "options": { … } }
///
/// A number without unit is in SI units. `caution` says what a reader must know wherever the set is
/// shown.
struct MaterialSet {
  std::string name;
  std::string law;
  std::string title = {}, provenance = {}, caution = {};
  material::Parameters parameters = {};             ///< SI units
  std::map<std::string, std::string> written = {};  ///< the same as their author wrote them
  Settings options = {};                            ///< of the law
};

/// Those that travel inside the program.
const std::vector<MaterialSet>& material_sets();

/// The set of this name; or that of the file, where the name ends with ".json"; or, for the name of
/// a law, one without parameters. Throws InvalidInput with the nearest names or all faults of the
/// file.
MaterialSet material_set(const std::string& name);

/// `file` names the text in messages "file:line:column: …". Whether parameters fit the law is
/// checked when a material is made.
MaterialSet read_material_set(const std::string& file, const std::string& text);

/// The set with parameters and options of its law changed: "Z0" -> "300 MPa". Throws InvalidInput
/// with all faults.
MaterialSet with_settings(MaterialSet set, const Settings& settings);

/// "280 MPa", "2e-5 1/s", "0.3": a number, then a unit that measures what `unit` does; without one
/// the number is in `unit`. Throws InvalidInput.
double parse_quantity(const std::string& place, const std::string& unit, const std::string& text);

std::shared_ptr<const material::Material> make_material(const MaterialSet& set, material::StressState state);

}  // namespace pleuel
