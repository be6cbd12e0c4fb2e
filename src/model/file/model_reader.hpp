// From the text of a model file to its description.
#pragma once

#include <string>

#include "pleuel/base/options.hpp"
#include "pleuel/model/description.hpp"
#include "pleuel/model/element_catalogue.hpp"

namespace pleuel {

/// Reads a model. `settings` override parameters by name; other names in them are left to others.
/// The elements point into `catalogue`, which must outlive them. Throws InvalidInput that states
/// all faults of the file, each as "file:line:column, /path: what is wrong, what is allowed, what
/// to do".
ModelDescription read_model(const std::string& file, const std::string& text, const ModelCatalogue& catalogue,
                            const Settings& settings = {});

ModelDescription read_model_file(const std::string& path, const ModelCatalogue& catalogue,
                                 const Settings& settings = {});

}  // namespace pleuel
