// The files that a model names.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "pleuel/base/input_file.hpp"
#include "pleuel/fem/mesh.hpp"

namespace pleuel {

/// Opens each file at most once, when it is first requested, and keeps its contents: all cases of a
/// model are built from the same bytes, even if a file changes meanwhile. Threads may share it.
class NamedFiles {
 public:
  struct Text {
    std::string bytes;
    SourceFile source;
  };

  /// True if the file was read already: it need not exist any more.
  bool holds(const std::string& path) const;
  /// Throws UnreadableFile; the next request then tries again.
  const Text& text(const std::string& path, const InputKind& kind);
  /// A mesh of Gmsh, parsed once. Throws UnreadableFile and, for a bad mesh, InvalidInput.
  const fem::Mesh& mesh(const std::string& path);

 private:
  const Text& read(const std::string& path, const InputKind& kind);

  mutable std::mutex mutex_;  // for both lists; their entries never change
  std::map<std::string, Text> texts_;
  std::map<std::string, fem::Mesh> meshes_;
};

}  // namespace pleuel
