#include "pleuel/model/file/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/model/file/text_kind.hpp"

namespace pleuel {
namespace {

constexpr std::size_t most_nested = 60;
constexpr std::size_t mark_distance = 64;  // bytes between positions that are kept
constexpr std::size_t most_repeated = 20;   // of keys that are told

void go_on(JsonPosition& position, char c) {
  if (c == '\n') {
    ++position.line;
    position.column = 1;
    // one column a letter, however many bytes
  } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
    ++position.column;
  }
}

/// Behind blanks and comments.
std::size_t behind_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == '/') {
      const bool is_block = text.substr(at, 2) == "/*";
      const auto end = is_block ? text.find("*/", at + 2) : text.find('\n', at);
      at = end == std::string_view::npos ? text.size() : end + (is_block ? 2 : 1);
    } else if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

/// Behind the text in quotes that begins at `at`.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

void append_utf8(std::string& text, unsigned code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | code >> 18);
    text += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

unsigned four_digits(std::string_view text, std::size_t at) {
  unsigned code = 0;
  std::from_chars(text.data() + at, text.data() + std::min(at + 4, text.size()), code, 16);
  return code;
}

std::string place(const std::string& file, const JsonPosition& position) {
  return file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
}

JsonPosition position_of(std::string_view text, std::size_t offset) {
  JsonPosition position;
  for (std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; at < std::min(offset, text.size()); ++at)
    go_on(position, text[at]);
  return position;
}

/// Where the n-th list or object opens, from 0.
JsonPosition position_of_opening(std::string_view text, std::size_t n) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    at = behind_blanks(text, at);
    while (at < text.size() && text[at] == '"') at = behind_blanks(text, behind_string(text, at));
    if (at < text.size() && (text[at] == '[' || text[at] == '{') && n-- == 0) return position_of(text, at);
  }
  return {};
}

/// Tests the syntax and counts.
class Counter : public nlohmann::json_sax<nlohmann::json> {
 public:
  Counter(const std::string& file, const std::string& text) : file_(file), text_(text) {}

  bool null() override { return add(); }
  bool boolean(bool) override { return add(); }
  bool number_integer(number_integer_t) override { return add(); }
  bool number_unsigned(number_unsigned_t) override { return add(); }
  bool number_float(number_float_t, const string_t&) override { return add(); }
  bool string(string_t&) override { return add(); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool key(string_t&) override {
    ++n_nodes_;
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t offset, const std::string&, const nlohmann::json::exception& error) override {
    fault_ = place(file_, position_of(text_, offset == 0 ? 0 : offset - 1)) + ": " + reason(error.what());
    return false;
  }

  JsonText result() {
    if (!fault_.empty()) throw InvalidInput(fault_);
    return {text_, std::move(counts_), n_nodes_};
  }

 private:
  bool add() {
    ++n_nodes_;
    if (!open_.empty()) ++counts_[open_.back()];
    return true;
  }

  bool open() {
    if (open_.size() == most_nested) {
      fault_ = place(file_, position_of_opening(text_, counts_.size())) +
               ": lists and objects are nested more than " + std::to_string(most_nested) +
               " deep; a model needs less";
      return false;
    }
    add();
    open_.push_back(counts_.size());
    counts_.push_back(0);
    return true;
  }

  bool close() {
    if (counts_[open_.back()] > 0) ++n_nodes_;  // its block begins with the number
    open_.pop_back();
    return true;
  }

  // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing
  // value - …; last read: 'x'". What was read is not told: the file may be anything.
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
    const auto quoted = text.find("; last read: '");
    const auto expected = text.rfind("'; expected ");
    if (quoted != std::string::npos)
      text = text.substr(0, quoted) + (expected != std::string::npos ? text.substr(expected + 1) : "");
    return "this is not JSON: " + text +
           "; look for a missing or superfluous comma, quote or bracket just before";
  }

  const std::string& file_;
  const std::string& text_;
  std::deque<std::uint32_t> counts_;
  std::vector<std::size_t> open_;  // their places in counts_
  std::size_t n_nodes_ = 0;
  std::string fault_;
};

}  // namespace

/// Walks along the text and fills the nodes.
class JsonText::Builder {
 public:
  Builder(JsonText& json, std::deque<std::uint32_t> counts)
      : json_(json), text_(json.text_), counts_(std::move(counts)) {}

  void build() {
    json_.nodes_.emplace_back();
    read_value(0);
  }

 private:
  void skip() { at_ = behind_blanks(text_, at_); }

  void read_value(std::uint32_t slot) {
    skip();
    json_.nodes_[slot].offset = static_cast<std::uint32_t>(at_);
    const char first = text_[at_];
    if (first == '[' || first == '{') return read_block(slot, first == '{');
    const Kind kind = first == '"'                   ? Kind::text
                      : first == 't' || first == 'f' ? Kind::boolean
                      : first == 'n'                 ? Kind::null
                                                     : Kind::number;
    json_.nodes_[slot].kind = static_cast<std::uint32_t>(kind);
    if (kind == Kind::text)
      at_ = behind_string(text_, at_);
    else
      at_ = std::min(text_.find_first_of(" \t\r\n,]}/", at_), text_.size());
  }

  void read_block(std::uint32_t slot, bool is_object) {
    const std::uint32_t n = counts_.front();
    counts_.pop_front();
    json_.nodes_[slot].kind = static_cast<std::uint32_t>(is_object ? Kind::object : Kind::list);
    ++at_;
    if (n > 0) {
      const auto block = static_cast<std::uint32_t>(json_.nodes_.size());
      json_.nodes_.resize(block + 1 + (is_object ? 2 * n : n));
      json_.nodes_[slot].block = block;
      json_.nodes_[block].block = n;
      for (std::uint32_t i = 0; i < n; ++i) {
        if (is_object) read_key(block + 1 + n + i);
        read_value(block + 1 + i);
        skip();
        if (i + 1 < n) ++at_;  // the comma
      }
      if (is_object) find_repeated_keys(block + 1 + n, n);
    }
    skip();
    ++at_;
  }

  void read_key(std::uint32_t slot) {
    skip();
    json_.nodes_[slot].offset = static_cast<std::uint32_t>(at_);
    at_ = behind_string(text_, at_);
    skip();
    ++at_;  // the colon
  }

  // Sorted by a hash of the key and its place, equal keys are neighbours, the first one before the
  // others.
  void find_repeated_keys(std::uint32_t first, std::uint32_t n) {
    if (n < 2 || json_.repeated_.size() >= most_repeated) return;
    std::vector<std::uint64_t> sorted(n);
    for (std::uint32_t i = 0; i < n; ++i)
      sorted[i] = (content_hash(json_.string_at(json_.nodes_[first + i].offset)) >> 32 << 32) | i;
    std::ranges::sort(sorted);
    std::vector<RepeatedKey> found;
    const auto node = [&](std::uint64_t entry) { return first + static_cast<std::uint32_t>(entry); };
    for (std::uint32_t begin = 0, i = 1; i < n; ++i) {
      if (sorted[i] >> 32 != sorted[begin] >> 32) begin = i;
      for (std::uint32_t k = begin; k < i; ++k)
        if (json_.is_key(node(sorted[i]), json_.string_at(json_.nodes_[node(sorted[k])].offset))) {
          found.push_back({node(sorted[i]), node(sorted[k])});
          break;
        }
    }
    std::ranges::sort(found, {}, &RepeatedKey::second);
    json_.repeated_.insert(json_.repeated_.end(), found.begin(), found.end());
  }

  JsonText& json_;
  std::string_view text_;
  std::deque<std::uint32_t> counts_;  // of what has not been opened
  std::size_t at_ = json_.text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
};

JsonText::JsonText(std::string_view text, std::deque<std::uint32_t> counts, std::size_t n_nodes)
    : text_(text) {
  nodes_.reserve(n_nodes);
  Builder(*this, std::move(counts)).build();
  mark_positions();
}

void JsonText::mark_positions() {
  JsonPosition position;
  marks_.reserve(text_.size() / mark_distance + 1);
  const std::size_t begin = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (std::size_t at = 0; at <= text_.size(); ++at) {
    if (at % mark_distance == 0) marks_.push_back(position);
    if (at >= begin && at < text_.size()) go_on(position, text_[at]);
  }
}

JsonPosition JsonText::position(const char* at) const {
  const auto offset = static_cast<std::size_t>(at - text_.data());
  JsonPosition position = marks_[offset / mark_distance];
  for (std::size_t i = offset / mark_distance * mark_distance; i < offset; ++i)
    if (i >= 3 || !text_.starts_with("\xEF\xBB\xBF")) go_on(position, text_[i]);
  return position;
}

JsonValue JsonText::value(std::uint32_t node) const {
  const Node& at = nodes_[node];
  JsonValue value;
  value.kind = static_cast<Kind>(at.kind);
  value.source = text_.data() + at.offset;
  value.document = this;
  const std::uint32_t n = at.block == 0 ? 0 : nodes_[at.block].block;
  switch (value.kind) {
    case Kind::null:
      break;
    case Kind::boolean:
      value.is_true = *value.source == 't';
      break;
    case Kind::number:
      std::from_chars(value.source, text_.data() + text_.size(), value.number);
      value.is_whole = value.number == std::trunc(value.number);
      break;
    case Kind::text:
      value.text = string_at(at.offset);
      break;
    case Kind::object:
      value.keys = {*this, at.block + 1 + n, n};
      [[fallthrough]];
    case Kind::list:
      value.items = {*this, at.block + 1, n};
  }
  return value;
}

JsonKey JsonText::key(std::uint32_t node) const {
  const std::size_t offset = nodes_[node].offset;
  return {string_at(offset), position(text_.data() + offset)};
}

bool JsonText::is_key(std::uint32_t node, const std::string& key) const {
  const std::size_t begin = nodes_[node].offset + 1;
  const auto raw = text_.substr(begin, behind_string(text_, begin - 1) - 1 - begin);
  return raw.find('\\') == std::string_view::npos ? raw == key : string_at(begin - 1) == key;
}

std::string JsonText::string_at(std::size_t offset) const {
  const std::size_t end = behind_string(text_, offset) - 1;
  std::string result;
  result.reserve(end - offset);
  for (std::size_t at = offset + 1; at < end; ++at) {
    if (text_[at] != '\\') {
      result += text_[at];
      continue;
    }
    const char escape = text_[++at];
    if (escape != 'u') {
      static constexpr std::string_view letters = "bfnrt", signs = "\b\f\n\r\t";
      const auto known = letters.find(escape);
      result += known == std::string_view::npos ? escape : signs[known];
      continue;
    }
    unsigned code = four_digits(text_, at + 1);
    at += 4;
    if (code >= 0xD800 && code < 0xDC00) {  // the first half of a letter beyond 16 bits
      code = 0x10000 + ((code - 0xD800) << 10) + (four_digits(text_, at + 3) - 0xDC00);
      at += 6;
    }
    append_utf8(result, code);
  }
  return result;
}

JsonValue parse_json(const std::string& file, const std::string& text) {
  if (text.size() > model_file.most_bytes)
    throw InvalidInput(file + " has " + std::to_string(text.size()) + " bytes, but may have " +
                       std::to_string(model_file.most_bytes) + "; use \"repeat\" for many alike elements");
  if (const std::string reason = why_no_json(text); !reason.empty()) throw InvalidInput(file + ": " + reason);
  Counter counter(file, text);
  constexpr bool is_strict = true, ignores_comments = true;
  nlohmann::json::sax_parse(text, &counter, nlohmann::json::input_format_t::json, is_strict,
                            ignores_comments);
  const auto json = std::make_shared<const JsonText>(counter.result());
  std::vector<std::string> faults;
  for (const auto& [second, first] : json->repeated_keys()) {
    if (faults.size() == most_repeated) break;
    const JsonKey again = json->key(second);
    faults.push_back(place(file, again.position) + ": the key '" + shortened(again.text) +
                     "' occurs a second time, first in line " +
                     std::to_string(json->key(first).position.line) + "; remove one of them");
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  JsonValue root = json->root();
  root.owner = json;
  return root;
}

}  // namespace pleuel
