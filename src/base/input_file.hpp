// Files that are read whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/base/error.hpp"

namespace pleuel {

/// A file cannot be opened or read, is no regular file, or is too large; the message names it.
class UnreadableFile : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// What files of a kind are called in messages, and how large they may be.
struct InputKind {
  const char* name;
  std::size_t most_bytes;
};

inline constexpr std::size_t megabyte = std::size_t{1} << 20;
inline constexpr InputKind model_file{"model file", 64 * megabyte};
inline constexpr InputKind mesh_file{"mesh file", 64 * megabyte};
inline constexpr InputKind material_file{"parameter set", megabyte};
inline constexpr InputKind table_file{"table", 64 * megabyte};

/// The bytes of a regular file. Kind and size are looked at before anything is read: a folder, a
/// device or a named pipe is refused at once. Throws UnreadableFile.
std::string read_input_file(const std::string& path, const InputKind& kind);

/// A file that a case was read from.
struct SourceFile {
  std::string path;
  std::uint64_t hash = 0;  ///< of its bytes
};

/// FNV-1a with 64 bits: tells contents apart, and is no protection against one made to collide.
std::uint64_t content_hash(std::string_view bytes);

/// One text for the contents of several files in their order, 16 hexadecimal digits; empty for
/// none. Their paths do not enter.
std::string content_text(const std::vector<SourceFile>& files);

}  // namespace pleuel
