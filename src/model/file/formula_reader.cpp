#include "pleuel/model/file/formula_reader.hpp"

#include <algorithm>

#include "pleuel/base/names.hpp"
#include "pleuel/model/output_dimension.hpp"

namespace pleuel {
namespace {

using OutputKind = OutputDescription::Kind;

/// A '-' without spaces between two names, as in the name "crank-pin".
bool has_joined_names(const std::string& text) {
  const auto is_of_name = [](char c) { return is_formula_name(std::string("_") + c); };
  for (std::size_t k = 1; k + 1 < text.size(); ++k)
    if (text[k] == '-' && is_of_name(text[k - 1]) && is_of_name(text[k + 1])) return true;
  return false;
}

std::string in_text(const SourceLocation& at) { return "in '" + shortened(at.value().text) + "': "; }

}  // namespace

void FormulaReader::read() {
  for (const auto& [output, pending] : pending_) resolve(output);
}

FormulaReader::State FormulaReader::resolve(std::size_t output) {
  Pending& pending = pending_.at(output);
  if (pending.state != State::waiting) return pending.state;
  pending.state = State::begun;
  path_.push_back(output);
  const auto place = pending.item->place(reader_.file());
  const auto given = place.member("formula");
  bool is_good = false;
  if (given.value().kind != JsonValue::Kind::text) {
    reader_.faults().add(given, "is " + given.value().shown() +
                                    ", but must be a formula in quotes such as \"motor.torque*motor.rate\"");
  } else if (const auto text = reader_.filled(given)) {
    JsonValue filled = given.value();
    filled.text = *text;
    is_good = read_formula(SourceLocation(given.file(), filled, given.path(), given.loop()),
                           model_.outputs[output]);
  }
  path_.pop_back();
  return pending.state = is_good ? State::done : State::failed;
}

bool FormulaReader::read_formula(const SourceLocation& at, OutputDescription& output) {
  const auto names = reader_.names_in_formula(at, [this](std::string_view name) {
    return shown_.contains(std::string(name)) || find_(std::string(name), IfMissing::nothing).output;
  });
  if (!names) return false;
  std::vector<FunctionVariable> variables;
  for (const std::string& name : *names) {
    auto input = input_of(at, name);
    if (!input) return false;
    const Dimension dimension = dimension_of(*input, model_);
    if (dimension == dimension::any) {
      reader_.faults().add(at, in_text(at) + "the unit of '" + shortened(name) +
                                   "' is not known before the system is built; use a part of an element, "
                                   "a marker or a measure instead");
      return false;
    }
    variables.emplace_back(name, dimension);
    output.inputs.push_back(std::move(*input));
  }
  auto formula = reader_.formula(at, variables);
  if (!formula) return false;
  output.formula = std::move(formula->expression);
  output.dimension = formula->dimension.is_known() ? formula->dimension.dimension : dimension::none;
  return true;
}

std::optional<OutputDescription> FormulaReader::input_of(const SourceLocation& at, const std::string& name) {
  const auto shown = shown_.find(name);
  if (shown == shown_.end()) {
    FoundOutput found = find_(name, IfMissing::say_why);
    if (found.output) {
      found.output->place = at.text();
      return std::move(found.output);
    }
    std::string sentence = in_text(at) + found.fault;
    if (has_joined_names(at.value().text))
      sentence +=
          "; '-' subtracts here: an output of an element whose name has a '-' must be in the list "
          "with a 'name' without it";
    if (!reader_.faults().is_settled(at)) reader_.faults().add(at, sentence);
    return std::nullopt;
  }
  const OutputDescription& other = model_.outputs[shown->second];
  if (other.kind != OutputKind::formula) return other;
  const State state = resolve(shown->second);
  if (state == State::done)
    return OutputDescription{.name = other.name,
                             .kind = OutputKind::formula,
                             .item = static_cast<int>(shown->second),
                             .dimension = other.dimension};
  if (state == State::begun)
    reader_.faults().add(
        at, in_text(at) + "it uses itself: " + circle(shown->second) + "; remove one of these uses");
  return std::nullopt;  // the other formula's own fault is stated
}

std::string FormulaReader::circle(std::size_t output) const {
  const auto first = std::find(path_.begin(), path_.end(), output);
  std::string text;
  for (auto it = first; it != path_.end(); ++it) text += "'" + model_.outputs[*it].name + "' uses ";
  return text + "'" + model_.outputs[output].name + "'";
}

}  // namespace pleuel
