#include "pleuel/sweep/variation_reader.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/sweep/quantity.hpp"
#include "pleuel/sweep/study_reader.hpp"

namespace pleuel::sweep {
namespace {

using JsonKind = JsonValue::Kind;
constexpr std::size_t most_levels = 1'000'000;

std::vector<std::string> names_of(const OptionSpecs& specs) {
  std::vector<std::string> names;
  for (const OptionSpec& spec : specs) names.push_back(spec.name);
  return names;
}

// Everything that --set accepts with some formulation and method.
OptionSpecs all_options(const Catalogue& catalogue, const Problem& problem) {
  OptionSpecs all = problem.options;
  const auto add = [&](const OptionSpecs& more) {
    for (const OptionSpec& spec : more)
      if (std::ranges::find(all, spec.name, &OptionSpec::name) == all.end()) all.push_back(spec);
  };
  add(run_options());
  for (const Formulation& formulation : catalogue.formulations) add(formulation.options);
  for (const Method& method : catalogue.methods) add(method.options);
  return all;
}

bool is_word_setting(const std::string& name) { return name == "formulation" || name == "method"; }

// The numbers of levels in the unit of the first one; words have none.
void number_levels(Variation& varied) {
  std::optional<Quantity> first;
  std::vector<double> numbers;
  for (const Level& level : varied.levels) {
    const auto quantity = quantity_in(level.text);
    if (!quantity) return;
    if (!first) first = quantity;
    if (!(quantity->si.dimension == first->si.dimension)) return;
    numbers.push_back(quantity->unit == first->unit ? quantity->number
                                                    : quantity->in_si() / first->si.factor);
  }
  if (!first) return;
  varied.unit = first->unit;
  varied.factor = first->si.factor;
  varied.dimension = first->si.dimension;
  for (std::size_t i = 0; i < numbers.size(); ++i) varied.levels[i].number = numbers[i];
}

}  // namespace

std::optional<std::string> VariationReader::text_of(const SourceLocation& place) {
  const JsonValue& json = place.value();
  if (json.kind == JsonKind::number) return shortest_text(json.number);
  if (json.kind == JsonKind::text && !json.text.empty()) return json.text;
  reader_.faults().add(
      place, "is " + json.shown() + ", but must be a number or a text such as \"16 kN/m\" or \"radau5\"");
  return std::nullopt;
}

bool VariationReader::has_name(const SourceLocation& place, const std::string& name, bool is_setting) {
  if (is_setting) {
    const auto& names = setting_names();
    if (std::ranges::find(names, name) == names.end()) {
      reader_.faults().add(place, unknown_name("setting", shortened(name), names) +
                                      "; parameters and options of --set belong into \"parameters\"");
      return false;
    }
  } else if (problem_ != nullptr) {
    const OptionSpecs options = all_options(catalogue_, *problem_);
    if (std::ranges::find(options, name, &OptionSpec::name) == options.end()) {
      const auto& settings = setting_names();
      const bool is_other = std::ranges::find(settings, name) != settings.end();
      reader_.faults().add(place, is_other ? "'" + name + "' is a setting of the run; move it to \"settings\""
                                           : unknown_name("parameter", shortened(name), names_of(options)));
      return false;
    }
  }
  if (taken_.insert((is_setting ? "setting " : "parameter ") + name).second) return true;
  reader_.faults().add(
      place, "'" + name + "' has values at another place of this study already; remove one of the two");
  return false;
}

void VariationReader::check_value(const SourceLocation& place, const Variation& varied, const Level& value) {
  const auto fault = [&](const std::string& sentence) { reader_.faults().add(place, sentence); };
  if (varied.is_setting) {
    if (is_word_setting(varied.name)) {
      if (value.text == automatic_name) return;
      try {
        if (varied.name == setting_names()[0])
          (void)catalogue_.formulation(value.text);
        else
          (void)catalogue_.method(value.text);
      } catch (const InvalidInput& error) {
        fault(error.what());
      }
      return;
    }
    const bool is_time = varied.name == setting_names().back();
    const Dimension expected = is_time ? dimension::time : dimension::none;
    if (std::isnan(value.number))
      fault("is '" + shortened(value.text) + "', but " + varied.name + " must be a number");
    else if (!varied.unit.empty() && !(varied.dimension == expected))
      fault("is '" + shortened(value.text) + "', but " + varied.name +
            (is_time ? " must be a time" : " is a number without a unit"));
    else if (!is_time && !(value.number > 0))
      fault("is " + shortened(value.text) + ", but " + varied.name + " must be positive");
    return;
  }
  if (problem_ == nullptr) return;
  const auto spec = std::ranges::find(problem_->options, varied.name, &OptionSpec::name);
  if (spec == problem_->options.end()) return;
  if (spec->is_text) {
    // A parameter of a model: compare its dimension with that of the file's own value.
    const auto given = quantity_in(value.text), own = quantity_in(spec->default_value);
    if (given && own && !given->unit.empty() && !own->unit.empty() &&
        !is_same_but_for_angle(given->si.dimension, own->si.dimension))
      fault("is '" + shortened(value.text) + "' in " + unit_text(given->si.dimension) + ", but '" +
            varied.name + "' of the model is '" + spec->default_value + "' in " +
            unit_text(own->si.dimension) + "; correct the unit");
    return;
  }
  try {
    (void)OptionValues({*spec}, {{varied.name, value.text}});
  } catch (const InvalidInput& error) {
    fault(error.what());
  }
}

void VariationReader::check_values(const SourceLocation& place, const Variation& varied) {
  const std::size_t before = reader_.faults().size();
  for (const Level& level : varied.levels) {
    check_value(place, varied, level);
    if (reader_.faults().size() > before) return;  // one fault per name
  }
  if (!varied.is_continuous()) return;
  check_value(place, varied, varied.at(0.5));
}

void VariationReader::fixed_parameter(const SourceLocation& place, const std::string& name,
                                      Settings& parameters) {
  if (!has_name(place, name, false)) return;
  const auto text = text_of(place);
  if (!text) return;
  Variation one{.name = name, .levels = {{*text}}};
  number_levels(one);
  check_values(place, one);
  parameters[name] = *text;
}

void VariationReader::fixed_setting(const SourceLocation& place, const std::string& name,
                                    StudySettings& settings) {
  if (!has_name(place, name, true)) return;
  const auto text = text_of(place);
  if (!text) return;
  Variation one{.name = name, .is_setting = true, .levels = {{*text}}};
  number_levels(one);
  const std::size_t before = reader_.faults().size();
  check_values(place, one);
  if (reader_.faults().size() > before) return;
  const double number = one.levels[0].number * one.factor;
  const auto& names = setting_names();
  if (name == names[0]) settings.formulation = *text;
  if (name == names[1]) settings.method = *text;
  if (name == names[2]) settings.rtol = number;
  if (name == names[3]) settings.atol = number;
  if (name == names[4]) settings.until = number;
}

std::optional<double> VariationReader::in_unit(const SourceLocation& place, Variation& varied,
                                               bool is_first) {
  const auto quantity = read_quantity(reader_, place);
  if (!quantity) return std::nullopt;
  if (is_first) {
    varied.unit = quantity->unit;
    varied.factor = quantity->si.factor;
    varied.dimension = quantity->si.dimension;
    return quantity->number;
  }
  if (!(quantity->si.dimension == varied.dimension) || quantity->unit.empty() != varied.unit.empty()) {
    reader_.faults().add(place, "is " + place.value().shown() + ", but the other values of '" + varied.name +
                                    "' are in " + (varied.unit.empty() ? "no unit" : varied.unit) +
                                    "; write all in one unit");
    return std::nullopt;
  }
  return quantity->unit == varied.unit ? quantity->number : quantity->in_si() / varied.factor;
}

bool VariationReader::read_levels(const SourceLocation& place, Variation& varied) {
  if (!reader_.list(place)) return false;
  const std::size_t n = place.value().items.size();
  if (n == 0 || n > most_levels) {
    reader_.faults().add(place, "has " + std::to_string(n) + " values, but must have from 1 to " +
                                    std::to_string(most_levels));
    return false;
  }
  bool is_good = true;
  for (std::size_t i = 0; i < n; ++i) {
    const auto text = text_of(place.item(i));
    is_good = is_good && text;
    varied.levels.push_back({text.value_or("")});
  }
  if (is_good) number_levels(varied);
  return is_good;
}

bool VariationReader::read_range(const SourceLocation& place, Variation& varied) {
  reader_.object(place, {"from", "to", "count", "spacing"});
  const bool is_whole = reader_.has(place, "from", "the first value") &
                        reader_.has(place, "to", "the last value") &
                        reader_.has(place, "count", "the number of values");
  if (!is_whole) return false;
  const auto from = in_unit(place.member("from"), varied, true);
  const auto to = from ? in_unit(place.member("to"), varied, false) : std::nullopt;
  const auto count_place = place.member("count");
  const auto count = reader_.whole(count_place);
  if (count && (*count < 2 || static_cast<std::size_t>(*count) > most_levels)) {
    reader_.faults().add(count_place, "is " + std::to_string(*count) + ", but must be from 2 to " +
                                          std::to_string(most_levels));
    return false;
  }
  bool is_logarithmic = false;
  if (place.value().find("spacing") != nullptr) {
    const auto spacing = reader_.choice(place.member("spacing"), {"linear", "logarithmic"});
    if (!spacing) return false;
    is_logarithmic = *spacing == "logarithmic";
  }
  if (!from || !to || !count) return false;
  if (is_logarithmic && !(*from > 0 && *to > 0)) {
    reader_.faults().add(place, "goes from " + shortest_text(*from) + " to " + shortest_text(*to) +
                                    ", but logarithmic spacing needs positive values; take linear spacing");
    return false;
  }
  for (int i = 0; i < *count; ++i) {
    const double part = static_cast<double>(i) / (*count - 1);
    const double value = i == *count - 1  ? *to
                         : is_logarithmic ? *from * std::pow(*to / *from, part)
                                          : *from + part * (*to - *from);
    varied.levels.push_back(number_level(value, varied.unit));
  }
  return true;
}

bool VariationReader::read_uniform(const SourceLocation& place, Variation& varied) {
  const bool is_logarithmic = place.value().find("logarithmic") != nullptr;
  const auto list = place.member(is_logarithmic ? "logarithmic" : "uniform");
  reader_.object(place, {is_logarithmic ? "logarithmic" : "uniform"});
  if (list.value().kind != JsonKind::list || list.value().items.size() != 2) {
    reader_.faults().add(list, "is " + list.value().shown() +
                                   ", but must be a list of two values, the smallest and the largest");
    return false;
  }
  varied.kind = is_logarithmic ? Variation::Kind::logarithmic : Variation::Kind::uniform;
  const auto low = in_unit(list.item(0), varied, true);
  const auto high = low ? in_unit(list.item(1), varied, false) : std::nullopt;
  if (!low || !high) return false;
  varied.low = *low;
  varied.high = *high;
  if (!(*low < *high)) {
    reader_.faults().add(list, "goes from " + shortest_text(*low) + " to " + shortest_text(*high) +
                                   ", but the first value must be smaller; exchange them");
    return false;
  }
  if (is_logarithmic && !(*low > 0)) {
    reader_.faults().add(list,
                         "begins with " + shortest_text(*low) +
                             ", but a logarithmic distribution needs positive values; take \"uniform\"");
    return false;
  }
  return true;
}

bool VariationReader::read_normal(const SourceLocation& at, Variation& varied) {
  reader_.object(at, {"normal"});
  const auto place = at.member("normal");
  if (!reader_.object(place, {"mean", "deviation", "within"})) return false;
  const bool is_whole = reader_.has(place, "mean", "the mean value") &
                        reader_.has(place, "deviation", "the standard deviation");
  if (!is_whole) return false;
  varied.kind = Variation::Kind::normal;
  const auto mean = in_unit(place.member("mean"), varied, true);
  const auto deviation_place = place.member("deviation");
  const auto deviation = mean ? in_unit(deviation_place, varied, false) : std::nullopt;
  if (!mean || !deviation) return false;
  if (!(*deviation > 0)) {
    reader_.faults().add(deviation_place, "is " + deviation_place.value().shown() +
                                              ", but a standard deviation must be positive");
    return false;
  }
  varied.mean = *mean;
  varied.deviation = *deviation;
  varied.low = -std::numeric_limits<double>::infinity();
  varied.high = -varied.low;
  if (place.value().find("within") == nullptr) return true;
  const auto limits = place.member("within");
  if (limits.value().kind != JsonKind::list || limits.value().items.size() != 2) {
    reader_.faults().add(limits, "is " + limits.value().shown() +
                                     ", but must be a list of two values between which the scatter stays");
    return false;
  }
  const auto low = in_unit(limits.item(0), varied, false), high = in_unit(limits.item(1), varied, false);
  if (!low || !high) return false;
  varied.low = *low;
  varied.high = *high;
  if (*low < *mean && *mean < *high) return true;
  reader_.faults().add(limits, "goes from " + shortest_text(*low) + " to " + shortest_text(*high) +
                                   ", but must contain the mean, " + number_level(*mean, varied.unit).text +
                                   "; widen it");
  return false;
}

std::optional<Variation> VariationReader::variation(const SourceLocation& place, const std::string& name,
                                                    bool is_setting) {
  Variation varied{.name = name, .is_setting = is_setting, .place = place.text()};
  const bool is_known = has_name(place, name, is_setting);
  const JsonValue& json = place.value();
  const auto is_given = [&](const char* key) { return json.find(key) != nullptr; };
  bool is_good = false;
  if (json.kind == JsonKind::list) {
    is_good = read_levels(place, varied);
  } else if (json.kind != JsonKind::object) {
    reader_.faults().add(place,
                         "is " + json.shown() +
                             ", but must be a list of values, a range {\"from\", \"to\", \"count\"} or a "
                             "distribution {\"uniform\"}, {\"logarithmic\"}, {\"normal\"}; a value of all "
                             "runs belongs outside of \"vary\"");
  } else if (is_given("from") || is_given("to") || is_given("count")) {
    is_good = read_range(place, varied);
  } else if (is_given("uniform") || is_given("logarithmic")) {
    is_good = read_uniform(place, varied);
  } else if (is_given("normal")) {
    is_good = read_normal(place, varied);
  } else {
    reader_.object(place, {"from", "to", "count", "uniform", "logarithmic", "normal"});
    if (json.keys.size() == 0)
      reader_.faults().add(place,
                           "is empty; give a range {\"from\", \"to\", \"count\"} or a distribution "
                           "{\"uniform\"}, {\"logarithmic\"}, {\"normal\"}");
  }
  if (!is_good || !is_known) return std::nullopt;
  check_values(place, varied);
  return varied;
}

std::vector<Variation> VariationReader::variations(const SourceLocation& place, PlanKind kind) {
  std::vector<Variation> list;
  for (const char* const group : {"parameters", "settings"}) {
    if (place.value().find(group) == nullptr) continue;
    const auto names = place.member(group);
    if (names.value().kind != JsonKind::object) {
      reader_.faults().add(names, "is " + names.value().shown() +
                                      ", but must be an object of names and values, {\"k\": [1, 2]}");
      continue;
    }
    for (std::size_t i = 0; i < names.value().keys.size(); ++i) {
      const auto at = names.member(i);
      auto varied = variation(at, names.value().keys[i].text, group == std::string("settings"));
      if (!varied) continue;
      const bool needs_levels = kind == PlanKind::grid || kind == PlanKind::list;
      if (needs_levels && varied->is_continuous())
        reader_.faults().add(at,
                             "is a distribution, but a " + plan_names()[static_cast<std::size_t>(kind)] +
                                 " needs a list or a range; choose the plan 'latin-hypercube', 'sobol' or "
                                 "'random'");
      else
        list.push_back(std::move(*varied));
    }
  }
  return list;
}

std::optional<DesignBlock> VariationReader::block(const SourceLocation& place) {
  if (!reader_.object(place, {"plan", "runs", "seed", "parameters", "settings"})) return std::nullopt;
  const std::size_t before = reader_.faults().size();
  PlanKind kind = PlanKind::grid;
  if (place.value().find("plan") != nullptr) {
    const auto name = reader_.choice(place.member("plan"), plan_names());
    if (!name) return std::nullopt;
    kind = static_cast<PlanKind>(std::ranges::find(plan_names(), *name) - plan_names().begin());
  }
  std::vector<Variation> list = variations(place, kind);
  const bool is_sampled = kind != PlanKind::grid && kind != PlanKind::list;
  long n = 1;
  if (is_sampled && reader_.has(place, "runs", "the number of points of the plan")) {
    const auto at = place.member("runs");
    n = reader_.whole(at).value_or(1);
    if (n < 1 || n > most_runs)
      reader_.faults().add(
          at, "is " + std::to_string(n) + ", but must be from 1 to " + std::to_string(most_runs));
  }
  std::uint64_t seed = 1;
  for (const char* const key : {"runs", "seed"})
    if (!is_sampled && place.value().find(key) != nullptr)
      reader_.faults().add(place.member(key), std::string("'") + key + "' has no meaning for the plan '" +
                                                  plan_names()[static_cast<std::size_t>(kind)] +
                                                  "', whose runs follow from its values; remove it");
  if (is_sampled && place.value().find("seed") != nullptr) {
    const auto given = reader_.whole(place.member("seed"), {.minimum = 0});
    seed = static_cast<std::uint64_t>(given.value_or(1));
  }
  if (list.empty() && reader_.faults().size() == before)
    reader_.faults().add(place, "varies nothing; give \"parameters\" or \"settings\" with values");
  if (kind == PlanKind::sobol && list.size() > SobolSequence::most_dimensions)
    reader_.faults().add(
        place, "varies " + std::to_string(list.size()) + " names, but the plan 'sobol' has " +
                   std::to_string(SobolSequence::most_dimensions) + " coordinates; take 'latin-hypercube'");
  if (kind == PlanKind::list)
    for (const Variation& varied : list)
      if (varied.levels.size() != list[0].levels.size())
        reader_.faults().add(varied.place,
                             "has " + std::to_string(varied.levels.size()) + " values, but '" + list[0].name +
                                 "' beside it has " + std::to_string(list[0].levels.size()) +
                                 "; a list takes them side by side: give as many, or take 'grid'");
  if (reader_.faults().size() > before) return std::nullopt;
  double product = 1;
  for (const Variation& varied : list)
    if (kind == PlanKind::grid) product *= static_cast<double>(varied.levels.size());
  if (product > static_cast<double>(most_runs)) {
    reader_.faults().add(place, "has " + shortest_text(product) + " combinations, but a study may have " +
                                    std::to_string(most_runs) +
                                    " runs; take fewer values, or a sampling plan");
    return std::nullopt;
  }
  return DesignBlock(kind, std::move(list), n, seed);
}

std::vector<DesignBlock> VariationReader::blocks(const SourceLocation& list) {
  std::vector<DesignBlock> result;
  if (list.value().kind == JsonKind::object) {
    if (auto one = block(list)) result.push_back(std::move(*one));
    return result;
  }
  if (!reader_.list(list)) return result;
  if (list.value().items.empty())
    reader_.faults().add(list,
                         "is empty; give at least one block, {\"plan\": \"grid\", \"parameters\": { … }}");
  for (std::size_t i = 0; i < list.value().items.size(); ++i)
    if (auto one = block(list.item(i))) result.push_back(std::move(*one));
  return result;
}

}  // namespace pleuel::sweep
