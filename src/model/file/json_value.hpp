// A value of a JSON text that knows where it stands.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pleuel {

/// Members keep their order; no key occurs twice.
struct JsonValue {
  enum class Kind { null, boolean, number, text, list, object };
  struct Member;

  Kind kind = Kind::null;
  bool is_true = false;
  bool is_whole = false;  ///< a number written without a fraction
  int line = 1, column = 1;
  double number = 0;
  std::string text = {};
  std::vector<JsonValue> items = {};
  std::vector<Member> members = {};

  const JsonValue* find(const std::string& key) const;
  const Member* find_member(const std::string& key) const;
  /// As a message quotes it: shortened, without line breaks.
  std::string shown() const;
};

struct JsonValue::Member {
  std::string key;
  int line = 1, column = 1;  ///< of the key
  JsonValue value;
};

/// "a number", "a list", …
const char* name_of(JsonValue::Kind kind);
/// At most 60 letters, without control signs.
std::string shortened(const std::string& text);

}  // namespace pleuel
