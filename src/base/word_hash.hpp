// A checksum of 64-bit words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pleuel {

/// Detects damage, not intent: FNV-1a on whole words, with a rotation so that high bits count too.
class WordHash {
 public:
  void add(const std::uint64_t* words, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) value_ = std::rotl((value_ ^ words[i]) * 0x100000001b3u, 29);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace pleuel
