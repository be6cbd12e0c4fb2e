// A self-contained HTML page: a template of the viewer with embedded data.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "pleuel/io/whole_file.hpp"

namespace pleuel {

/// Whether this build has pages, and the remedy if not.
bool has_pages();
std::string page_remedy();

/// Each data item becomes an element with an id (viewer/src/common/data.ts): JSON as text, numbers
/// as base64 of their little-endian bytes. The file appears with `commit`. Throws FileError.
class Page {
 public:
  /// Throws InvalidInput if this build has no such page.
  Page(std::filesystem::path path, std::string_view template_name);

  void add_json(std::string_view id, std::string_view json);
  template <class Number>
  void add_numbers(std::string_view id, std::span<const Number> numbers) {
    static_assert(std::is_arithmetic_v<Number> || std::is_same_v<Number, std::byte>);
    add_bytes(id, std::as_bytes(numbers));
  }
  void commit();

 private:
  void add_bytes(std::string_view id, std::span<const std::byte> bytes);

  std::string_view rest_;  // of the template, after the data
  WholeFile file_;
};

}  // namespace pleuel
