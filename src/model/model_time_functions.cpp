#include "pleuel/model/model_time_functions.hpp"

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

ModelTimeFunctions::ModelTimeFunctions(const ModelDescription& model) {
  add_functions("driver", model.drivers, switches_);
  add_functions("force", model.forces, switches_);
  for (const BodyDescription& body : model.bodies) {
    if (body.flexible == nullptr) continue;
    for (const TimedLoad& load : body.flexible->loads)
      switches_.add("traction on body '" + body.name + "'", load.phi);
  }
  for (const Element& driver : model.drivers) drivers_.add(driver);
}

}  // namespace pleuel
