// Reads and writes the text of standard input data (SID) of a flexible body.
#pragma once

#include <string>
#include <vector>

#include "pleuel/linalg/types.hpp"

namespace pleuel::fem {

/// A matrix that depends linearly on the modal coordinates: M0 + Σ q_k M1_k.
struct SidTaylor {
  int line = 0;  ///< where it begins; 0: it is missing
  Matrix M0;
  std::vector<Matrix> M1;  ///< one per coordinate; empty: none

  bool is_given() const { return line > 0; }
};

/// The contents of a file [Wal94]: a tree of blocks `name … end name` and lines `key = value`, with
/// values like `m0( 1, 2) = 1.0D+00`.
struct SidFile {
  struct Node {
    long long number = 0;
    int line = 0;
    SidTaylor origin = {}, phi = {}, psi = {}, AP = {}, sigma = {};
  };
  std::string path;
  int n_modes = 0;
  double mass = 0;
  std::vector<std::string> mode_names = {};
  std::vector<Node> nodes = {};
  SidTaylor mdCM = {}, J = {}, Ct = {}, Cr = {}, Me = {}, Gr = {}, Ge = {}, Oe = {}, ksigma = {}, Ke = {},
            De = {};
};

/// The three indices of `m1` are row, coordinate and column in [Wal94]; some programs write row,
/// column, coordinate. The sizes in the file tell which.
///
/// Throws InvalidInput with file and line for blocks that do not end, keys, sizes, indices and
/// values that do not belong there, and a missing part that is needed.
SidFile parse_sid(const std::string& text, const std::string& path);
std::string sid_text(const SidFile& file);

}  // namespace pleuel::fem
