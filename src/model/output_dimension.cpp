#include "pleuel/model/output_dimension.hpp"

#include "pleuel/model/unit/unit.hpp"

namespace pleuel {
namespace {

constexpr Dimension power_dimension = dimension::torque / dimension::time;
constexpr Dimension stress_dimension = dimension::force / (dimension::length * dimension::length);

Dimension of_unknown(const std::string& part) {
  if (part.empty()) return dimension::any;
  if (part.starts_with("alpha") || part == "aphi") return dimension::rate / dimension::time;
  if (part[0] == 'a') return dimension::acceleration;
  if (part[0] == 'w' || part == "vphi") return dimension::rate;
  if (part[0] == 'v') return dimension::velocity;
  if (part == "phi") return dimension::angle;
  return part[0] == 'p' ? dimension::none : dimension::length;
}

Dimension of_load(const std::string& part, const Dimension& scalar) {
  if (part == "value") return scalar;
  if (part == "rate") return scalar == dimension::any ? scalar : scalar / dimension::time;
  if (part == "power") return power_dimension;
  const bool is_force = part[0] == 'f' || part[0] == 'N' || part[0] == 'Q';  // N, Qy: of a section
  return is_force ? dimension::force : dimension::torque;
}

Dimension of_joint(const std::string& part) {
  if (part == "angle") return dimension::angle;
  if (part == "rate") return dimension::rate;
  return part == "position" ? dimension::length : dimension::velocity;
}

Dimension of_field(const std::string& name) {
  if (name.starts_with("stress") || name == "von_mises") return stress_dimension;
  if (name.starts_with("ep") || name.find("strain") != std::string::npos) return dimension::none;
  return dimension::any;
}

Dimension scalar_or_any(const Element& e, const ModelDescription& model) {
  return e.type == nullptr ? dimension::any : scalar_of(e, model);
}

}  // namespace

Dimension dimension_of(const OutputDescription& output, const ModelDescription& model) {
  using Kind = OutputDescription::Kind;
  switch (output.kind) {
    case Kind::unknown:
      return of_unknown(output.part);
    case Kind::marker:
      return output.part[0] == 'v'   ? dimension::velocity
             : output.part[0] == 'a' ? dimension::acceleration
                                     : dimension::length;
    case Kind::reaction:
      return of_load(output.part, dimension::any);
    case Kind::measure:
      return of_load(output.part.empty() ? "value" : output.part,
                     scalar_or_any(model.measures[output.item], model));
    case Kind::energy:
      return dimension::torque;
    case Kind::field:
      return of_field(output.part);
    case Kind::body:
      return dimension::rate;
    case Kind::joint:
      return of_joint(output.part);
    case Kind::driver:
      return of_load(output.part, scalar_or_any(model.drivers[output.item], model));
    case Kind::force:
      return of_load(output.part, scalar_or_any(model.forces[output.item], model));
    case Kind::formula:
      return output.dimension;
  }
  return dimension::any;
}

std::string output_unit(Dimension d) {
  if (d.length != 0 || d.mass != 0) d.angle = 0;
  const std::pair<Dimension, const char*> known[] = {{dimension::acceleration, "m/s²"},
                                                     {dimension::rate / dimension::time, "rad/s²"},
                                                     {dimension::force, "N"},
                                                     {dimension::torque, "N m"},
                                                     {power_dimension, "W"},
                                                     {stress_dimension, "Pa"},
                                                     {dimension::stiffness, "N/m"}};
  for (const auto& [dimension, unit] : known)
    if (d == dimension) return unit;
  return unit_text(d);
}

}  // namespace pleuel
