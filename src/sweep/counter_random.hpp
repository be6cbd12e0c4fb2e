// Random numbers that depend only on where they are used.
#pragma once

#include <cstdint>

namespace pleuel::sweep {

/// The finaliser of SplitMix64 [SLF14, fig. 15]: a bijection of 64-bit words whose output bits each
/// depend on all input bits.
inline std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Counter-based generator: number `index` of stream `stream` under a seed. There is no state, so
/// that run i has the same values whoever computes it, and when.
class CounterRandom {
 public:
  explicit CounterRandom(std::uint64_t seed) : key_(mixed(seed + golden)) {}

  std::uint64_t word(std::uint64_t stream, std::uint64_t index) const {
    return mixed(mixed(key_ ^ mixed((stream + 1) * golden)) + (index + 1) * golden);
  }
  /// In the open interval (0, 1).
  double uniform(std::uint64_t stream, std::uint64_t index) const {
    return (static_cast<double>(word(stream, index) >> 12) + 0.5) * 0x1p-52;
  }
  /// 0 … n − 1.
  std::uint64_t below(std::uint64_t n, std::uint64_t stream, std::uint64_t index) const {
    return static_cast<std::uint64_t>(uniform(stream, index) * static_cast<double>(n));
  }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;  // 2⁶⁴ over the golden ratio, odd
  std::uint64_t key_;
};

}  // namespace pleuel::sweep
