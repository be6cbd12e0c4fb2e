// A model file as a problem.
#pragma once

#include <string>

#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/problem/model_path.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// The problem described by a model file. Its options are the model's parameters, its preferences
/// the file's simulation settings. The file is opened only here, and only its head is read: bodies,
/// meshes and other files, and their faults, belong to a case. Throws InvalidInput if the file
/// cannot be opened, is not JSON or its head has faults. `elements` must outlive the problem and
/// its cases.
Problem model_problem(const std::string& path, const ModelCatalogue& elements = standard_model_catalogue());

/// The same from the text of a file on standard input. File names in it are relative to the current
/// directory.
Problem model_problem_from(const std::string& text,
                           const ModelCatalogue& elements = standard_model_catalogue());

/// One of the embedded models: models/NAME.json, under its name.
Problem shipped_model(const std::string& name);

}  // namespace pleuel
