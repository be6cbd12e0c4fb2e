// Collects remarks on a model file.
#pragma once

#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "pleuel/model/file/source_location.hpp"

namespace pleuel {

/// One remark per value; for repeated items only the first one.
class RemarkList {
 public:
  /// "place: sentence"
  void add(const SourceLocation& place, const std::string& sentence) {
    if (known_.insert(key_of(place)).second) remarks_.push_back(place.text() + ": " + sentence);
  }
  /// Of the remarks of a kind only the first is shown, with their number. `text` contains its
  /// location; `kind`, the common part, follows it.
  void add_alike(const SourceLocation& place, const std::string& text, const std::string& kind) {
    if (!known_.insert(key_of(place)).second) return;
    auto& group = groups_[kind];
    if (group.n++ == 0) group.first = text;
  }

  std::vector<std::string> all() const {
    auto list = remarks_;
    for (const auto& [kind, group] : groups_) {
      const auto count = group.n > 1 ? " (the first of " + std::to_string(group.n) + " such values)" : "";
      list.push_back(group.first + count + ". " + kind);
    }
    return list;
  }

 private:
  struct Group {
    std::string first;
    int n = 0;
  };

  // The same key for all repetitions of an item.
  static std::string key_of(const SourceLocation& place) {
    const JsonPosition at = place.value().position();
    return place.path() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  }

  std::vector<std::string> remarks_;
  std::unordered_set<std::string> known_;
  std::map<std::string, Group> groups_;  // by kind
};

}  // namespace pleuel
