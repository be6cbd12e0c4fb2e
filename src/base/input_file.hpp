// Reads whole files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/base/error.hpp"

namespace pleuel {

/// Thrown when a file cannot be opened or read, is not a regular file, or is too large. The message
/// names the file.
class UnreadableFile : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// How messages name a kind of file, and its largest size.
struct InputKind {
  const char* name;
  std::size_t most_bytes;
};

inline constexpr std::size_t megabyte = std::size_t{1} << 20;
inline constexpr InputKind model_file{"model file", 64 * megabyte};
inline constexpr InputKind mesh_file{"mesh file", 64 * megabyte};
inline constexpr InputKind material_file{"parameter set", megabyte};
inline constexpr InputKind table_file{"table", 64 * megabyte};

/// Returns the bytes of a regular file. Type and size are checked before reading: folders, devices
/// and named pipes are refused. Throws UnreadableFile.
std::string read_input_file(const std::string& path, const InputKind& kind);

/// A file that a case was read from.
struct SourceFile {
  std::string path;
  std::uint64_t hash = 0;  ///< hash of the file's bytes
};

/// 64-bit FNV-1a hash. It distinguishes contents; it does not protect against deliberate
/// collisions.
std::uint64_t content_hash(std::string_view bytes);

/// One hash text for the contents of several files in the given order: 16 hexadecimal digits, or
/// empty if there are no files. Paths do not enter the hash.
std::string content_text(const std::vector<SourceFile>& files);

}  // namespace pleuel
