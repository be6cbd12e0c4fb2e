#include "pleuel/lab/advice_reference.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/lab/advice_words.hpp"

namespace pleuel {
namespace {

constexpr double wanted_agreement = 0.1, least_agreement = 0.5;  // relative to the accuracy
constexpr double share = 0.5;                                    // share of the budget
constexpr double slower_second = 3;                              // factor on the first time
constexpr double least_allowed = 0.2;                            // s
constexpr int most_seconds = 2;                                  // runs at one tolerance

constexpr int least_order = 3;  // lower orders cannot provide a reference at practical tolerances

}  // namespace

std::optional<Trial> ReferenceSearch::find() {
  auto best = find_best();
  if (!best || !(distance_ <= least_agreement * request_.accuracy)) return std::nullopt;
  return best;
}

std::optional<Trial> ReferenceSearch::find_best() {
  std::optional<Agreement> best;
  for (const double part : {1e-2, 1e-4, 1e-6, 1e-8}) {
    const double rtol = std::max(least_rtol, nice_tolerance(part * request_.accuracy));
    auto found = at(rtol);
    if (!found) break;
    if (!best || found->distance < best->distance) best = std::move(found);
    if (best->distance <= wanted_agreement * request_.accuracy || rtol <= least_rtol) break;
  }
  if (!best) return std::nullopt;
  report_ = best->report;
  distance_ = best->distance;
  wall_seconds_ = best->wall_seconds;
  return std::move(best->first);
}

// Two runs at one tolerance; of several second runs the one that agrees best. Empty if there are no
// two.
std::optional<ReferenceSearch::Agreement> ReferenceSearch::at(double rtol) {
  std::optional<Trial> first;
  for (const auto& method : methods_for_reference({})) {
    first = trial(method, std::nullopt, rtol, trials_.left_until(share) / 2);
    if (first || trials_.is_stopped()) break;
  }
  if (!first) return std::nullopt;
  const RunKey key = first->row.key;
  const double allowed = std::max(least_allowed, slower_second * first->wall_seconds);
  Agreement best{.first = std::move(*first), .report = {}};
  int n_seconds = 0;
  for (const auto& method : methods_for_reference(trials_.traits_of(key.method).family)) {
    if (method == key.method || n_seconds == most_seconds) continue;
    const auto second = trial(method, key.formulation, rtol, allowed);
    if (!second) continue;
    const GroupErrors agreement = errors_of(second->trajectory, best.first.trajectory);
    const double distance = agreement.largest(request_.groups);
    if (n_seconds++ > 0 && !(distance < best.distance)) continue;
    best.report = {.first = best.first.row, .second = second->row, .agreement = agreement};
    best.distance = distance;
    best.wall_seconds = std::max(best.first.wall_seconds, second->wall_seconds);
    if (distance <= wanted_agreement * request_.accuracy) break;
  }
  return n_seconds > 0 ? std::optional(std::move(best)) : std::nullopt;
}

// The first pair of `method` that completes, with a formulation different from `unlike` if
// possible. A timeout excludes the method, any other failure the pair.
std::optional<Trial> ReferenceSearch::trial(const std::string& method,
                                            const std::optional<std::string>& unlike, double rtol,
                                            double allowed_seconds) {
  const auto label = [](const StudyPair& pair) { return pair.formulation_name + " " + pair.method; };
  const auto has_other = std::ranges::any_of(
      trials_.pairs(), [&](const StudyPair& pair) { return pair.formulation && pair.formulation != unlike; });
  std::vector<StudyPair> order = trials_.pairs();
  std::erase_if(order, [&](const StudyPair& pair) {
    return pair.method != method || unfit_.contains(label(pair)) ||
           (unlike && has_other && pair.formulation == unlike);
  });
  std::ranges::stable_sort(order, {}, [&](const StudyPair& pair) { return trials_.rank_of(pair); });
  for (const StudyPair& pair : order) {
    const double left = trials_.left_until(share);
    if (trials_.is_stopped() || left <= 0) return std::nullopt;
    auto made = trials_.run(pair, rtol, std::min(left, allowed_seconds));
    if (!made) return std::nullopt;
    if (made->row.is_ok()) return made;
    unfit_.insert(label(pair));
    failures_.push_back(made->row);
    if (made->is_cut) {
      for (const StudyPair& other : order) unfit_.insert(label(other));
      return std::nullopt;
    }
  }
  return std::nullopt;
}

// Candidate methods for a reference: families different from `family` first, by rank. If none is
// given, the default family first, by order.
std::vector<std::string> ReferenceSearch::methods_for_reference(const std::string& family) const {
  std::vector<std::string> methods;
  for (const StudyPair& pair : trials_.pairs()) {
    const bool is_new = std::ranges::find(methods, pair.method) == methods.end();
    if (is_new && trials_.traits_of(pair.method).order >= least_order) methods.push_back(pair.method);
  }
  std::ranges::stable_sort(methods, {}, [&](const std::string& method) {
    const MethodTraits& traits = trials_.traits_of(method);
    if (!family.empty()) return std::pair(traits.family == family, traits.rank);
    const bool is_unusual = traits.family != trials_.traits_of(trials_.usual().method->name).family;
    return std::pair(is_unusual, -traits.order);
  });
  return methods;
}

}  // namespace pleuel
