// Locations in a model file, and the faults found so far.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "pleuel/model/file/json_value.hpp"

namespace pleuel {

/// A variable of "repeat" and its current value.
struct LoopVariable {
  std::string name;
  int value = 0;
  std::shared_ptr<const LoopVariable> outer;
};

/// A value and its path: "file:12:5, /joints/3/a". A location refers to its parent, which must
/// outlive it.
class SourceLocation {
 public:
  SourceLocation(const std::string& file, const JsonValue& root) : file_(&file), value_(root) {}
  /// A location with an explicit path and the current values of loop variables.
  SourceLocation(const std::string& file, const JsonValue& value, std::string path, const LoopVariable* loop)
      : file_(&file), value_(value), path_(std::move(path)), loop_(loop) {}

  SourceLocation item(std::size_t index) const {
    return {*this, value_.items[index], {}, static_cast<int>(index)};
  }
  /// The value of a key that the object has.
  SourceLocation member(const std::string& key) const {
    return member(static_cast<std::size_t>(value_.find_key(key)));
  }
  SourceLocation member(std::size_t index) const {
    return {*this, value_.items[index], value_.keys[index].text, -1};
  }
  /// A value that is missing in the file and taken from elsewhere.
  SourceLocation with(const std::string& key, const JsonValue& value) const {
    return {*this, value, key, -1};
  }

  const JsonValue& value() const { return value_; }
  /// Whether the object has a key.
  bool has(const std::string& key) const { return value_.find(key) != nullptr; }
  const std::string& file() const { return *file_; }
  const LoopVariable* loop() const { return loop_; }
  std::string path() const;
  /// "file:line:column, path", and the values of loop variables.
  std::string text() const { return text_at(value_.position(), {}); }
  std::string text_at(const JsonPosition& position, const std::string& key) const;
  /// "i = 3, j = 4"
  std::string loop_text() const;

 private:
  SourceLocation(const SourceLocation& up, JsonValue value, std::string key, int index)
      : file_(up.file_),
        value_(std::move(value)),
        loop_(up.loop_),
        up_(&up),
        key_(std::move(key)),
        index_(index) {}

  const std::string* file_;
  JsonValue value_;
  std::string path_;
  const LoopVariable* loop_ = nullptr;
  const SourceLocation* up_ = nullptr;
  std::string key_;
  int index_ = -1;
};

/// All faults of a file, reported in the order of their lines; beyond a hundred they are only
/// counted. For repeated items only the first fault at a value is reported.
class Diagnostics {
 public:
  void add(const SourceLocation& place, const std::string& sentence);
  /// For a place of which only the text() was kept.
  void add(const std::string& place, const std::string& sentence);
  /// A fault that names the place by itself.
  void add_text(const SourceLocation& place, std::string fault);
  /// True if no further fault will be reported for this value, so that it need not be checked: the
  /// file is invalid anyway. Counts as a fault.
  bool is_settled(const SourceLocation& place);
  /// Including faults that are not reported.
  std::size_t size() const { return faults_.size() + left_out_ + n_repeated_; }
  void throw_if_any() const;

 private:
  bool is_full();

  std::vector<std::string> faults_;
  std::unordered_map<const char*, std::string> rounds_;  ///< round of the first fault, by value
  std::unordered_map<std::string, std::string> places_;  ///< the same by the text before the round
  std::size_t left_out_ = 0, n_repeated_ = 0;
};

}  // namespace pleuel
