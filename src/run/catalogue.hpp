// Everything a user can name.
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

/// A method that this program could have been built with.
struct AbsentMethod {
  std::string name;
  std::string remedy;  ///< how to get it, as a sentence
};

/// The case itself cannot be built, whatever formulation and method are asked for.
class InvalidModel : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// The model files that were asked for, each read once. Threads may share it, but for `put`.
class ModelShelf {
 public:
  /// The problem that the model file at a path describes; throws InvalidInput with all its faults.
  using Reader = Problem (*)(const std::string& path);
  /// Without a reader it has only what was put there.
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

  /// The problem of this name, or, where the name is a path, that of the model file there.
  const Problem& problem(const std::string& name) const;
  /// In place of the problem, or the model file, of the same name. References to that one end.
  /// Copies of a catalogue share their models.
  void put(Problem problem);
  const Formulation& formulation(const std::string& name) const;
  const Method& method(const std::string& name) const;

 private:
  /// Throws InvalidModel where a model file names a formulation or a method that does not exist.
  void check(const Preferences& preferences) const;
};

}  // namespace pleuel
