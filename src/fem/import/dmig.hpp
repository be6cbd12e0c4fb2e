// Reads and writes matrices as DMIG cards of Nastran.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pleuel/fem/import/node_table.hpp"
#include "pleuel/fem/import/text_matrix.hpp"

namespace pleuel::fem {

/// The matrices and grid points of a bulk data or punch file.
struct DmigFile {
  struct Matrix {
    struct Entry {
      long long row_node, col_node;
      NodalDof row, col;
      double value;
      int line;
    };
    bool is_half = false;  ///< IFO = 6: one triangle
    int line = 0;          ///< of its header
    std::vector<Entry> entries;
  };
  std::string path;
  std::map<std::string, Matrix> matrices;
  NodeTable grid;  ///< empty if the file has no GRID cards
};

/// Reads DMIG cards in fields of 8 or 16 columns (DMIG*) and in free format (with commas), and GRID
/// cards in basic coordinates:
///
///     DMIG     NAME  0   IFO  TIN  TOUT  POLAR  –  NCOL       header
///     DMIG     NAME  GJ  CJ   –    G1    C1     A1 B1         a column; then G2, C2, A2, B2 …
///
/// Forms (IFO) 1 and 2, whole, and 6, a triangle, are read; types (TIN) 1 and 2, real. Other cards
/// are skipped.
///
/// Throws InvalidInput with file and line for other forms and types, values that are no finite
/// numbers, cards that end early, scalar points and other coordinate systems.
DmigFile parse_dmig(const std::string& text, const std::string& path);

/// The unknowns of several matrices, by node and degree of freedom.
UnknownTable unknowns_of(const DmigFile& file, const std::vector<std::string>& names);
/// Throws InvalidInput, with the names in the file, if there is no such matrix.
TextMatrix text_matrix_of(const DmigFile& file, const std::string& name, const UnknownTable& unknowns);

/// What is added to the numbers of nodes, so that grid points have numbers above 0.
long long grid_offset(const Mesh& mesh);

/// Nodes as GRID cards and a triangle of each matrix, in free format, whose numbers keep all
/// digits. Nastran reads 16 columns per field: the numbers that other programs read may lose digits
/// there.
std::string dmig_text(const NodalBody& body, const std::map<std::string, const FixedMatrix*>& matrices);

}  // namespace pleuel::fem
