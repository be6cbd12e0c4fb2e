// Reads Gmsh meshes.
#pragma once

#include <filesystem>
#include <string>

#include "pleuel/fem/mesh.hpp"

namespace pleuel::fem {

/// Reads the ASCII formats 2.2 and 4.1 of .msh files [GR09]. The elements of the highest dimension
/// form the mesh: tetrahedra with 4 or 10 nodes (Gmsh types 4 and 11), else triangles with 3 or 6
/// nodes (types 2 and 9), else lines with 2 nodes (type 1) as beams. Elements of lower dimension,
/// also lines with 3 nodes (type 8) and points (15), only define node sets. Each physical group
/// becomes a node set with its name, or "point 3", "curve 3", "surface 3" if it has none; groups
/// with the same name are united. The mesh is checked (check_mesh). Nodes and elements keep the
/// numbers of the file as tags. An element that is listed once per group is read once.
///
/// Throws InvalidInput with file, line and section for binary files, other versions, other element
/// types, invalid numbers, unknown or repeated nodes, incomplete sections, and files without nodes
/// or elements.
Mesh read_gmsh(const std::filesystem::path& path);
/// The same for the text of a file; messages contain `name`.
Mesh parse_gmsh(const std::string& text, const std::string& name);

}  // namespace pleuel::fem
