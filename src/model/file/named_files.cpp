#include "pleuel/model/file/named_files.hpp"

#include "pleuel/fem/gmsh.hpp"

namespace pleuel {

bool NamedFiles::holds(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  return texts_.contains(path);
}

const NamedFiles::Text& NamedFiles::text(const std::string& path, const InputKind& kind) {
  const std::lock_guard lock(mutex_);
  return read(path, kind);
}

const fem::Mesh& NamedFiles::mesh(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto known = meshes_.find(path);
  if (known != meshes_.end()) return known->second;
  return meshes_.emplace(path, fem::parse_gmsh(read(path, mesh_file).bytes, path)).first->second;
}

const NamedFiles::Text& NamedFiles::read(const std::string& path, const InputKind& kind) {
  const auto known = texts_.find(path);
  if (known != texts_.end()) return known->second;
  Text text{read_input_file(path, kind), {path}};
  text.source.hash = content_hash(text.bytes);
  return texts_.emplace(path, std::move(text)).first->second;
}

}  // namespace pleuel
