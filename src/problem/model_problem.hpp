// A model file as a problem.
#pragma once

#include <string>

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// True for what can only be a file: a path with a slash, or a name that ends in ".json".
bool is_model_path(const std::string& name);

/// The problem that a model file describes; its options are the model's parameters, its preferences the file's settings of the simulation. The
/// file is read here, and again for other parameters. Throws InvalidInput with all faults of the file.
Problem model_problem(const std::string& path);

/// One of the models that travel inside the program: models/NAME.json, under its name.
Problem shipped_model(const std::string& name);

}  // namespace pleuel
