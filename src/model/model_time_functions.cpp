#include "pleuel/model/model_time_functions.hpp"

#include <set>

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
  for (const auto& [number, body] : model.flexible_bodies) add_body(model.bodies[number].name, *body);
  for (const Element& driver : model.drivers) drivers_.add(driver);
}

void ModelTimeFunctions::add_body(const std::string& name, const BuiltBody& body) {
  for (const BodyLoad& load : body.loads)
    switches_.add_of_places(load.name + " of body '" + name + "'", load.formula);
  // The nodes of a set have one formula.
  std::set<std::string> known;
  for (const BuiltBody::Drive& drive : body.drives) {
    const std::string unknown = name + "." + drive.name;
    const bool is_new = known.insert(drive.place).second;
    if (is_new) switches_.add_of_places("displacement '" + unknown + "'", drive.formula);
    if (is_new || depends_on_place(drive.formula))
      drivers_.add(PrescribedMotions::Driver{unknown, drive.place,
                                             drive.is_rotation ? dimension::angle : dimension::length,
                                             drive.value, "displacement"});
  }
}

ModelTimeFunctions::ModelTimeFunctions(const PrescribedMotions::Driver& driver) {
  switches_.add("driver '" + driver.name + "'", driver.phi);
  drivers_.add(driver);
}

}  // namespace pleuel
