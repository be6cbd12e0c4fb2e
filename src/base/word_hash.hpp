// A checksum of 64-bit words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pleuel {

/// Detects damage, not intent: FNV-1a on whole words, with a rotation so that high bits count too.
/// Every fourth word belongs to the same chain, so that four of them are computed at a time. The
/// value depends on the words only, not on how they are divided among calls.
class WordHash {
 public:
  void add(const std::uint64_t* words, std::size_t count) {
    const std::uint64_t* const end = words + count;
    for (; words != end && n_ % n_chains != 0; ++n_, ++words) step(chain_[n_ % n_chains], *words);
    for (; end - words >= n_chains; n_ += n_chains, words += n_chains)
      for (int k = 0; k < n_chains; ++k) step(chain_[k], words[k]);
    for (; words != end; ++n_, ++words) step(chain_[n_ % n_chains], *words);
  }
  std::uint64_t value() const {
    std::uint64_t value = n_;
    for (const std::uint64_t chain : chain_) step(value, chain);
    return value;
  }

 private:
  static constexpr int n_chains = 4;
  static void step(std::uint64_t& value, std::uint64_t word) {
    value = std::rotl((value ^ word) * 0x100000001b3u, 29);
  }

  std::uint64_t n_ = 0;  // words so far
  std::uint64_t chain_[n_chains] = {0xcbf29ce484222325u, 0xcbf29ce484222326u, 0xcbf29ce484222327u,
                                    0xcbf29ce484222328u};
};

}  // namespace pleuel
