#include "pleuel/model/file/source_location.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

/// Line and column of a fault that begins with SourceLocation::text(); zeros if it does not.
std::pair<int, int> position_of(const std::string& fault) {
  std::pair<int, int> position{0, 0};
  const std::size_t end = fault.find(", /");
  if (end == std::string::npos) return position;
  const std::size_t column = fault.rfind(':', end), line = fault.rfind(':', column - 1);
  if (column == std::string::npos || column == 0 || line == std::string::npos) return position;
  std::from_chars(fault.data() + line + 1, fault.data() + column, position.first);
  std::from_chars(fault.data() + column + 1, fault.data() + end, position.second);
  return position;
}

}  // namespace

std::string SourceLocation::path() const {
  if (up_ == nullptr) return path_;
  return up_->path() + "/" + (index_ >= 0 ? std::to_string(index_) : shortened(key_));
}

std::string SourceLocation::text_at(const JsonPosition& position, const std::string& key) const {
  auto way = path() + (key.empty() ? "" : "/" + shortened(key));
  if (way.empty()) way = "/";
  std::string text =
      *file_ + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ", " + way;
  const auto variables = loop_text();
  return variables.empty() ? text : text + " (" + variables + ")";
}

std::string SourceLocation::loop_text() const {
  std::string variables;
  for (const auto* loop = loop_; loop != nullptr; loop = loop->outer.get())
    variables =
        loop->name + " = " + std::to_string(loop->value) + (variables.empty() ? "" : ", ") + variables;
  return variables;
}

bool Diagnostics::is_settled(const SourceLocation& place) {
  if (place.loop() != nullptr) {
    const auto first = rounds_.find(place.value().source);
    if (first != rounds_.end() && first->second != place.loop_text()) {
      ++n_repeated_;
      return true;
    }
  }
  return is_full();
}

bool Diagnostics::is_full() {
  constexpr std::size_t most = 100;
  if (faults_.size() < most) return false;
  ++left_out_;
  return true;
}

void Diagnostics::add(const SourceLocation& place, const std::string& sentence) {
  add_text(place, place.text() + ": " + sentence);
}

void Diagnostics::add(const std::string& place, const std::string& sentence) {
  if (place.ends_with(')')) {  // (i = 3), see SourceLocation::text_at
    const auto first = places_.emplace(place.substr(0, place.rfind(" (")), place).first;
    if (first->second != place) {
      ++n_repeated_;
      return;
    }
  }
  if (!is_full()) faults_.push_back(place + ": " + sentence);
}

void Diagnostics::add_text(const SourceLocation& place, std::string fault) {
  if (is_settled(place)) return;
  if (place.loop() != nullptr) rounds_.emplace(place.value().source, place.loop_text());
  faults_.push_back(std::move(fault));
}

void Diagnostics::throw_if_any() const {
  if (faults_.empty()) return;
  auto all = faults_;
  std::ranges::stable_sort(all, {}, position_of);
  if (left_out_ > 0) all.push_back("and " + std::to_string(left_out_) + " more");
  throw InvalidInput(std::move(all));
}

}  // namespace pleuel
