// Meshes from files of Gmsh.
#pragma once

#include <filesystem>
#include <string>

#include "pleuel/fem/mesh.hpp"

namespace pleuel::fem {

/// Reads the ASCII formats 2.2 and 4.1 of .msh files [GR09]. The elements of the highest dimension
/// make the mesh: triangles of 3 or 6 nodes (Gmsh's types 2 and 9), or without any of them lines of
/// 2 nodes (type 1) as beams. Lines (types 1 and 8) and points (15) beside triangles serve node
/// sets alone. Each physical group becomes a node set with its name, or "point 3", "curve 3",
/// "surface 3" where it has none; groups of one name are united. The mesh is checked (check_mesh).
/// Nodes and elements keep the file's numbers as tags. An element that stands in the file once for
/// each of its groups is taken once.
///
/// Throws InvalidInput that names the file, the line and the section: for binary files, other
/// versions, other element types, entries that are no numbers, unknown or repeated nodes, sections
/// that end too early, and files without nodes or elements.
Mesh read_gmsh(const std::filesystem::path& path);
/// The same for the text of a file; `name` stands in messages.
Mesh parse_gmsh(const std::string& text, const std::string& name);

}  // namespace pleuel::fem
