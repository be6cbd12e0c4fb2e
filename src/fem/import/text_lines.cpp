#include "pleuel/fem/import/text_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "pleuel/base/error.hpp"

namespace pleuel::fem {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

bool TextLines::next() {
  if (place_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', place_), text_.size());
  line_ = text_.substr(place_, end - place_);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  place_ = end + 1;
  ++number_;
  return true;
}

const std::vector<std::string_view>& TextLines::words(std::string_view separators) {
  words_.clear();
  const auto is_between = [&](char c) { return is_blank(c) || separators.find(c) != separators.npos; };
  for (std::size_t k = 0; k < line_.size();) {
    if (is_between(line_[k])) {
      ++k;
      continue;
    }
    const std::size_t first = k;
    while (k < line_.size() && !is_between(line_[k])) ++k;
    words_.push_back(line_.substr(first, k - first));
  }
  return words_;
}

long long TextLines::whole(std::string_view word, const char* what) const {
  const auto value = whole_number(word);
  if (!value) fail(quoted_word(word) + " is not " + what + ", a whole number; correct it");
  return *value;
}

double TextLines::real(std::string_view word, const char* what) const {
  const auto value = real_number(word);
  if (!value) fail(quoted_word(word) + " is not " + what + ", a number; correct it");
  if (!std::isfinite(*value))
    fail(std::string(what) + " is " + quoted_word(word) +
         ", but must be finite; export the file again from a run without errors");
  return *value;
}

int TextLines::index(std::string_view word, int most, const char* what) const {
  const long long value = whole(word, what);
  if (value < 1 || value > most)
    fail(std::string(what) + " is " + std::to_string(value) + ", but must be from 1 to " +
         std::to_string(most) + "; correct it, or the size in the header");
  return static_cast<int>(value);
}

void TextLines::fail(const std::string& what) const {
  throw InvalidInput(line_text(path_, number_) + ": " + what);
}

std::string line_text(const std::string& path, int line) { return path + ":" + std::to_string(line); }

std::string quoted_word(std::string_view word) {
  constexpr std::size_t most = 40;
  std::string text = "'";
  for (const char c : word.substr(0, most)) text += c >= ' ' && c < '\x7f' ? c : '?';
  return text + (word.size() > most ? "…'" : "'");
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return upper;
}

std::optional<long long> whole_number(std::string_view text) { return number_of<long long>(text); }

std::optional<double> real_number(std::string_view text) {
  if (const auto value = number_of<double>(text)) return value;
  // A D for the exponent, or a sign without a letter before it.
  std::string plain(text);
  for (std::size_t k = 1; k < plain.size(); ++k) {
    if (plain[k] == 'D' || plain[k] == 'd') {
      plain[k] = 'e';
      return number_of<double>(plain);
    }
    const bool has_digit = plain[k - 1] == '.' || (plain[k - 1] >= '0' && plain[k - 1] <= '9');
    if ((plain[k] == '+' || plain[k] == '-') && has_digit) return number_of<double>(plain.insert(k, "e"));
  }
  return std::nullopt;
}

}  // namespace pleuel::fem
