// Parses JSON with comments into values with line and column.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/model/file/json_value.hpp"

namespace pleuel {

/// An index of a valid JSON text with comments: 8 bytes per value, key and non-empty list or
/// object. Numbers and texts are read from the text on demand, so that a file needs at most ten
/// times its size in memory.
///
/// A node contains the offset of its first character and its kind. The node of a list or an object
/// refers to a block
///
///     number of items | items | keys, of an object
class JsonText {
 public:
  /// `text` must be valid JSON and outlive this object. `counts`: the number of items of each list
  /// and object in order of opening; `n_nodes`: the total number of nodes.
  JsonText(std::string_view text, std::deque<std::uint32_t> counts, std::size_t n_nodes);

  JsonValue root() const { return value(0); }
  JsonValue value(std::uint32_t node) const;
  JsonKey key(std::uint32_t node) const;
  bool is_key(std::uint32_t node, const std::string& key) const;
  JsonPosition position(const char* at) const;
  /// The nodes of a duplicate key in an object.
  struct RepeatedKey {
    std::uint32_t second = 0, first = 0;
  };
  const std::vector<RepeatedKey>& repeated_keys() const { return repeated_; }

 private:
  using Kind = JsonValue::Kind;
  struct Node {
    std::uint32_t offset : 29 = 0;
    std::uint32_t kind : 3 = 0;
    std::uint32_t block = 0;  ///< the first node of the block, which contains the number of items
  };
  class Builder;

  std::string string_at(std::size_t offset) const;
  void mark_positions();

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<JsonPosition> marks_;  ///< position of every mark_distance-th byte
  std::vector<RepeatedKey> repeated_;
};

/// JSON with // and /* */ comments. The nesting depth is at most 60, the size at most 64 MB; keys
/// are unique. Throws InvalidInput "file:line:column: …" for the first syntax error, or for all
/// duplicate keys. `text` must outlive the value.
JsonValue parse_json(const std::string& file, const std::string& text);

}  // namespace pleuel
