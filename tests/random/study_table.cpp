#include "random/study_table.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace pleuel::testing {
namespace {

std::string number(double x) {
  char room[32];
  std::snprintf(room, sizeof room, "%.2g", x);
  return room;
}
double median(std::vector<double> list) {
  if (list.empty()) return 0;
  const auto middle = list.begin() + long(list.size() / 2);
  std::nth_element(list.begin(), middle, list.end());
  return *middle;
}
double largest(const std::vector<double>& list) {
  return list.empty() ? 0 : *std::max_element(list.begin(), list.end());
}

/// What a pair did.
struct Cell {
  int runs = 0, right = 0, right_remarked = 0, off_remarked = 0, failed = 0, wrong = 0;
  std::vector<double> errors;  ///< of runs that end without a word
  void add(const PairOutcome& r) {
    ++runs;
    if (!r.is_ok)
      ++failed;
    else if (r.is_silently_wrong())
      ++wrong;
    else if (!r.is_right())
      ++off_remarked;
    else
      ++(r.remarks.empty() ? right : right_remarked);
    if (r.is_ok && r.remarks.empty()) errors.push_back(r.error());
  }
  std::string row(const std::string& head) const {
    std::string text = "| " + head + " |";
    for (const int n : {runs, right, right_remarked, off_remarked, failed, wrong})
      text += " " + std::to_string(n) + " |";
    return text + " " + number(median(errors)) + " | " + number(largest(errors)) + " |\n";
  }
};

std::string class_table(const std::vector<MechanismStudy>& studies) {
  std::string out =
      "| mechanisms | number | median κ | largest κ | references differ by at most | from the recursive "
      "equations |\n"
      "|---|---|---|---|---|---|\n";
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<double> growths, gaps, tree_gaps;
    for (const MechanismStudy& s : studies) {
      if (int(s.subject.kind) != kind) continue;
      growths.push_back(s.subject.growth);
      gaps.push_back(s.reference_gap / study_tolerance);
      if (s.tree_gap >= 0) tree_gaps.push_back(s.tree_gap / study_tolerance);
    }
    if (growths.empty()) continue;
    out += std::string("| ") + name_of(MechanismClass(kind)) + " | " + std::to_string(growths.size()) +
           " | " + number(median(growths)) + " | " + number(largest(growths)) + " | " +
           number(largest(gaps)) + " | " + (tree_gaps.empty() ? "" : number(largest(tree_gaps))) + " |\n";
  }
  return out;
}

std::string pair_table(const std::vector<MechanismStudy>& studies) {
  std::vector<std::pair<std::string, Cell>> cells;  // in the order of the runs
  std::map<std::string, Cell> sums;
  for (const MechanismStudy& s : studies)
    for (std::size_t i = 0; i < s.runs.size(); ++i) {
      const PairOutcome& r = s.runs[i];
      if (i >= cells.size()) cells.push_back({r.formulation + " | " + r.method, {}});
      cells[i].second.add(r);
      sums[r.method].add(r);
    }
  std::string out =
      "| formulation | method | runs | right | right, remarked | off, remarked | failed | off without a word "
      "| median error | largest error |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& [head, cell] : cells) out += cell.row(head);
  for (const auto& [method, cell] : sums) out += cell.row("all | " + method);
  return out;
}

/// Errors of reactions below this are those of the reference.
constexpr double reaction_floor = 1e-9;

struct ReactionCell {
  int runs = 0, contained = 0;
  std::vector<double> errors, ratios;
  void add(const PairOutcome& r) {
    if (r.reaction_error < 0) return;
    ++runs;
    contained += r.reaction_error <= r.reaction_estimate + reaction_floor;
    errors.push_back(r.reaction_error);
    if (r.reaction_error > reaction_floor) ratios.push_back(r.reaction_estimate / r.reaction_error);
  }
  std::string row(const std::string& head) const {
    return "| " + head + " | " + std::to_string(runs) + " | " + number(median(errors)) + " | " +
           number(largest(errors)) + " | " + std::to_string(runs == 0 ? 0 : 100 * contained / runs) +
           " % | " + number(median(ratios)) + " |\n";
  }
};

std::string reaction_table(const std::vector<MechanismStudy>& studies) {
  std::map<std::string, ReactionCell> methods, formulations;
  ReactionCell all;
  for (const MechanismStudy& s : studies)
    for (const PairOutcome& r : s.runs) {
      methods[r.method].add(r);
      formulations[r.formulation].add(r);
      all.add(r);
    }
  std::string out =
      "| reactions | runs | median error | largest error | estimate contains the error | median of estimate "
      "/ error |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& [name, cell] : methods) out += cell.row(name);
  for (const auto& [name, cell] : formulations) out += cell.row(name);
  return out + all.row("all");
}

/// A remark or a reason up to its first number, so that those of one kind count together.
std::string kind_of(const std::string& text) {
  const auto end = text.find_first_of("0123456789:;");
  return text.substr(0, end);
}

std::string reason_table(const std::vector<MechanismStudy>& studies) {
  std::map<std::string, int> counts;
  for (const MechanismStudy& s : studies)
    for (const PairOutcome& r : s.runs) {
      if (!r.is_ok) ++counts["failed | " + kind_of(r.failure)];
      for (const std::string& remark : r.remarks) ++counts["remark | " + kind_of(remark)];
    }
  if (counts.empty()) return "No run failed, and none has a remark.\n";
  std::string out = "| runs | | begins with |\n|---|---|---|\n";
  for (const auto& [what, n] : counts) out += "| " + std::to_string(n) + " | " + what + " |\n";
  return out;
}

}  // namespace

std::string study_table(const std::vector<MechanismStudy>& studies, const PassedOver& passed_over) {
  return class_table(studies) + "\nSeeds passed over: " + std::to_string(passed_over.dependent) +
         " with dependent constraints at the start, " + std::to_string(passed_over.singular) +
         " near a singular configuration, " + std::to_string(passed_over.chaotic) + " with a large κ, " +
         std::to_string(passed_over.failed) + " whose probe failed.\n\n" + pair_table(studies) + "\n" +
         reaction_table(studies) + "\n" + reason_table(studies);
}

}  // namespace pleuel::testing
