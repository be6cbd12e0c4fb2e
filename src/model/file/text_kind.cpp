#include "pleuel/model/file/text_kind.hpp"

#include <algorithm>

namespace pleuel {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF"sv;
constexpr std::string_view spaces = " \t\r\n"sv;
// Of a text in Latin letters every second byte of UTF-16 is zero; binary files have theirs early.
constexpr std::size_t looked_at = 512;

/// Behind comments and spaces.
std::string_view content_of(std::string_view text) {
  if (text.starts_with(utf8_mark)) text.remove_prefix(utf8_mark.size());
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
    const bool is_line = text.starts_with("//"), is_block = text.starts_with("/*");
    if (!is_line && !is_block) return text;
    const auto end = is_line ? text.find('\n') : text.find("*/", 2);
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + (is_line ? 1 : 2));
  }
}

std::string wrong_encoding(const std::string& name) {
  return "this text is in " + name +
         ", but must be in UTF-8; save it with this encoding, or convert it: iconv -f " + name +
         " -t UTF-8 OLD > NEW";
}

/// By its mark, or by where the zeros stand that the first letters have in UTF-16.
std::string_view other_encoding(std::string_view text) {
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) return "UTF-16";
  if (text.size() < 4) return "";
  if (text[0] != 0 && text[1] == 0 && text[2] != 0 && text[3] == 0) return "UTF-16LE";
  if (text[0] == 0 && text[1] != 0 && text[2] == 0 && text[3] != 0) return "UTF-16BE";
  return "";
}

}  // namespace

std::string why_no_json(std::string_view text) {
  if (const auto name = other_encoding(text); !name.empty()) return wrong_encoding(std::string(name));
  const std::string must_be = "it must hold a JSON object { … }";
  if (text.substr(0, looked_at).find('\0') != std::string_view::npos)
    return "this is a binary file, but " + must_be + "; check its name";
  const auto content = content_of(text);
  if (text.empty()) return "this file is empty, but " + must_be + "; was it saved?";
  if (content.empty()) return "this file holds nothing but spaces and comments, but " + must_be;
  if (content.starts_with("$MeshFormat"))
    return "this is a mesh of Gmsh, but " + must_be + R"(; name the mesh in a model: "mesh": {"file": …})";
  if (content.front() == '{' || content.front() == '[') return "";
  return "this is no JSON: " + must_be + ", but does not begin with '{'; check its name";
}

}  // namespace pleuel
