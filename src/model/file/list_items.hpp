// Expands lists with repeated items.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/model/file/source_location.hpp"
#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// One item of a list after expansion of {"repeat": {"i": [1, "N"]}, "items": [ … ]}.
struct ListItem {
  JsonValue value;
  std::string path;
  std::shared_ptr<const LoopVariable> loop;

  SourceLocation place(const std::string& file) const { return {file, value, path, loop.get()}; }
};

inline constexpr std::size_t most_list_items = 100'000;

/// The items of the list at `place` with repeats expanded; in nested repeats both variables are
/// known.
std::vector<ListItem> list_items(const SourceLocation& place, ValueReader& reader);

}  // namespace pleuel
