// JSON with comments, read into values that know line and column.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/model/file/json_value.hpp"

namespace pleuel {

/// What stands where in a text that is known to be JSON with comments: 8 bytes for each value, each
/// key and each list or object with content. Numbers and texts are read again from the text when
/// they are asked for, so that a file takes at most ten times its size in memory.
///
/// A node is the offset of its first letter and its kind. That of a list or an object leads to a
/// block
///
///     number of items | items | keys, of an object
class JsonText {
 public:
  /// `text` must be JSON, and outlive this. `counts`: the number of items of each list and object,
  /// in the order in which they open; `n_nodes`: what all of them need.
  JsonText(std::string_view text, std::deque<std::uint32_t> counts, std::size_t n_nodes);

  JsonValue root() const { return value(0); }
  JsonValue value(std::uint32_t node) const;
  JsonKey key(std::uint32_t node) const;
  bool is_key(std::uint32_t node, const std::string& key) const;
  JsonPosition position(const char* at) const;
  /// The nodes of a key that occurs twice in an object.
  struct RepeatedKey {
    std::uint32_t second = 0, first = 0;
  };
  const std::vector<RepeatedKey>& repeated_keys() const { return repeated_; }

 private:
  using Kind = JsonValue::Kind;
  struct Node {
    std::uint32_t offset : 29 = 0;
    std::uint32_t kind : 3 = 0;
    std::uint32_t block = 0;  ///< the first node of the block; in that node: the number of items
  };
  class Builder;

  std::string string_at(std::size_t offset) const;
  void mark_positions();

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<JsonPosition> marks_;  ///< of every mark_distance-th byte
  std::vector<RepeatedKey> repeated_;
};

/// JSON with // and /* */ comments. Lists and objects may be nested 60 deep and a text may have 64
/// MB; a key may occur once. Throws InvalidInput "file:line:column: …" for the first fault of
/// syntax, or for all keys that occur twice. `text` must outlive the value.
JsonValue parse_json(const std::string& file, const std::string& text);

}  // namespace pleuel
