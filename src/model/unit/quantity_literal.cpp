#include "pleuel/model/unit/quantity_literal.hpp"

#include <charconv>

#include "pleuel/model/unit/unit.hpp"

namespace pleuel {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t past_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

bool is_word_letter(std::string_view text, std::size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c < 0x80)
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(text[at]) || c == '_' || c == '.';
  const auto rest = text.substr(at);
  return !rest.starts_with("·") && !rest.starts_with("²") && !rest.starts_with("³");
}

// A name, of a unit or anything else.
std::string_view word_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || is_digit(text[at])) return {};
  auto end = at;
  while (end < text.size() && is_word_letter(text, end)) ++end;
  return text.substr(at, end - at);
}

/// Reads a unit as far as possible.
class UnitScanner {
 public:
  UnitScanner(std::string_view text, std::size_t at, const std::function<bool(std::string_view)>& is_name)
      : text_(text), end_(at), is_name_(is_name) {}

  /// The first factor is at `at`.
  bool take_first(std::size_t at) { return take_factor(at); }

  void take_rest() {
    while (true) {
      const auto at = past_spaces(text_, end_);
      if (at == text_.size()) return;
      const bool is_dot = text_.substr(at).starts_with("·");
      if (text_[at] == '*' || text_[at] == '/' || is_dot) {
        const auto next = past_spaces(text_, at + (is_dot ? 2 : 1));
        const auto word = word_at(text_, next);
        if (!take_factor(next)) return;
        if (!word.empty() && ambiguous_.empty() && is_name_(word)) ambiguous_ = word;
      } else if (at == end_ || !take_factor(at)) {
        return;
      }
    }
  }

  std::size_t end() const { return end_; }
  std::string_view ambiguous() const { return ambiguous_; }

 private:
  bool take_factor(std::size_t at) {
    if (at < text_.size() && text_[at] == '(') return take_group(at);
    const auto word = word_at(text_, at);
    if (word.empty() || !is_unit_name(word)) return false;
    const auto after = past_spaces(text_, at + word.size());
    if (after < text_.size() && text_[after] == '(') return false;  // a function
    end_ = at + word.size();
    take_power();
    return true;
  }

  // "(m/s)" of "N/(m/s)".
  bool take_group(std::size_t at) {
    UnitScanner inner(text_, at + 1, is_name_);
    if (!inner.take_first(past_spaces(text_, at + 1))) return false;
    inner.take_rest();
    const auto close = past_spaces(text_, inner.end());
    if (close == text_.size() || text_[close] != ')') return false;
    end_ = close + 1;
    take_power();
    return true;
  }

  void take_power() {
    for (const std::string_view sign : {"²", "³"})
      if (text_.substr(end_).starts_with(sign)) {
        end_ += sign.size();
        return;
      }
    auto at = past_spaces(text_, end_);
    if (at == text_.size() || text_[at] != '^') return;
    at = past_spaces(text_, at + 1);
    double value = 0;
    const auto [past, error] = std::from_chars(text_.data() + at, text_.data() + text_.size(), value);
    if (error == std::errc()) end_ = static_cast<std::size_t>(past - text_.data());
  }

  std::string_view text_;
  std::size_t end_;
  std::string_view ambiguous_ = {};
  const std::function<bool(std::string_view)>& is_name_;
};

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '-' || text[begin - 1] == '+')) --begin;
  end = past_spaces(text, end);
  const bool is_begin = begin == 0 || text[begin - 1] == '(' || text[begin - 1] == ',';
  return is_begin && (end == text.size() || text[end] == ')' || text[end] == ',');
}

}  // namespace

bool begins_number(std::string_view text, std::size_t at) {
  return is_digit(text[at]) || (text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1]));
}

QuantityLiteral quantity_literal(std::string_view text, std::size_t at,
                                 const std::function<bool(std::string_view)>& is_name) {
  double value = 0;
  const auto past = std::from_chars(text.data() + at, text.data() + text.size(), value).ptr;
  const auto number_end = static_cast<std::size_t>(past - text.data());
  QuantityLiteral result{.number_length = number_end - at, .length = number_end - at};
  const auto begin = past_spaces(text, number_end);
  UnitScanner unit(text, number_end, is_name);
  bool has_unit = false;
  if (begin < text.size() && text[begin] == '/') {
    const auto next = past_spaces(text, begin + 1);
    has_unit = !is_name(word_at(text, next)) && !word_at(text, next).empty() && unit.take_first(next);
  } else if (begin > number_end && begin < text.size() && text[begin] == '1') {
    const auto slash = past_spaces(text, begin + 1);
    has_unit = slash < text.size() && text[slash] == '/' && unit.take_first(past_spaces(text, slash + 1));
  } else {
    has_unit = !word_at(text, begin).empty() && unit.take_first(begin);
  }
  if (!has_unit) return result;
  unit.take_rest();
  result.length = unit.end() - at;
  if (!stands_alone(text, at, unit.end())) result.ambiguous = unit.ambiguous();
  return result;
}

}  // namespace pleuel
