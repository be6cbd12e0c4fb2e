// Writes the state of a run as a list of numbers and restores it bit for bit.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace pleuel {

/// Numbers, Booleans and enumerations.
template <class X>
concept PlainNumber = std::is_arithmetic_v<X> || std::is_enum_v<X>;

/// A class that lists its state once for both directions:
///
///     template <class Self, class Stream>
///     static void state(Self& self, Stream& stream) { stream(self.h_, self.y_); }
///
/// It is a template, so `Stream` is any of the classes below.
template <class X, class Stream>
concept HasState = requires(X& x, Stream& stream) {
  std::remove_const_t<X>::state(x, stream);
};

/// An Eigen vector or matrix whose size is part of the state. Others must have the saved size.
template <class X>
struct Resized {
  X& x;
};
template <class X>
Resized<X> resized(X& x) {
  return {x};
}
template <class X>
Resized<const X> resized(const X& x) {
  return {x};
}

/// Writes numbers, strings, vectors, optionals and classes with a state, in the order in which
/// StateReader reads them. Sections have names, so that a mismatch names its place.
class StateWriter {
 public:
  template <class... X>
  void operator()(const X&... x) {
    if constexpr ((PlainNumber<X> && ...)) {
      const std::uint64_t list[] = {word_of(x)...};
      words_.insert(words_.end(), std::begin(list), std::end(list));
    } else {
      (write(x), ...);
    }
  }
  /// Starts the part `name`.
  void section(const std::string& name) { write(name); }

  const std::vector<std::uint64_t>& words() const { return words_; }
  /// Removes the words, keeps the memory.
  void clear() { words_.clear(); }

 private:
  template <PlainNumber X>
  static std::uint64_t word_of(X x) {
    if constexpr (std::is_floating_point_v<X>)
      return std::bit_cast<std::uint64_t>(static_cast<double>(x));
    else
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
  }
  template <class X>
  void write(const X& x) {
    if constexpr (PlainNumber<X>) {
      words_.push_back(word_of(x));
    } else if constexpr (HasState<const X, StateWriter>) {
      X::state(x, *this);
    } else {
      write_list(x);
    }
  }
  template <class T>
  void write(const std::optional<T>& x) {
    write(x.has_value());
    if (x) write(*x);
  }
  template <class X>
  void write(const Resized<X>& of) {
    write(of.x.rows());
    write(of.x.cols());
    write_list(of.x);
  }
  void write(const std::string& x) {
    write(x.size());
    append(x.data(), x.size());
  }
  template <class X>
  void write_list(const X& x) {
    using Entry = std::remove_cvref_t<decltype(x.data()[0])>;
    const auto count = static_cast<std::size_t>(x.size());
    write(count);
    if constexpr (std::is_same_v<Entry, double>)
      append(x.data(), count * sizeof(double));
    else
      for (std::size_t i = 0; i < count; ++i) write(x.data()[i]);
  }
  void append(const void* bytes, std::size_t count) {
    if (count == 0) return;
    const std::size_t begin = words_.size();
    words_.resize(begin + (count + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
    std::memcpy(words_.data() + begin, bytes, count);
  }

  std::vector<std::uint64_t> words_;
};

/// Thrown if a saved state has another shape than its reader: it belongs to other equations,
/// another method or another version.
class StateMismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads what StateWriter wrote. Throws StateMismatch, which names the section.
class StateReader {
 public:
  explicit StateReader(std::vector<std::uint64_t> words) : words_(std::move(words)) {}

  template <class... X>
  void operator()(X&&... x) {
    (read(x), ...);
  }
  void section(const std::string& name) {
    section_ = name;
    std::string found;
    read(found);
    if (found != name) fail("has another part in its place");
  }
  bool is_at_end() const { return next_ == words_.size(); }

 private:
  template <class X>
  void read(X& x) {
    if constexpr (std::is_floating_point_v<X>) {
      x = std::bit_cast<double>(next());
    } else if constexpr (PlainNumber<X>) {
      x = static_cast<X>(static_cast<std::int64_t>(next()));
    } else if constexpr (HasState<X, StateReader>) {
      X::state(x, *this);
    } else {
      const std::size_t count = read_count();
      if (count != static_cast<std::size_t>(x.size())) fail("belongs to other equations");
      read_entries(x.data(), count);
    }
  }
  template <class T>
  void read(std::optional<T>& x) {
    bool is_given = false;
    read(is_given);
    x.reset();
    if (is_given) read(x.emplace());
  }
  template <class X>
  void read(Resized<X>& of) {
    std::int64_t rows = 0, cols = 0;
    read(rows);
    read(cols);
    const std::size_t count = read_count();
    if (rows < 0 || cols < 0 || static_cast<std::size_t>(rows * cols) != count) fail("is damaged");
    if constexpr (X::ColsAtCompileTime == 1)
      of.x.resize(rows);
    else
      of.x.resize(rows, cols);
    read_entries(of.x.data(), count);
  }
  void read(std::string& x) {
    std::size_t count = 0;
    read(count);
    if (count / sizeof(std::uint64_t) > left()) fail("ends too early");
    x.resize(count);
    take(x.data(), count);
  }
  template <class T>
  void read(std::vector<T>& x) {
    const std::size_t count = read_count();
    x.resize(count);
    if constexpr (std::is_same_v<T, bool>) {
      for (std::size_t i = 0; i < count; ++i) x[i] = next() != 0;
    } else {
      read_entries(x.data(), count);
    }
  }
  template <class Entry>
  void read_entries(Entry* x, std::size_t count) {
    if constexpr (std::is_same_v<Entry, double>)
      take(x, count * sizeof(double));
    else
      for (std::size_t i = 0; i < count; ++i) read(x[i]);
  }
  /// Every entry takes a word at least.
  std::size_t read_count() {
    std::size_t count = 0;
    read(count);
    if (count > left()) fail("ends too early");
    return count;
  }
  std::size_t left() const { return words_.size() - next_; }
  std::uint64_t next() {
    if (is_at_end()) fail("ends too early");
    return words_[next_++];
  }
  void take(void* to, std::size_t bytes) {
    const std::size_t count = (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
    if (count > left()) fail("ends too early");
    if (bytes > 0) std::memcpy(to, words_.data() + next_, bytes);
    next_ += count;
  }
  [[noreturn]] void fail(const char* what) const {
    throw StateMismatch("the saved state " + std::string(what) +
                        (section_.empty() ? "" : ", in its part '" + section_ + "'"));
  }

  std::vector<std::uint64_t> words_;
  std::size_t next_ = 0;
  std::string section_;
};

}  // namespace pleuel
