// An elastic body whose mass and stiffness come from another program.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/fem/import/node_table.hpp"
#include "pleuel/fem/import/text_matrix.hpp"
#include "pleuel/fem/nodal_body.hpp"

namespace pleuel::fem {

/// SI values of the units in files; seconds are seconds.
struct ImportUnits {
  double length = 1;  ///< m
  double mass = 1;    ///< kg
};

/// What the files of one body hold.
struct ImportData {
  int dimension = 3;
  NodeTable nodes;
  UnknownTable unknowns;
  TextMatrix mass, stiffness;
  std::optional<TextMatrix> damping = {};
  ImportUnits units = {};
  /// Node sets by the numbers of their nodes.
  std::map<std::string, std::vector<long long>> sets = {};
};

/// A body with mass and stiffness at nodes, without known finite elements. Unknowns are ordered by
/// nodes, as they stand in the file of nodes, whatever the order of the rows. Nodes without
/// unknowns are left out. The body must be free: no unknown is held, and rigid motions do not
/// strain it.
class ImportedBody : public NodalBody {
 public:
  /// Throws InvalidInput with file and line for unknowns of nodes without coordinates, matrices of
  /// another size, matrices that are not symmetric, and unknowns that the dimension does not have.
  explicit ImportedBody(const ImportData& data);

  const FixedMatrix& damping() const { return damping_; }  ///< without rows: none
  /// Row of the files for each unknown.
  const std::vector<int>& rows() const { return rows_; }
  /// Whether a node has rotations as unknowns.
  bool has_rotations() const;

 private:
  struct Layout {
    Mesh mesh;
    std::vector<Unknown> unknowns;
    std::vector<int> rows;
  };
  static Layout layout_of(const ImportData& data);
  ImportedBody(const ImportData& data, Layout layout);
  /// In SI units.
  void scale(FixedMatrix& A, const ImportUnits& units) const;

  FixedMatrix damping_;
  std::vector<int> rows_;
};

}  // namespace pleuel::fem
