// The names of a model and what they stand for.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// Numbers in the lists of the description, by name. Bodies, joints, drivers, forces and measures
/// share one set of names.
struct ModelNames {
  NameIndex bodies, markers, joints, measures;
  std::unordered_map<std::string, std::string> taken;  ///< name → where

  /// False, with a fault, if the name is badly formed or taken.
  bool take(const SourceLocation& place, const std::string& name, ValueReader& reader);
};

/// Those of an index, sorted.
std::vector<std::string> names_of(const NameIndex& index);

}  // namespace pleuel
