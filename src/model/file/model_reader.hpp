// Reads the text of a model file into a description.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/model/description.hpp"
#include "pleuel/model/element_catalogue.hpp"

namespace pleuel {

/// Title, parameters and simulation settings of a model file: no bodies, no meshes.
struct ModelHead {
  std::string name, title;
  std::vector<ParameterDescription> parameters;
  SimulationDescription simulation;
};

struct JsonValue;
class NamedFiles;

/// The parsed text of a model file, and the files that it names, each opened once: all reads give
/// the same model. Threads may share it. Elements refer to the catalogue, which must outlive them.
class ModelFile {
 public:
  /// `path` is used in messages and to find the files that the model names. Throws InvalidInput if
  /// the text is not JSON.
  ModelFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  /// Opens no other file, unless the head has faults: then the rest is read too, and InvalidInput
  /// states all faults of the file.
  ModelHead head(const ModelCatalogue& catalogue) const;
  /// The whole model: opens the files that it names, unless they were read before. Elastic bodies
  /// are built only where the file has faults, so that InvalidInput states all of them; else see
  /// build_bodies(). `settings` override parameters by name.
  ModelDescription read(const ModelCatalogue& catalogue, const Settings& settings = {}) const;

 private:
  std::string path_;
  std::shared_ptr<const std::string> text_;  // what root_ refers to
  std::shared_ptr<const JsonValue> root_;
  std::shared_ptr<NamedFiles> named_;
};

/// Reads a model. `settings` override parameters by name; other names in them are ignored. The
/// elements refer to `catalogue`, which must outlive them. Throws InvalidInput with all faults of
/// the file, each as "file:line:column, /path: what is wrong, what is allowed, what to do".
ModelDescription read_model(const std::string& file, const std::string& text, const ModelCatalogue& catalogue,
                            const Settings& settings = {});

ModelDescription read_model_file(const std::string& path, const ModelCatalogue& catalogue,
                                 const Settings& settings = {});

}  // namespace pleuel
