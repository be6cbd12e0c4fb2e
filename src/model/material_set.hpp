// Material parameters with their provenance.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/material/material_catalogue.hpp"

namespace pleuel {

/// A material law with parameter values. File format:
///
///     { "law": "norton", "title": "…", "provenance": "…", "caution": "…",
///       "parameters": { "E": "150 GPa", "nu": 0.3, … }, "options": { … } }
///
/// Numbers without a unit are in SI units. `caution` is a warning that is shown wherever the set is
/// shown.
struct MaterialSet {
  std::string name;
  std::string law;
  std::string title = {}, provenance = {}, caution = {};
  material::Parameters parameters = {};             ///< SI units
  std::map<std::string, std::string> written = {};  ///< the same as written in the file
  Settings options = {};                            ///< options of the law
};

/// The sets built into the program.
const std::vector<MaterialSet>& material_sets();

/// The set with this name, or that of the file if the name ends with ".json". For the name of a
/// law, a set without parameters. Throws InvalidInput with the nearest names or all faults of the
/// file.
MaterialSet material_set(const std::string& name);

/// `file` names the text in messages "file:line:column: …". The parameters are checked against the
/// law when a material is created.
MaterialSet read_material_set(const std::string& file, const std::string& text);

/// The set with changed parameters and options: "Z0" -> "300 MPa". Throws InvalidInput with all
/// faults.
MaterialSet with_settings(MaterialSet set, const Settings& settings);

/// "280 MPa", "2e-5 1/s", "0.3": a number with an optional unit of the same dimension as `unit`;
/// without one the number is in `unit`. Throws InvalidInput.
double parse_quantity(const std::string& place, const std::string& unit, const std::string& text);

std::shared_ptr<const material::Material> make_material(const MaterialSet& set, material::StressState state);

}  // namespace pleuel
