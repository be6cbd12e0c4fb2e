// Which files make a result.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pleuel {

inline constexpr const char* manifest_name = "manifest.json";
/// The folder in which a result is whole and not yet in place (io/output_folder.hpp).
inline constexpr const char* new_result_name = ".pleuel-new";

/// The files of one result, as manifest.json in its folder has them.
struct Manifest {
  std::string command;             ///< that wrote it: "run", "bench", "table pendulum-6", …
  std::vector<std::string> files;  ///< names in the folder
};

/// That of a folder; nothing where there is none, or none of ours.
std::optional<Manifest> read_manifest(const std::filesystem::path& folder);

/// Whether a program ended while it put the files of a result in place: they belong to two results.
bool is_between_results(const std::filesystem::path& folder);

/// A name of a file in the folder itself.
bool is_plain_name(const std::string& name);

}  // namespace pleuel
