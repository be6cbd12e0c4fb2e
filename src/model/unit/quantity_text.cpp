#include "pleuel/model/unit/quantity_text.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/model/unit/quantity_literal.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Splitter {
 public:
  Splitter(std::string_view text, const std::function<bool(std::string_view)>& is_name)
      : text_(text), is_name_(is_name) {}

  // Position of the unit of the whole text, or the length of the text.
  std::size_t unit_begin() {
    bool after_operand = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ') {
        ++at_;
        continue;
      }
      const bool is_number = begins_number(text_, at_);
      if (after_operand && (is_number || begins_name(c))) return at_;
      if (after_operand && c == '/' && is_unit_behind(at_ + 1)) return at_;
      if (is_number) {
        const auto literal = quantity_literal(text_, at_, is_name_);
        const auto number_end = at_ + literal.number_length;
        const bool is_last = at_ + literal.length == text_.find_last_not_of(' ') + 1;
        // A unit at the end of a product belongs to all of it: "3/4 mm".
        at_ = literal.has_unit() && is_last && !has_sum_ && depth_ == 0 ? number_end : at_ + literal.length;
        if (at_ == number_end && literal.has_unit()) return past_spaces(at_);
        after_operand = true;
      } else if (begins_name(c)) {
        at_ += name_at(at_).size();
        after_operand = true;
      } else {
        if (depth_ == 0 && after_operand && (c == '+' || c == '-' || c == '<' || c == '>' || c == '='))
          has_sum_ = true;
        if (c == '(') ++depth_;
        if (c == ')') --depth_;
        after_operand = c == ')';
        ++at_;
      }
    }
    return at_;
  }

  bool has_sum() const { return has_sum_; }
  bool is_inside() const { return depth_ > 0; }

 private:
  std::size_t past_spaces(std::size_t at) const {
    while (at < text_.size() && text_[at] == ' ') ++at;
    return at;
  }
  std::string_view name_at(std::size_t begin) const {
    auto end = begin;
    while (end < text_.size() && (begins_name(text_[end]) || is_digit(text_[end]) || text_[end] == '.'))
      ++end;
    return text_.substr(begin, end - begin);
  }
  bool is_unit_behind(std::size_t at) const {
    at = past_spaces(at);
    if (at == text_.size() || !begins_name(text_[at])) return false;
    auto end = at;
    while (end < text_.size() && begins_name(text_[end])) ++end;
    return !is_name_(name_at(at)) && is_unit_name(text_.substr(at, end - at));
  }

  std::string_view text_;
  const std::function<bool(std::string_view)>& is_name_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool has_sum_ = false;
};

std::string_view trimmed(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

QuantityText split_quantity(const std::string& place, std::string_view text,
                            const std::function<bool(std::string_view)>& is_name) {
  Splitter splitter(text, is_name);
  const auto begin = splitter.unit_begin();
  const QuantityText parts{trimmed(text.substr(0, begin)), trimmed(text.substr(begin))};
  if (parts.unit.empty() || splitter.is_inside()) return {text, {}};
  if (splitter.has_sum())
    throw InvalidInput(place + ": '" + std::string(text.substr(0, 200)) + "' has the unit '" +
                       std::string(parts.unit.substr(0, 60)) +
                       "' behind a sum, and could apply to all of it or to its last part; write '(" +
                       std::string(parts.formula.substr(0, 200)) + ") " +
                       std::string(parts.unit.substr(0, 60)) + "', or all in SI without a unit");
  return parts;
}

}  // namespace pleuel
