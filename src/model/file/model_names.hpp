// The names of a model.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// Indices in the lists of the description, by name. Bodies, joints, drivers, forces and measures
/// share one set of names.
struct ModelNames {
  NameIndex bodies, markers, joints, measures, drivers, forces;
  std::unordered_map<std::string, std::string> taken;  ///< name → where

  /// Returns false, with a fault, if the name is invalid or in use.
  bool take(const SourceLocation& place, const std::string& name, ValueReader& reader);
};

/// The names of an index, sorted.
std::vector<std::string> names_of(const NameIndex& index);

}  // namespace pleuel
