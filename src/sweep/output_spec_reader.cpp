#include "pleuel/sweep/output_spec_reader.hpp"

#include <algorithm>

#include "pleuel/base/names.hpp"
#include "pleuel/sweep/quantity.hpp"

namespace pleuel::sweep {
namespace {

using Kind = OutputSpec::Kind;

struct KindName {
  const char* name;
  Kind kind;
};
constexpr KindName kind_names[] = {
    {"end", Kind::end},
    {"max", Kind::max},
    {"min", Kind::min},
    {"peak", Kind::peak},
    {"time_of_max", Kind::time_of_max},
    {"time_of_min", Kind::time_of_min},
    {"crossing", Kind::crossing},
    {"event", Kind::event},
    {"curve", Kind::curve},
    {"formula", Kind::formula},
    {"verdict", Kind::verdict},
};

constexpr double most_curve_points = 1e6;

std::vector<std::string> all_kind_names() {
  std::vector<std::string> names;
  for (const KindName& entry : kind_names) names.emplace_back(entry.name);
  return names;
}

// The keys that a kind has beside its own.
std::vector<std::string> keys_of(const std::string& kind) {
  if (kind == "crossing") return {kind, "level", "direction"};
  if (kind == "event") return {kind, "which"};
  if (kind == "curve") return {kind, "every"};
  return {kind};
}

}  // namespace

bool OutputSpecReader::find_quantity(const SourceLocation& place, OutputSpec& spec) {
  const auto name = reader_.text(place);
  if (!name) return false;
  spec.of = *name;
  if (base_ == nullptr) return true;
  std::vector<std::string> valid;
  for (const MotionOutput& output : base_->outputs) {
    if (output.name == *name) {
      spec.unit = output.unit;
      return true;
    }
    valid.push_back(output.name);
  }
  for (const Unknown& unknown : base_->dae.unknowns) {
    if (unknown.name == *name) {
      spec.unit = unknown.unit;
      return true;
    }
    valid.push_back(unknown.name);
  }
  reader_.faults().add(place, unknown_name("output of the case", shortened(*name), valid) +
                                  "; add it to the outputs of the model if it is missing there");
  return false;
}

bool OutputSpecReader::read_watched(const SourceLocation& place, const std::string& kind, OutputSpec& spec) {
  bool is_good = find_quantity(place.member(kind), spec);
  const Dimension dimension = dimension_of_unit(spec.unit);
  if (spec.kind == Kind::crossing) {
    if (!reader_.has(place, "level", "the value that is crossed")) return false;
    const auto at = place.member("level");
    if (base_ == nullptr) {
      (void)read_quantity(reader_, at);  // its unit cannot be judged
    } else {
      const auto level = reader_.number(at, {.dimension = dimension});
      is_good = is_good && level;
      spec.level = level.value_or(0);
    }
    if (place.value().find("direction") != nullptr) {
      const auto direction = reader_.choice(place.member("direction"), {"up", "down", "any"});
      is_good = is_good && direction;
      spec.direction = direction == "up" ? 1 : direction == "down" ? -1 : 0;
    }
  }
  if (spec.kind == Kind::curve) {
    if (!reader_.has(place, "every", "the time from point to point")) return false;
    const auto at = place.member("every");
    const auto every =
        reader_.number(at, {.dimension = dimension::time, .minimum = 0, .is_above_minimum = true});
    is_good = is_good && every;
    spec.every = every.value_or(0);
    const double length = base_ != nullptr ? base_->t_end - base_->problem_case.t_begin : 0;
    if (every && length / *every > most_curve_points) {
      reader_.faults().add(at, "is " + at.value().shown() + ", which gives more than " +
                                   shortest_text(most_curve_points) + " points; take longer intervals");
      is_good = false;
    }
  }
  if (spec.kind == Kind::crossing || spec.kind == Kind::time_of_max || spec.kind == Kind::time_of_min)
    spec.unit = "s";
  return is_good;
}

bool OutputSpecReader::read_event(const SourceLocation& place, OutputSpec& spec) {
  const auto at = place.member("event");
  const auto name = reader_.text(at);
  if (!name) return false;
  spec.of = *name;
  spec.unit = "s";
  if (place.value().find("which") != nullptr) {
    const auto which = reader_.choice(place.member("which"), {"first", "last", "count"});
    if (!which) return false;
    spec.is_last = *which == "last";
    if (*which == "count") spec.kind = Kind::event_count;
    if (*which == "count") spec.unit = "1";
  }
  if (base_ == nullptr) return true;
  std::vector<std::string> valid;
  for (const auto& event : base_->problem_case.motion_events) valid.push_back(event.name);
  for (const auto& event : base_->problem_case.events) valid.push_back(event.name);
  if (std::ranges::find(valid, *name) != valid.end()) return true;
  reader_.faults().add(at, valid.empty()
                               ? "is '" + shortened(*name) +
                                     "', but the case has no events; take \"crossing\", the time at "
                                     "which an output crosses a level"
                               : unknown_name("event of the case", shortened(*name), valid));
  return false;
}

bool OutputSpecReader::read_formula(const SourceLocation& place, OutputSpec& spec, const Study& study) {
  const auto at = place.member(spec.is_verdict() ? "verdict" : "formula");
  const auto text = reader_.text(at);
  if (!text) return false;
  spec.text = *text;
  if (base_ == nullptr) return true;
  std::vector<FunctionVariable> variables;
  for (std::size_t k = 0; k < study.n_columns(); ++k) {
    const Variation& varied = study.column(k);
    if (varied.is_number()) variables.emplace_back(varied.name, varied.dimension);
  }
  for (const OutputSpec& before : study.outputs)
    if (!before.is_curve()) variables.emplace_back(before.name, dimension_of_unit(before.unit));
  const auto formula = reader_.formula(at, variables);
  if (!formula) return false;
  spec.expression = formula->expression;
  if (formula->dimension.is_known() && !spec.is_verdict())
    spec.unit = unit_text(formula->dimension.dimension);
  return true;
}

bool OutputSpecReader::is_free_name(const SourceLocation& place, const std::string& name,
                                    const Study& study) {
  std::string sentence;
  if (!is_formula_name(name))
    sentence =
        "must begin with a letter from a to z and hold such letters, digits and '_' only, so that formulas "
        "can "
        "use it";
  else if (name == "t" || is_reserved_in_expressions(name))
    sentence = "has a meaning in formulas already";
  for (std::size_t k = 0; k < study.n_columns(); ++k)
    if (study.column(k).name == name) sentence = "is a varied parameter too";
  if (sentence.empty()) return true;
  reader_.faults().add(place,
                       "the name '" + shortened(name) + "' of this output " + sentence + "; choose another");
  return false;
}

bool OutputSpecReader::read_one(const SourceLocation& place, OutputSpec& spec, const Study& study) {
  const JsonValue& json = place.value();
  const auto names = all_kind_names();
  std::vector<const KindName*> given;
  for (const KindName& entry : kind_names)
    if (json.kind == JsonValue::Kind::object && json.find(entry.name) != nullptr) given.push_back(&entry);
  if (given.size() != 1) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    std::string typed;
    if (json.kind == JsonValue::Kind::object && given.empty() && json.keys.size() > 0)
      if (const auto near = nearest_names(json.keys[0].text, names); !near.empty())
        typed = "; did you mean '" + near.front() + "'?";
    const bool is_object = json.kind == JsonValue::Kind::object;
    const std::string found =
        !is_object ? "is " + json.shown()
        : given.empty()
            ? json.keys.size() == 0 ? "is empty" : "has the key '" + shortened(json.keys[0].text) + "'"
            : "has " + std::to_string(given.size()) + " kinds";
    reader_.faults().add(place, found + ", but must be an object with one of " + all +
                                    ", such as {\"max\": \"body.y\"}" + typed);
    return false;
  }
  const std::string kind = given.front()->name;
  spec.kind = given.front()->kind;
  spec.place = place.text();
  const std::size_t before = reader_.faults().size();
  reader_.object(place, keys_of(kind));
  const bool is_good = spec.is_formula()          ? read_formula(place, spec, study)
                       : spec.kind == Kind::event ? read_event(place, spec)
                                                  : read_watched(place, kind, spec);
  return is_good && reader_.faults().size() == before;
}

void OutputSpecReader::read(const SourceLocation& place, Study& study) {
  const JsonValue& json = place.value();
  if (json.kind != JsonValue::Kind::object || json.keys.size() == 0) {
    reader_.faults().add(place, "is " + json.shown() +
                                    ", but must be an object of names and outputs, {\"y_max\": {\"max\": "
                                    "\"body.y\"}}");
    return;
  }
  for (std::size_t i = 0; i < json.keys.size(); ++i) {
    const auto at = place.member(i);
    OutputSpec spec{.name = json.keys[i].text};
    const bool is_free = is_free_name(at, spec.name, study);
    // An output that is wrong is known to the formulas after it all the same.
    (void)read_one(at, spec, study);
    if (is_free) study.outputs.push_back(std::move(spec));
  }
}

}  // namespace pleuel::sweep
