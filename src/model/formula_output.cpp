#include "pleuel/model/formula_output.hpp"

#include <map>

#include "pleuel/model/output_dimension.hpp"

namespace pleuel {
namespace {

/// The inputs of a formula, and of the formulas among them, in the order of evaluation. The last
/// step is the value.
class FormulaValue {
 public:
  double operator()(const Motion& at) const {
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      const Step& step = steps_[k];
      if (step.value) {
        values_[k] = step.value(at);
        continue;
      }
      arguments_[0] = at.t;
      for (std::size_t i = 0; i < step.inputs.size(); ++i) arguments_[1 + i] = values_[step.inputs[i]];
      values_[k] = step.formula.value({arguments_.data(), 1 + step.inputs.size()});
    }
    return values_.back();
  }

  std::size_t add(const MotionOutput& leaf) {
    steps_.push_back({.value = leaf.value});
    values_.push_back(0);
    return steps_.size() - 1;
  }
  std::size_t add(Expression formula, std::vector<std::size_t> inputs) {
    if (arguments_.size() < 1 + inputs.size()) arguments_.resize(1 + inputs.size());
    steps_.push_back({.formula = std::move(formula), .inputs = std::move(inputs)});
    values_.push_back(0);
    return steps_.size() - 1;
  }

 private:
  struct Step {
    std::function<double(const Motion&)> value = {};  // of an output that is no formula
    Expression formula = {};
    std::vector<std::size_t> inputs = {};  // of the formula, by step
  };
  std::vector<Step> steps_;
  mutable std::vector<double> values_, arguments_;  // scratch: copies have their own
};

class FormulaBuilder {
 public:
  FormulaBuilder(const ModelDescription& model,
                 const std::function<MotionOutput(const OutputDescription&)>& make)
      : model_(model), make_(make) {}

  std::size_t add(const OutputDescription& output) {
    if (const auto known = known_.find(output.name); known != known_.end()) return known->second;
    if (output.kind != OutputDescription::Kind::formula) {
      const MotionOutput leaf = make_(output);
      depends_on_forces = depends_on_forces || leaf.depends_on_forces;
      is_energy = is_energy || output.kind == OutputDescription::Kind::energy;
      return known_[output.name] = value.add(leaf);
    }
    std::vector<std::size_t> inputs;
    for (const OutputDescription& input : output.inputs) {
      const bool is_formula = input.kind == OutputDescription::Kind::formula;
      inputs.push_back(add(is_formula ? model_.outputs[input.item] : input));
    }
    return known_[output.name] = value.add(output.formula, std::move(inputs));
  }

  FormulaValue value;
  bool depends_on_forces = false, is_energy = false;

 private:
  const ModelDescription& model_;
  const std::function<MotionOutput(const OutputDescription&)>& make_;
  std::map<std::string, std::size_t> known_;
};

}  // namespace

MotionOutput formula_output(const ModelDescription& model, const OutputDescription& output,
                            const std::function<MotionOutput(const OutputDescription&)>& make) {
  FormulaBuilder builder(model, make);
  builder.add(output);
  std::string unit = output_unit(output.dimension);
  if (unit == "N m" && builder.is_energy) unit = "J";
  return {output.name, unit, std::move(builder.value), builder.depends_on_forces};
}

}  // namespace pleuel
