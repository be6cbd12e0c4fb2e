#include "pleuel/integrator/control/shared_options.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {

OptionSpecs newton_option_specs(const std::string& no_limit, const std::string& no_tolerance) {
  return {{.name = "newton_max",
           .default_value = "0",
           .help = "limit of Newton iterations in a step; 0: " + no_limit,
           .minimum = 0,
           .maximum = 1000,
           .is_whole = true},
          {.name = "newton_tolerance",
           .default_value = "0",
           .help = "Newton's method stops at this fraction of the tolerance; 0: " + no_tolerance,
           .minimum = 0,
           .maximum = 1}};
}

OptionSpecs controller_option_specs(double safety) {
  return {{.name = "controller",
           .default_value = "predictive",
           .help = "step-size control: from the last two errors, or from the last one",
           .choices = {"predictive", "elementary"}},
          {.name = "safety",
           .default_value = number_text(safety),
           .help = "fraction of the step size that the error would allow",
           .minimum = 0.1,
           .maximum = 1}};
}

void read_controller(const OptionValues& values, ControllerOptions& options) {
  options.kind = values.is("controller", "elementary") ? ControllerOptions::Kind::elementary
                                                       : ControllerOptions::Kind::predictive;
  options.safety = values.number("safety");
}

OptionSpecs order_option_specs(const std::vector<int>& orders, int lowest, int highest) {
  std::vector<std::string> names;
  for (const int order : orders) names.push_back(std::to_string(order));
  std::vector<std::string> choices{"variable"};
  choices.insert(choices.end(), names.begin(), names.end());
  return {
      {.name = "order",
       .default_value = "variable",
       .help =
           "one order for the whole run, or chosen with the step; with a fixed step variable means min_order",
       .choices = choices},
      {.name = "min_order",
       .default_value = std::to_string(lowest),
       .help = "lowest order of a variable one",
       .choices = names},
      {.name = "max_order",
       .default_value = std::to_string(highest),
       .help = "highest order of a variable one",
       .choices = names},
  };
}

std::vector<int> read_orders(const std::vector<int>& orders, const OptionValues& values) {
  if (!values.is("order", "variable")) return {std::stoi(values.text("order"))};
  const int least = std::stoi(values.text("min_order"));
  const int most = std::stoi(values.text("max_order"));
  if (least > most)
    throw InvalidInput("min_order=" + values.text("min_order") +
                       " is above max_order=" + values.text("max_order"));
  std::vector<int> chosen;
  for (const int order : orders)
    if (least <= order && order <= most) chosen.push_back(order);
  return chosen;
}

OptionSpecs joined(std::initializer_list<OptionSpecs> lists) {
  OptionSpecs all;
  for (const OptionSpecs& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace pleuel
