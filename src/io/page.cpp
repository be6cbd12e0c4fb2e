#include "pleuel/io/page.hpp"

#include <algorithm>
#include <bit>

#include "pleuel/base/error.hpp"
#include "pleuel/io/page_templates.hpp"

namespace pleuel {
namespace {

static_assert(std::endian::native == std::endian::little, "else numbers must be turned round for the page");
constexpr std::string_view data_line = "<!-- data -->\n";

std::string_view checked_template(std::string_view name) {
  const std::string_view text = page_template(name);
  if (text.empty()) throw InvalidInput(page_remedy());
  return text;
}

/// "</" and "<!--" have a meaning inside a script element; in JSON, '<' only occurs in strings.
std::string without_markup(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends up to three bytes as four characters; missing bytes become '='.
void append_base64(std::span<const std::byte> bytes, std::string& text) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < 3; ++i)
    bits = bits << 8 | (i < bytes.size() ? static_cast<unsigned>(bytes[i]) : 0u);
  for (std::size_t i = 0; i < 4; ++i) text += i <= bytes.size() ? alphabet[bits >> (18 - 6 * i) & 63u] : '=';
}

/// Whole groups of three bytes.
void write_base64(std::span<const std::byte> bytes, char* out) {
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const unsigned bits = static_cast<unsigned>(bytes[i]) << 16 | static_cast<unsigned>(bytes[i + 1]) << 8 |
                          static_cast<unsigned>(bytes[i + 2]);
    *out++ = alphabet[bits >> 18];
    *out++ = alphabet[bits >> 12 & 63u];
    *out++ = alphabet[bits >> 6 & 63u];
    *out++ = alphabet[bits & 63u];
  }
}

}  // namespace

bool has_pages() { return !page_template("run").empty(); }

std::string page_remedy() {
  return "pages are not available: this program was built without the viewer; configure with "
         "-DPLEUEL_VIEWER=ON and build again";
}

Page::Page(std::filesystem::path path, std::string_view template_name)
    : rest_(checked_template(template_name)), file_(std::move(path)) {
  const std::size_t place = rest_.find(data_line);
  file_.write(rest_.substr(0, place));
  rest_.remove_prefix(place + data_line.size());
}

void Page::add_json(std::string_view id, std::string_view json) {
  file_.write("<script type=\"application/json\" id=\"" + std::string(id) + "\">");
  file_.write(without_markup(json));
  file_.write("</script>\n");
}

void Page::add_bytes(std::string_view id, std::span<const std::byte> bytes) {
  file_.write("<script type=\"text/base64\" id=\"" + std::string(id) + "\">");
  constexpr std::size_t stride = 3 * 4096;
  std::string text;
  for (std::size_t begin = 0; begin < bytes.size(); begin += stride) {
    const auto part = bytes.subspan(begin, std::min(stride, bytes.size() - begin));
    const std::size_t n_whole = part.size() / 3;
    text.resize(4 * n_whole);
    write_base64(part.first(3 * n_whole), text.data());
    if (part.size() > 3 * n_whole) append_base64(part.subspan(3 * n_whole), text);
    file_.write(text);
  }
  file_.write("</script>\n");
}

void Page::commit() {
  file_.write(rest_);
  rest_ = {};
  file_.commit();
}

}  // namespace pleuel
