// A JSON value with its location in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace pleuel {

class JsonText;
struct JsonValue;

struct JsonPosition {
  int line = 1, column = 1;
};

struct JsonKey {
  std::string text;
  JsonPosition position = {};
};

/// The values of a list or an object, unpacked on demand.
class JsonItems {
 public:
  JsonItems() = default;
  JsonItems(const JsonText& text, std::uint32_t first, std::uint32_t size)
      : text_(&text), first_(first), size_(size) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  JsonValue operator[](std::size_t i) const;

 private:
  const JsonText* text_ = nullptr;
  std::uint32_t first_ = 0, size_ = 0;
};

/// The keys of an object, unpacked on demand.
class JsonKeys {
 public:
  class Iterator {
   public:
    Iterator(const JsonKeys& keys, std::size_t at) : keys_(&keys), at_(at) {}
    JsonKey operator*() const { return (*keys_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const JsonKeys* keys_;
    std::size_t at_;
  };

  JsonKeys() = default;
  JsonKeys(const JsonText& text, std::uint32_t first, std::uint32_t size)
      : text_(&text), first_(first), size_(size) {}

  std::size_t size() const { return size_; }
  JsonKey operator[](std::size_t i) const;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }
  /// The index of a key, or −1.
  int find(const std::string& key) const;

 private:
  const JsonText* text_ = nullptr;
  std::uint32_t first_ = 0, size_ = 0;
};

class JsonFound;

/// One unpacked value of a JsonText. Keys keep their order and are unique. The text must outlive
/// it. The value returned by parse_json owns the index of the text and must outlive values taken
/// from it.
struct JsonValue {
  enum class Kind { null, boolean, number, text, list, object };

  Kind kind = Kind::null;
  bool is_true = false;
  bool is_whole = false;  ///< an integer
  double number = 0;
  std::string text = {};
  JsonItems items = {};  ///< of a list, or the values of an object
  JsonKeys keys = {};    ///< of an object, as many as items
  /// Its start in the text, which identifies it; null for a value that is not in a text.
  const char* source = nullptr;
  const JsonText* document = nullptr;
  std::shared_ptr<const JsonText> owner = {};

  JsonPosition position() const;
  JsonFound find(const std::string& key) const;
  /// The index of a key among the keys, or −1.
  int find_key(const std::string& key) const { return keys.find(key); }
  /// As quoted in messages: shortened, without line breaks.
  std::string shown() const;
};

/// The value of a key, if it exists: compares with nullptr like a pointer.
class JsonFound : public std::optional<JsonValue> {
 public:
  using std::optional<JsonValue>::optional;
  friend bool operator==(const JsonFound& found, std::nullptr_t) { return !found.has_value(); }
};

/// "a number", "a list", …
const char* name_of(JsonValue::Kind kind);
/// At most 60 characters, without control characters.
std::string shortened(const std::string& text);

}  // namespace pleuel
