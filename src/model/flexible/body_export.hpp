// Writes flexible bodies of a model for other programs.
#pragma once

#include <string>
#include <vector>

#include "pleuel/model/built_description.hpp"

namespace pleuel {

enum class ExportFormat {
  matrix_market,  ///< M and K of all nodal unknowns, nodes and unknowns
  dmig,           ///< the same as cards
  sid             ///< standard input data of a reduced body in space; its nodes are the markers
};

/// The files of a body, by their names, and what the model would have in place of the body's own
/// data to read them again.
struct BodyExport {
  struct File {
    std::string name, text;
  };
  std::vector<File> files;
  /// "import": {…} and for SID also "markers": {…}: keys of a body as JSON, without the outer
  /// braces.
  std::string keys;
  /// Keys of the body that the import replaces.
  std::vector<std::string> replaced;
};

/// Throws InvalidInput for a body that does not exist, is rigid, inelastic, or has no such form.
BodyExport export_body(const BuiltDescription& model, const std::string& body, ExportFormat format);

}  // namespace pleuel
