#include "pleuel/model/time_functions.hpp"

#include "pleuel/model/description.hpp"

namespace pleuel {
namespace {

void add_functions(const char* kind, const std::vector<Element>& elements, SwitchingTimes& switches) {
  for (const Element& element : elements)
    for (const auto& [name, value] : element.values)
      if (const auto* function = std::get_if<Function>(&value))
        switches.add(std::string(kind) + " '" + element.name + "', " + name, function->expression);
}

}  // namespace

TimeFunctions::TimeFunctions(const ModelDescription& model) {
  add_functions("driver", model.drivers, switches);
  add_functions("force", model.forces, switches);
  for (const BodyDescription& body : model.bodies) {
    if (body.flexible == nullptr) continue;
    for (const TimedLoad& load : body.flexible->loads)
      switches.add("traction on body '" + body.name + "'", load.phi);
  }
  for (const Element& driver : model.drivers) drivers.add(driver);
}

}  // namespace pleuel
