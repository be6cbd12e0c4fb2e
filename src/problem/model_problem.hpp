// A model file as a problem.
#pragma once

#include <string>

#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/problem/model_path.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// The problem that a model file describes; its options are the model's parameters, its preferences
/// the file's settings of the simulation. The file is opened here and nowhere else. Only its head
/// is read here: bodies, meshes and what else it names belong to a case, and so do their faults.
/// Throws InvalidInput where the file cannot be opened, is no JSON or its head has faults. The
/// kinds of elements that the file may name must outlive the problem and its cases.
Problem model_problem(const std::string& path, const ModelCatalogue& elements = standard_model_catalogue());

/// The same from the text of a file, under the name of the standard input. Files that it names are
/// looked for from the current directory.
Problem model_problem_from(const std::string& text,
                           const ModelCatalogue& elements = standard_model_catalogue());

/// One of the models that travel inside the program: models/NAME.json, under its name.
Problem shipped_model(const std::string& name);

}  // namespace pleuel
