// Node coordinates, and which unknown each row of a matrix belongs to.
#pragma once

#include <Eigen/Core>
#include <map>
#include <string>
#include <vector>

#include "pleuel/fem/nodal_body.hpp"

namespace pleuel::fem {

/// Nodes with their numbers, in the order of the file.
struct NodeTable {
  struct Node {
    long long number;
    Eigen::Vector3d x;
    int line;
  };
  std::string path;
  std::vector<Node> nodes;
};

/// Reads number, x, y (, z) per line, separated by commas, semicolons or blanks. Lines with # are
/// comments; a first line of names is skipped. Of a deck of CalculiX or Abaqus, a file with a line
/// *NODE, the lines below *NODE are read. In the plane z may be missing, or 0.
///
/// Throws InvalidInput with file and line for nodes that are given twice and values that are no
/// finite numbers.
NodeTable parse_node_table(const std::string& text, const std::string& path, int dimension);

/// Node and degree of freedom of each row of a matrix.
struct UnknownTable {
  struct Row {
    long long node;
    NodalDof which;
    int line;
  };
  std::string path;
  std::vector<Row> rows;
};

/// Reads a row per line: "17.2" (CalculiX), "17 2", "17,uy", or with the number of the row before
/// it, as "50 17 UY" in a mapping file of Ansys. Degrees of freedom are 1 … 6, x … z and rx … rz,
/// with "u" or "rot" before a letter.
///
/// Throws InvalidInput with file and line for other names, and an unknown that is named twice.
UnknownTable parse_unknown_table(const std::string& text, const std::string& path);

/// Rows node by node, as nodes stand in their table, with as many unknowns as rows per node: two
/// displacements or three unknowns in the plane, three displacements or six unknowns in space.
/// Throws InvalidInput for another number of rows.
UnknownTable unknowns_in_order(const NodeTable& nodes, int n_rows, int dimension,
                               const std::string& path_of_matrix);

std::string node_table_text(const Mesh& mesh);
std::string unknown_table_text(const NodalBody& body);

}  // namespace pleuel::fem
