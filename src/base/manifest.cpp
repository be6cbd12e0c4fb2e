#include "pleuel/base/manifest.hpp"

#include <nlohmann/json.hpp>

#include "pleuel/base/input_file.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::json;
constexpr InputKind manifest_file{"manifest", 64 * megabyte};

}  // namespace

bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

std::optional<Manifest> read_manifest(const std::filesystem::path& folder) {
  std::string text;
  try {
    text = read_input_file((folder / manifest_name).string(), manifest_file);
  } catch (const UnreadableFile&) {
    return std::nullopt;
  }
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("pleuel_result") || !json.contains("command") ||
      !json.contains("files"))
    return std::nullopt;
  if (!json["command"].is_string() || !json["files"].is_array()) return std::nullopt;
  Manifest manifest{.command = json["command"], .files = {}};
  for (const Json& name : json["files"])
    if (name.is_string() && is_plain_name(name)) manifest.files.push_back(name);
  return manifest;
}

bool is_between_results(const std::filesystem::path& folder) {
  std::error_code none;
  return std::filesystem::exists(folder / new_result_name / manifest_name, none);
}

}  // namespace pleuel
