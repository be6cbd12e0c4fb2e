#include "pleuel/model/file/json_text.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "pleuel/base/error.hpp"
#include "pleuel/model/file/text_kind.hpp"

namespace pleuel {
namespace {

constexpr std::size_t most_bytes = 64u << 20;
constexpr std::size_t most_nested = 60;

struct Position {
  int line = 1, column = 1;
};

/// Walks along a text that is JSON up to here and finds where each key and value begins. The parser says what comes, in the
/// same order, but not where it begins.
class TokenWalk {
 public:
  explicit TokenWalk(const std::string& text) : text_(text) {
    if (text_.compare(0, 3, "\xEF\xBB\xBF") == 0) at_ = 3;
  }

  /// Where the next key, text, number, word, list or object begins; goes behind its first sign or, if simple, its end.
  Position next() {
    skip_between();
    const Position begin = position_;
    if (at_ >= text_.size()) return begin;
    if (text_[at_] == '"') {
      skip_text();
    } else if (text_[at_] == '{' || text_[at_] == '[') {
      forward();
    } else {
      while (at_ < text_.size() &&
             std::string_view(" \t\r\n,:{}[]\"/").find(text_[at_]) == std::string_view::npos)
        forward();
    }
    return begin;
  }

  Position at(std::size_t offset) {
    while (at_ < std::min(offset, text_.size())) forward();
    return position_;
  }

 private:
  void forward() {
    const auto c = static_cast<unsigned char>(text_[at_++]);
    if (c == '\n') {
      ++position_.line;
      position_.column = 1;
    } else if ((c & 0xC0) != 0x80) {  // one column a letter, however many bytes
      ++position_.column;
    }
  }
  void skip_text() {
    forward();
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\') forward();
      if (at_ < text_.size()) forward();
    }
    if (at_ < text_.size()) forward();
  }
  void skip_between() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '/') {
        skip_comment();
      } else if (std::string_view(" \t\r\n,:}]").find(c) != std::string_view::npos) {
        forward();
      } else {
        return;
      }
    }
  }
  void skip_comment() {
    const bool is_block = text_.compare(at_, 2, "/*") == 0;
    const auto end = is_block ? text_.find("*/", at_ + 2) : text_.find('\n', at_);
    const auto behind = end == std::string::npos ? text_.size() : end + (is_block ? 2 : 1);
    while (at_ < behind) forward();
  }

  const std::string& text_;
  std::size_t at_ = 0;
  Position position_;
};

std::string place(const std::string& file, const Position& position) {
  return file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
}

/// Builds the tree from the parser's calls.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const std::string& file, const std::string& text) : file_(file), text_(text), walk_(text) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add({.kind = JsonValue::Kind::boolean, .is_true = value}); }
  bool number_integer(number_integer_t value) override {
    return add_number(static_cast<double>(value), true);
  }
  bool number_unsigned(number_unsigned_t value) override {
    return add_number(static_cast<double>(value), true);
  }
  bool number_float(number_float_t value, const string_t&) override { return add_number(value, false); }
  bool string(string_t& value) override {
    return add({.kind = JsonValue::Kind::text, .text = std::move(value)});
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::list); }
  bool key(string_t& name) override {
    const auto position = walk_.next();
    open_.back()->keys.push_back({std::move(name), position.line, position.column});
    return true;
  }
  bool end_object() override {
    find_repeated_keys(*open_.back());
    open_.pop_back();
    return true;
  }
  bool end_array() override {
    open_.pop_back();
    return true;
  }
  bool parse_error(std::size_t offset, const std::string&, const nlohmann::json::exception& error) override {
    TokenWalk walk(text_);
    const auto position = walk.at(offset == 0 ? 0 : offset - 1);
    faults_.push_back(place(file_, position) + ": " + reason(error.what()));
    return false;
  }

  JsonValue result() {
    if (!faults_.empty()) throw InvalidInput(faults_);
    return std::move(root_);
  }

 private:
  bool add_number(double value, bool is_whole) {
    return add({.kind = JsonValue::Kind::number,
                .is_whole = is_whole || value == std::trunc(value),
                .number = value});
  }

  bool add(JsonValue value) {
    const auto position = walk_.next();
    value.line = position.line;
    value.column = position.column;
    place_for_next() = std::move(value);
    return true;
  }

  bool open(JsonValue::Kind kind) {
    const auto position = walk_.next();
    if (open_.size() == most_nested) {
      faults_.push_back(place(file_, position) + ": lists and objects are nested more than " +
                        std::to_string(most_nested) + " deep; a model needs less");
      return false;
    }
    JsonValue& value = place_for_next();
    value.kind = kind;
    value.line = position.line;
    value.column = position.column;
    open_.push_back(&value);
    return true;
  }

  // Addresses in `open_` stay: a vector grows only while the value it belongs to is the innermost open one.
  JsonValue& place_for_next() {
    if (open_.empty()) return root_;
    return open_.back()->items.emplace_back();
  }

  void find_repeated_keys(const JsonValue& object) {
    std::unordered_map<std::string_view, const JsonKey*> seen;
    if (object.keys.size() < 2) return;
    for (const auto& name : object.keys) {
      const auto [first, is_new] = seen.emplace(name.text, &name);
      if (!is_new && faults_.size() < 20)
        faults_.push_back(place(file_, {name.line, name.column}) + ": the key '" + shortened(name.text) +
                          "' occurs a second time, first in line " + std::to_string(first->second->line) +
                          "; remove one of them");
    }
  }

  // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing value - …"
  static std::string reason(const std::string& what) {
    if (what.find("out_of_range") != std::string::npos)
      return "a number is too large; numbers end at 1.8e308";
    if (what.find("ill-formed UTF-8") != std::string::npos)
      return "this letter is not in UTF-8; save the file with this encoding";
    if (what.find("unexpected end of input") != std::string::npos)
      return "the file ends here, within a list, an object or a text; add what closes it, if the file is "
             "whole";
    const auto dash = what.find(" - ");
    const auto colon = what.find(": ");
    std::string text = dash != std::string::npos    ? what.substr(dash + 3)
                       : colon != std::string::npos ? what.substr(colon + 2)
                                                    : what;
    return "this is not JSON: " + (text.size() > 300 ? text.substr(0, 300) : text) +
           "; look for a missing or superfluous comma, quote or bracket just before";
  }

  const std::string& file_;
  const std::string& text_;
  TokenWalk walk_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  std::vector<std::string> faults_;
};

}  // namespace

JsonValue parse_json(const std::string& file, const std::string& text) {
  if (text.size() > most_bytes)
    throw InvalidInput(file + " has " + std::to_string(text.size()) + " bytes, but a model may have " +
                       std::to_string(most_bytes) + "; use \"repeat\" for many alike elements");
  if (const std::string reason = why_no_json(text); !reason.empty()) throw InvalidInput(file + ": " + reason);
  TreeBuilder builder(file, text);
  constexpr bool is_strict = true, ignores_comments = true;
  nlohmann::json::sax_parse(text, &builder, nlohmann::json::input_format_t::json, is_strict,
                            ignores_comments);
  return builder.result();
}

}  // namespace pleuel
