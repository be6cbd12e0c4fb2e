#include "pleuel/base/names.hpp"

#include <algorithm>

namespace pleuel {
namespace {

constexpr std::size_t most_suggestions = 3;
constexpr std::size_t longest_list = 12;  // longer lists are only shown by `pleuel list`

bool is_prefix(std::string_view prefix, std::string_view of) {
  return !prefix.empty() && of.substr(0, prefix.size()) == prefix;
}

// Largest edit distance that counts as a typing error: one letter in three.
int tolerated_distance(std::string_view typed) {
  return std::max<int>(1, (static_cast<int>(typed.size()) + 2) / 3);
}

std::string in_quotes(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), longest_list); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > longest_list) text += ", …";
  return text;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Row i holds the distances between the first i letters of a and all prefixes of b. A swap needs
  // the row before the previous one.
  std::vector<int> two_back(b.size() + 1), one_back(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_back, one_back);
    std::swap(one_back, row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = one_back[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({one_back[j] + 1, row[j - 1] + 1, replaced});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], two_back[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::vector<std::string> nearest_names(std::string_view typed, const std::vector<std::string>& valid) {
  struct Candidate {
    int distance;
    const std::string* name;
  };
  std::vector<Candidate> candidates;
  for (const auto& name : valid) {
    const int distance = edit_distance(typed, name);
    const bool is_related = is_prefix(typed, name) || is_prefix(name, typed);
    if (is_related || distance <= tolerated_distance(typed)) candidates.push_back({distance, &name});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& x, const Candidate& y) { return x.distance < y.distance; });
  std::vector<std::string> names;
  for (const auto& candidate : candidates) {
    if (names.size() == most_suggestions) break;
    if (std::find(names.begin(), names.end(), *candidate.name) == names.end())
      names.push_back(*candidate.name);
  }
  return names;
}

std::string unknown_name(std::string_view kind, std::string_view typed,
                         const std::vector<std::string>& valid) {
  std::string sentence = "unknown " + std::string(kind) + " " + in_quotes(typed);
  const auto near = nearest_names(typed, valid);
  if (!near.empty()) {
    sentence += "; did you mean ";
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (i > 0) sentence += i + 1 == near.size() ? " or " : ", ";
      sentence += in_quotes(near[i]);
    }
    sentence += "?";
  }
  if (valid.empty()) return sentence + " (there are none)";
  return sentence + " (" + listed(valid) + ")";
}

}  // namespace pleuel
