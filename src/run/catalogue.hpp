// Everything a user can refer to by name.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/method.hpp"
#include "pleuel/mechanics/formulation/formulation.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// A method that this program was built without.
struct AbsentMethod {
  std::string name;
  std::string remedy;  ///< how to get it, as a sentence
};

/// Thrown if a case cannot be built with any formulation and method.
class InvalidModel : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// Model files, each read once. Threads may share it, except for `put`.
class ModelShelf {
 public:
  /// Reads the problem in the model file at a path; throws InvalidInput with all faults.
  using Reader = Problem (*)(const std::string& path);
  /// Without a reader it contains only what was put there.
  explicit ModelShelf(Reader read = nullptr) : read_(read) {}
  ModelShelf(const ModelShelf& other);

  /// Throws InvalidModel with all faults of the file.
  const Problem& problem(const std::string& path);
  void put(Problem problem);

 private:
  Reader read_;
  mutable std::mutex mutex_;
  std::map<std::string, Problem> problems_;
};

/// Problems, formulations and methods by name. A lookup throws InvalidInput with the nearest names.
struct Catalogue {
  std::vector<Problem> problems;
  std::vector<Formulation> formulations;
  std::vector<Method> methods;
  std::vector<AbsentMethod> absent_methods = {};
  std::shared_ptr<ModelShelf> models = std::make_shared<ModelShelf>();

  /// The problem with this name, or, if the name is a path, that of the model file.
  const Problem& problem(const std::string& name) const;
  /// Adds or replaces the problem or model file with the same name; references to the old one
  /// become invalid. Copies of a catalogue share their models.
  void put(Problem problem);
  const Formulation& formulation(const std::string& name) const;
  const Method& method(const std::string& name) const;

 private:
  /// Throws InvalidModel if a model file names an unknown formulation or method.
  void check(const Preferences& preferences) const;
};

}  // namespace pleuel
