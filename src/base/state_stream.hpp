// Writes the state of a run as a list of numbers and restores it bit for bit.
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace pleuel {

/// Numbers, Booleans and enumerations.
template <class X>
concept PlainNumber = std::is_arithmetic_v<X> || std::is_enum_v<X>;

/// Writes numbers, vectors and matrices in the order in which StateReader reads them.
///
/// A class lists its state once for both directions:
///
///     template <class Self, class Stream>
///     static void state(Self& self, Stream& stream) { stream(self.h_, self.y_); }
class StateWriter {
 public:
  template <class... X>
  void operator()(const X&... x) {
    (write(x), ...);
  }
  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  template <class X>
  void write(const X& x) {
    if constexpr (std::is_floating_point_v<X>) {
      words_.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(x)));
    } else if constexpr (PlainNumber<X>) {
      words_.push_back(static_cast<std::uint64_t>(static_cast<std::int64_t>(x)));
    } else {
      write(static_cast<std::int64_t>(x.size()));
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(x.size()); ++i) write(x.data()[i]);
    }
  }
  std::vector<std::uint64_t> words_;
};

/// Reads what StateWriter wrote. Throws std::runtime_error if the state has a different shape,
/// because it belongs to other equations or another method.
class StateReader {
 public:
  explicit StateReader(std::vector<std::uint64_t> words) : words_(std::move(words)) {}

  template <class... X>
  void operator()(X&... x) {
    (read(x), ...);
  }
  bool is_at_end() const { return next_ == words_.size(); }

 private:
  template <class X>
  void read(X& x) {
    if constexpr (std::is_floating_point_v<X>) {
      x = std::bit_cast<double>(next());
    } else if constexpr (PlainNumber<X>) {
      x = static_cast<X>(static_cast<std::int64_t>(next()));
    } else {
      std::int64_t count = 0;
      read(count);
      if (count != static_cast<std::int64_t>(x.size()))
        throw std::runtime_error("the saved state belongs to other equations");
      for (std::int64_t i = 0; i < count; ++i) read(x.data()[i]);
    }
  }
  std::uint64_t next() {
    if (is_at_end()) throw std::runtime_error("the saved state ends too early");
    return words_[next_++];
  }

  std::vector<std::uint64_t> words_;
  std::size_t next_ = 0;
};

}  // namespace pleuel
