#include "pleuel/model/expression/switching_function.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/limits.hpp"
#include "pleuel/model/expression/enclosure.hpp"

namespace pleuel {
namespace {

constexpr double shortest_look = 8;  // in rounding errors: the shortest interval that is examined
constexpr int time_input = 0;

double just_before(double t) { return std::nextafter(t, -infinity); }

/// For each operation, whether it depends on an input that `is_wanted`.
template <class IsWanted>
std::vector<char> dependence(std::span<const TapeNode> tape, IsWanted is_wanted) {
  std::vector<char> depends(tape.size(), 0);
  for (std::size_t i = 0; i < tape.size(); ++i) {
    const TapeNode& node = tape[i];
    if (node.op == Operation::input)
      depends[i] = is_wanted(node.a);
    else if (n_arguments(node.op) > 0)
      depends[i] = depends[node.a] || depends[node.b] || depends[node.c];
  }
  return depends;
}

/// True if no level is at x, at y or between them; a level is a separate piece.
bool is_same_piece(Operation op, double x, double y) {
  return x == y || (level_above(op, x) == level_above(op, y) && level_below(op, x) == level_below(op, y));
}

bool has_level(Operation op, const Interval& x) {
  const double level = level_above(op, std::nextafter(x.lo, -infinity));
  return level <= x.hi;
}

}  // namespace

SwitchingFunction::SwitchingFunction(std::string label, const Expression& formula)
    : label_(std::move(label)) {
  const auto tape = formula.tape();
  const auto by_time = dependence(tape, [](int input) { return input == time_input; });
  const auto by_state = dependence(tape, [](int input) { return input != time_input; });
  std::vector<char> is_needed(tape.size(), 0);
  int last = -1;
  for (int i = 0; i < static_cast<int>(tape.size()); ++i) {
    const Pieces pieces = pieces_of(tape[i].op);
    if (pieces == Pieces::none) continue;
    jumps_by_state_ |= pieces == Pieces::jumping && by_state[i] && tape[i].op != Operation::atan2;
    if (!by_time[i] || by_state[i]) continue;
    is_needed[i] = 1;
    last = i;
  }
  for (int i = last; i >= 0; --i)
    if (is_needed[i] && n_arguments(tape[i].op) > 0)
      is_needed[tape[i].a] = is_needed[tape[i].b] = is_needed[tape[i].c] = 1;
  std::vector<int> place(tape.size(), 0);
  for (int i = 0; i <= last; ++i) {
    if (!is_needed[i]) continue;
    place[i] = static_cast<int>(tape_.size());
    TapeNode node = tape[i];
    if (n_arguments(node.op) > 0) {
      node.a = place[node.a];
      node.b = place[node.b];
      node.c = place[node.c];
    }
    if (pieces_of(node.op) != Pieces::none && by_time[i]) switching_.push_back(place[i]);
    tape_.push_back(node);
  }
}

void SwitchingFunction::evaluate(double t, double* x) const {
  for (std::size_t i = 0; i < tape_.size(); ++i) {
    const TapeNode& node = tape_[i];
    switch (node.op) {
      case Operation::constant:
        x[i] = node.value;
        break;
      case Operation::input:
        x[i] = t;
        break;
      case Operation::select:
        x[i] = x[node.a] != 0 ? x[node.b] : x[node.c];
        break;
      default:
        x[i] = value_of(node.op, x[node.a], x[node.b]);
    }
  }
}

/// The first double at which the monotone deciding argument of `node` has reached the level.
double SwitchingFunction::first_at_level(int node, double begin, double end, double level,
                                         bool is_rising) const {
  double x[most_tape_nodes];
  const TapeNode& at = tape_[node];
  for (;;) {
    const double middle = begin + 0.5 * (end - begin);
    if (!(middle > begin && middle < end)) return end;
    evaluate(middle, x);
    const double value = deciding(at.op, x[at.a], x[at.b]);
    const bool is_reached = is_rising ? value >= level : value <= level;
    (is_reached ? end : begin) = middle;
  }
}

double SwitchingFunction::rounding(double t, double span) { return epsilon * (8 * std::abs(t) + span); }

SwitchingFunction::Look SwitchingFunction::look(double begin, double end, double span) const {
  Enclosure e[most_tape_nodes];
  double at_begin[most_tape_nodes], at_middle[most_tape_nodes], at_end[most_tape_nodes];
  evaluate(begin, at_begin);
  evaluate(begin + 0.5 * (end - begin), at_middle);
  evaluate(end, at_end);
  Look result{.first = infinity, .merged = infinity};
  for (std::size_t i = 0; i < tape_.size(); ++i) {
    const auto& [op, a, b, c, value] = tape_[i];
    if (op == Operation::constant) {
      e[i] = {Interval::point(value), {}};
    } else if (op == Operation::input) {
      e[i] = {{begin, end}, Interval::point(1)};
    } else if (op == Operation::select) {
      e[i] = enclose_select(e[a], e[b], e[c]);
    } else {
      e[i] = enclose(op, e[a], e[b]);
      if (pieces_of(op) == Pieces::none) continue;
      const Enclosure d = deciding(op, e[a], e[b]);
      const bool is_beside_cut = op == Operation::atan2 && e[b].value.lo > 0;
      if (!has_level(op, d.value) || d.rate.is_zero() || is_beside_cut) {
        e[i] = enclose_in_piece(op, e[a], e[b], at_middle[a], at_middle[b]);
        continue;
      }
      const bool is_rising = d.rate.lo > 0;
      if (!is_rising && !(d.rate.hi < 0)) {
        result.is_open = true;
        continue;
      }
      const double from = deciding(op, at_begin[a], at_begin[b]), to = deciding(op, at_end[a], at_end[b]);
      const double level = is_rising ? level_above(op, from) : level_below(op, from);
      const bool is_reached = is_rising ? to >= level : to <= level;
      if (!is_reached) {
        e[i] = enclose_in_piece(op, e[a], e[b], at_middle[a], at_middle[b]);
        continue;
      }
      const double t = first_at_level(static_cast<int>(i), begin, end, level, is_rising);
      const double near = rounding(t, span);
      if (t < result.first) {
        if (!(result.merged <= t + near)) result.merged = t;
        result.first = t;
      } else if (t <= result.first + near) {
        result.merged = std::max(result.merged, t);
      }
    }
  }
  return result;
}

SwitchSearch SwitchingFunction::search(double begin, double end, double span) const {
  double from = begin + rounding(begin, span), width = end - from;
  SwitchSearch found{.t = end, .label = label_};
  double limit = end;  // all known switches are behind it
  // up to `from` there are only undecided intervals of the shortest length
  double open_since = infinity;
  while (from < limit) {
    if (++found.n_looks > most_looks) {
      const double skip = skipped * span;
      if (from - begin >= skip) return {.t = from, .n_looks = found.n_looks};
      SwitchSearch sampled = search_samples(from, std::min(from + skip, limit), n_samples);
      if (sampled.is_switch || sampled.t < limit || !found.is_switch) found.t = sampled.t;
      if (sampled.is_switch) found.first = sampled.t;
      found.is_switch = sampled.is_switch || (found.is_switch && sampled.t == limit);
      found.is_bounded = false;
      return found;
    }
    const double to = from + width < limit ? from + width : limit;
    const Look seen = look(from, to, span);
    if (seen.first < infinity) {
      found.t = seen.merged;
      found.first = seen.first;
      found.is_switch = true;
      limit = just_before(seen.first);
    }
    const bool is_shortest = to - from <= shortest_look * rounding(from, span);
    if (seen.is_open && !is_shortest) {
      if (!(seen.first < infinity)) width = 0.5 * (to - from);
      continue;
    }
    if (seen.is_open) {
      open_since = std::min(open_since, from);
    } else if (open_since < infinity) {
      // An undecided interval may hide an even number of crossings within rounding, but no odd one.
      const SwitchSearch between = search_samples(open_since, from, 1);
      if (between.is_switch)
        return {
            .t = between.t, .first = between.t, .is_switch = true, .n_looks = found.n_looks, .label = label_};
      open_since = infinity;
    }
    if (seen.first < infinity && !seen.is_open) return found;
    from = to;
    width *= 2;
  }
  return found;
}

bool SwitchingFunction::are_in_one_piece(const double* x, const double* y) const {
  return std::all_of(switching_.begin(), switching_.end(), [&](int i) {
    const auto& [op, a, b, c, value] = tape_[i];
    return is_same_piece(op, deciding(op, x[a], x[b]), deciding(op, y[a], y[b]));
  });
}

/// Searches for a switch between two of n samples.
SwitchSearch SwitchingFunction::search_samples(double begin, double end, int n) const {
  double before[most_tape_nodes], after[most_tape_nodes];
  evaluate(begin, before);
  double a = begin;
  for (int k = 1; k <= n; ++k) {
    double b = k == n ? end : begin + (end - begin) * k / n;
    if (!(b > a)) continue;
    evaluate(b, after);
    if (!are_in_one_piece(before, after)) {
      for (;;) {
        const double middle = a + 0.5 * (b - a);
        if (!(middle > a && middle < b)) return {.t = b, .is_switch = true, .is_bounded = false};
        evaluate(middle, after);
        (are_in_one_piece(before, after) ? a : b) = middle;
      }
    }
    std::copy(after, after + tape_.size(), before);
    a = b;
  }
  return {.t = end, .is_bounded = false};
}

}  // namespace pleuel
