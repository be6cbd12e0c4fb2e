// Lists whose items may be repeated.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/model/file/source_location.hpp"
#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// One item of a list after {"repeat": {"i": [1, "N"]}, "items": [ … ]} was written out.
struct ListItem {
  JsonValue value;
  std::string path;
  std::shared_ptr<const LoopVariable> loop;

  SourceLocation place(const std::string& file) const { return {file, value, path, loop.get()}; }
};

inline constexpr std::size_t most_list_items = 100'000;

/// The items of the list at `place`, repeats written out; nested repeats too, with both variables
/// known.
std::vector<ListItem> list_items(const SourceLocation& place, ValueReader& reader);

}  // namespace pleuel
