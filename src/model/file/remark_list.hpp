// What is allowed in a file but needs care.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "pleuel/model/file/place.hpp"

namespace pleuel {

/// The remarks on a file, one for each value: of the rounds of a repeat, the first speaks.
class RemarkList {
 public:
  /// "place: sentence"
  void add(const Place& place, const std::string& sentence) {
    if (known_.insert(key_of(place)).second) remarks_.push_back(place.text() + ": " + sentence);
  }
  /// What version 1 of the format takes in SI and version 2 refuses; `text` names its place. One remark for the file.
  void add_loose_unit(const Place& place, const std::string& text) {
    if (!known_.insert(key_of(place)).second) return;
    if (n_loose_++ == 0) first_loose_ = text;
  }

  std::vector<std::string> all() const {
    auto list = remarks_;
    if (n_loose_ > 0)
      list.push_back(
          first_loose_ +
          (n_loose_ > 1 ? " (the first of " + std::to_string(n_loose_) + " such values)" : "") +
          ". Version 1 of the format takes numbers without a unit in SI here; version 2 refuses this");
    return list;
  }

 private:
  // The same for all rounds of a repeat.
  static std::string key_of(const Place& place) {
    return place.path() + ":" + std::to_string(place.value().line) + ":" +
           std::to_string(place.value().column);
  }

  std::vector<std::string> remarks_;
  std::unordered_set<std::string> known_;
  std::string first_loose_;
  int n_loose_ = 0;
};

}  // namespace pleuel
