// Lists the files that belong to a result.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pleuel {

inline constexpr const char* manifest_name = "manifest.json";
/// Folder that holds a complete result before its files are moved into place
/// (io/output_folder.hpp).
inline constexpr const char* new_result_name = ".pleuel-new";

/// The files of one result, as listed in manifest.json of its folder.
struct Manifest {
  std::string command;             ///< command that wrote it: "run", "bench", "table pendulum-6", …
  std::vector<std::string> files;  ///< file names inside the folder
};

/// Reads the manifest of a folder. Empty if there is none or if Pleuel did not write it.
std::optional<Manifest> read_manifest(const std::filesystem::path& folder);

/// True if a program ended while it moved files into place: the folder mixes two results.
bool is_between_results(const std::filesystem::path& folder);

/// True if `name` is a file name without a path.
bool is_plain_name(const std::string& name);

}  // namespace pleuel
