#include "pleuel/lab/advice_words.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/csv.hpp"

namespace pleuel {
namespace {

// Quoted unless every character is safe in a shell.
std::string quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string("-_./=:,+@").find(c) != std::string::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

std::string pair_text(const RunKey& key) { return key.formulation + " " + key.method; }

bool is_same_pair(const RunKey& a, const RunKey& b) {
  return a.formulation == b.formulation && a.method == b.method;
}

const char* symbol_of(Group group) { return group == Group::lambda ? "λ" : name_of(group); }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string ratio_text(double ratio) {
  if (ratio < 1.1) return "equally long, up to 10 %";
  return formatted(ratio < 9.95 ? "%.1f" : "%.0f", ratio) + " times as long";
}

std::string count_of_pairs(const Advice& advice) {
  std::vector<std::string> seen;
  for (const AdviceRow& row : advice.rows) {
    const std::string pair = pair_text(row.row.key);
    if (std::ranges::find(seen, pair) == seen.end()) seen.push_back(pair);
  }
  return std::to_string(seen.size());
}

// Why the runs of one pair are insufficient.
std::string reason_against(const Advice& advice, const std::vector<const AdviceRow*>& runs) {
  const AdviceRow& last = *runs.back();
  const AdviceRow* best = nullptr;
  for (const AdviceRow* run : runs) {
    if (run->outcome != AdviceOutcome::missed) continue;
    if (best == nullptr ||
        run->errors.largest(advice.request.groups) < best->errors.largest(advice.request.groups))
      best = run;
  }
  std::string text;
  if (best != nullptr) {
    const auto& groups = advice.request.groups;
    text = "error " + brief(best->errors.largest(groups)) + " of " + symbol_of(best->errors.worst(groups)) +
           " at rtol " + brief(best->row.key.rtol);
  }
  if (last.outcome == AdviceOutcome::cut_off)
    text += (text.empty() ? "" : "; ") + std::string("too slow: cut off at rtol ") +
            brief(last.row.key.rtol) + ", t = " + brief(last.row.t);
  if (last.outcome == AdviceOutcome::failed)
    text += (text.empty() ? "" : "; ") + std::string("failed at rtol ") + brief(last.row.key.rtol) + ": " +
            first_line(last.row.message);
  return text;
}

// What may help if two references are too far apart: omit a group if it is the only cause.
std::string remedy_for_reference(const Advice& advice) {
  const GroupErrors& agreement = advice.reference->agreement;
  const Group worst = agreement.worst(advice.request.groups);
  std::vector<Group> others;
  for (const Group group : advice.request.groups)
    if (group != worst && !std::isnan(agreement.of(group))) others.push_back(group);
  std::string text =
      "Less accuracy (--accuracy), a shorter motion (--until: it may be chaotic or pass a singular position) "
      "or more time "
      "(--budget) may help";
  if (others.empty() || !(agreement.largest(others) <= advice.request.accuracy / 10)) return text;
  text += "; so does leaving " + std::string(symbol_of(worst)) + " out: --of ";
  for (std::size_t i = 0; i < others.size(); ++i)
    text += (i == 0 ? "" : ",") + std::string(name_of(others[i]));
  return text;
}

}  // namespace

std::string brief(double value) { return formatted("%.2g", value); }

double nice_tolerance(double value) { return std::stod(formatted("%.0e", value)); }

std::string key_text(const RunKey& key) {
  return key.case_name + " " + key.formulation + " " + key.method + " " + formatted("%.3g", key.rtol);
}

std::string errors_text(const GroupErrors& errors) {
  std::string text;
  for (const Group group : compared_groups()) {
    const double error = errors.of(group);
    if (std::isnan(error)) continue;
    text += (text.empty() ? "" : ", ") + std::string(symbol_of(group)) + " " + brief(error);
  }
  return text;
}

std::string command_of(const Advice& advice) {
  const AdviceRequest& request = advice.request;
  const RunKey& key = advice.recommended()->row.key;
  std::string line = "pleuel run " + quoted(request.case_name);
  if (!advice.is_formulation_fixed.contains(key.method)) line += " --formulation " + key.formulation;
  line += " --method " + key.method + " --rtol " + csv_number(key.rtol);
  if (key.atol != key.rtol) line += " --atol " + csv_number(key.atol);
  if (request.until) line += " --until " + csv_number(*request.until);
  for (const auto& [name, value] : advice.recommended_settings)
    line += " --set " + quoted(name + "=" + value);
  return line;
}

namespace {

std::string automatic_text(const AutomaticTrial& automatic, double best_seconds) {
  const std::string text = "the automatic choice, " + automatic.formulation.name + " " +
                           automatic.method.name + " at rtol " + brief(automatic.rtol) + ", ";
  if (!automatic.has_reached) return text + "does not reach it: its error is " + brief(automatic.error);
  return text + "takes " + ratio_text(automatic.seconds / best_seconds) + ", " +
         brief(1e3 * automatic.choice_seconds) + " ms for choosing included";
}

}  // namespace

std::vector<std::string> reasons_of(const Advice& advice) {
  const AdviceRow& best = *advice.recommended();
  const double seconds = best.row.cpu_seconds;
  std::vector<std::string> reasons;
  reasons.push_back("of " + count_of_pairs(advice) + " combinations " +
                    std::to_string(advice.ranking.size()) + " reach the accuracy, and " +
                    (advice.is_steadier_preferred
                         ? "of the fastest, which take equally long up to 10 %, this one does not drift"
                         : "this one takes the least processor time"));
  if (advice.ranking.size() > 1) {
    const AdviceRow& next = advice.rows[advice.ranking[1]];
    reasons.push_back("the next, " + pair_text(next.row.key) + " at rtol " + brief(next.row.key.rtol) +
                      ", takes " + ratio_text(next.row.cpu_seconds / seconds));
  }
  if (advice.automatic) reasons.push_back(automatic_text(*advice.automatic, seconds));
  return reasons;
}

std::string message_of(const Advice& advice) {
  const std::string wanted = brief(advice.request.accuracy);
  if (advice.end == StudyEnd::interrupted && advice.status != AdviceStatus::recommended)
    return "interrupted before a combination reached the accuracy " + wanted;
  switch (advice.status) {
    case AdviceStatus::recommended:
      return "recommended: " + pair_text(advice.recommended()->row.key) + " at rtol " +
             brief(advice.recommended()->row.key.rtol);
    case AdviceStatus::nothing_reached:
      return "no combination reaches the accuracy " + wanted +
             ". Give more time (--budget), less accuracy (--accuracy), leave groups out that you do not need "
             "(--of q,v), or give an "
             "absolute tolerance that suits the smallest unknowns (--atol)";
    case AdviceStatus::no_reference:
      if (!advice.reference)
        return "no reference within the budget of " + brief(advice.request.budget) +
               " s: give more time (--budget) or a shorter motion (--until)";
      return "no reference: " + pair_text(advice.reference->first.key) + " and " +
             pair_text(advice.reference->second.key) + " at rtol " + brief(advice.reference->first.key.rtol) +
             " are apart by " + errors_text(advice.reference->agreement) + ", but half the accuracy " +
             wanted + " is needed to judge others. " + remedy_for_reference(advice);
    case AdviceStatus::all_failed: {
      const StudyRow* first = !advice.reference_failures.empty() ? &advice.reference_failures.front()
                              : !advice.rows.empty()             ? &advice.rows.front().row
                                                                 : nullptr;
      std::string text = "no run came to its end";
      if (first != nullptr)
        text += "; " + pair_text(first->key) + " at rtol " + brief(first->key.rtol) + ": " +
                first_line(first->message);
      return text + ". The whole report: pleuel run " + quoted(advice.request.case_name) +
             "; what may be wrong: pleuel check " + quoted(advice.request.case_name);
    }
  }
  return "";
}

std::vector<SetAside> set_aside(const Advice& advice) {
  std::vector<SetAside> list;
  for (std::size_t i = 0; i < advice.rows.size(); ++i) {
    const RunKey& key = advice.rows[i].row.key;
    std::vector<const AdviceRow*> runs;
    bool has_reached = false, is_first = true;
    for (std::size_t k = 0; k < advice.rows.size(); ++k) {
      if (!is_same_pair(advice.rows[k].row.key, key)) continue;
      is_first = is_first && k >= i;
      has_reached = has_reached || advice.rows[k].outcome == AdviceOutcome::reached;
      runs.push_back(&advice.rows[k]);
    }
    if (is_first && !has_reached) list.push_back({key.formulation, key.method, reason_against(advice, runs)});
  }
  return list;
}

}  // namespace pleuel
