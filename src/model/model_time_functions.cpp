#include "pleuel/model/model_time_functions.hpp"

#include "pleuel/model/built_description.hpp"

namespace pleuel {
namespace {

void add_functions(const char* kind, const std::vector<Element>& elements, SwitchingTimes& switches) {
  for (const Element& element : elements)
    for (const auto& [name, value] : element.values)
      if (const auto* function = std::get_if<Function>(&value))
        switches.add(std::string(kind) + " '" + element.name + "', " + name, function->expression);
}

}  // namespace

ModelTimeFunctions::ModelTimeFunctions(const BuiltDescription& model) {
  add_functions("driver", model.drivers, switches_);
  add_functions("force", model.forces, switches_);
  for (const auto& [number, body] : model.flexible_bodies)
    for (const TimedLoad& load : body->loads)
      switches_.add("traction on body '" + model.bodies[number].name + "'", load.phi);
  for (const Element& driver : model.drivers) drivers_.add(driver);
}

ModelTimeFunctions::ModelTimeFunctions(const PrescribedMotions::Driver& driver) {
  switches_.add("driver '" + driver.name + "'", driver.phi);
  drivers_.add(driver);
}

}  // namespace pleuel
