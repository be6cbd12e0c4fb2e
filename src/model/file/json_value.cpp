#include "pleuel/model/file/json_value.hpp"

#include <algorithm>

#include "pleuel/base/number_text.hpp"
#include "pleuel/model/file/json_text.hpp"

namespace pleuel {

JsonValue JsonItems::operator[](std::size_t i) const {
  return text_->value(first_ + static_cast<std::uint32_t>(i));
}

JsonKey JsonKeys::operator[](std::size_t i) const {
  return text_->key(first_ + static_cast<std::uint32_t>(i));
}

int JsonKeys::find(const std::string& key) const {
  for (std::uint32_t i = 0; i < size_; ++i)
    if (text_->is_key(first_ + i, key)) return static_cast<int>(i);
  return -1;
}

JsonPosition JsonValue::position() const {
  return document == nullptr ? JsonPosition{} : document->position(source);
}

JsonFound JsonValue::find(const std::string& key) const {
  const int place = find_key(key);
  return place < 0 ? JsonFound() : JsonFound(items[static_cast<std::size_t>(place)]);
}

std::string JsonValue::shown() const {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return is_true ? "true" : "false";
    case Kind::number:
      return shortest_text(number);
    case Kind::text:
      return "'" + shortened(text) + "'";
    case Kind::list:
      return "a list of " + std::to_string(items.size());
    case Kind::object:
      return "an object";
  }
  return {};
}

const char* name_of(JsonValue::Kind kind) {
  switch (kind) {
    case JsonValue::Kind::null:
      return "null";
    case JsonValue::Kind::boolean:
      return "true or false";
    case JsonValue::Kind::number:
      return "a number";
    case JsonValue::Kind::text:
      return "a text";
    case JsonValue::Kind::list:
      return "a list [ … ]";
    case JsonValue::Kind::object:
      return "an object { … }";
  }
  return "";
}

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 60;
  std::size_t end = std::min(text.size(), most);
  // Not inside a letter of several bytes.
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  std::string part = text.substr(0, end);
  for (char& c : part) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  }
  return end < text.size() ? part + "…" : part;
}

}  // namespace pleuel
