// A value of a JSON text that knows where it stands.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pleuel {

struct JsonKey {
  std::string text;
  int line = 1, column = 1;
};

/// Keys keep their order; none occurs twice.
struct JsonValue {
  enum class Kind { null, boolean, number, text, list, object };

  Kind kind = Kind::null;
  bool is_true = false;
  bool is_whole = false;  ///< a number written without a fraction
  int line = 1, column = 1;
  double number = 0;
  std::string text = {};
  std::vector<JsonValue> items = {};  ///< of a list, or the values of an object
  std::vector<JsonKey> keys = {};     ///< of an object, as many as items

  const JsonValue* find(const std::string& key) const;
  /// The place of a key among the keys, or −1.
  int find_key(const std::string& key) const;
  /// As a message quotes it: shortened, without line breaks.
  std::string shown() const;
};

/// "a number", "a list", …
const char* name_of(JsonValue::Kind kind);
/// At most 60 letters, without control signs.
std::string shortened(const std::string& text);

}  // namespace pleuel
