// A flexible body from the files of another program, as plain data.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pleuel/fem/import/imported_body.hpp"
#include "pleuel/fem/import/sid_file.hpp"

namespace pleuel {

/// A quantity that is linear in the unknowns: a row of the matrix for each of its points, or for
/// each component of a stress.
struct RecoveryChoice {
  std::string name;
  std::string unit;  ///< "1" if it is not known
  fem::TextMatrix matrix;
  std::string place = {};  ///< for messages
};

/// The contents of the files, which are checked when the body is built.
struct ImportChoice {
  std::variant<fem::ImportData, fem::SidFile> from;
  /// Of a SID file: by the numbers of its nodes.
  std::map<std::string, std::vector<long long>> sets = {};
  std::optional<double> expected_mass = {};  ///< kg
  std::vector<RecoveryChoice> recovery = {};
};

}  // namespace pleuel
