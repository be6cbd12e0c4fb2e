#include "pleuel/model/force/applied.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

const char* const components[] = {"x", "y", "z"};

std::vector<ParameterSpec> parameters(const Dimension& dimension, const std::string& what) {
  std::vector<ParameterSpec> list;
  for (const char* axis : components)
    list.push_back({.name = axis,
                    .kind = ValueKind::function,
                    .dimension = dimension,
                    .help = what + " along " + axis,
                    .is_optional = true});
  list.push_back({.name = "axes",
                  .kind = ValueKind::choice,
                  .help = "axes of the ground, or of the marker, which rotate with the body",
                  .default_text = "ground",
                  .choices = {"ground", "marker"}});
  return list;
}

std::vector<std::string> faults(const Element& e) {
  for (const char* axis : components)
    if (e.is_given(axis)) return {};
  return {"none of x, y and z is given; give at least one"};
}

void refuse(const Element& e, const char* axis) {
  throw InvalidInput(e.place + ": '" + e.name + "' has a component " + axis +
                     ", which a planar model does not have");
}

template <int D>
void add_force(const Element& e, Assembly<D>& assembly) {
  const Attachment<D> m = assembly.marker(e.markers[0]);
  if (D == 2 && e.is_given("z")) refuse(e, "z");
  for (int k = 0; k < D; ++k) {
    if (!e.is_given(components[k])) continue;
    const LawFunction size(e.function(components[k]));
    if (e.choice("axes") == "ground") {
      FormulaLaw law;
      law.f = size;
      law.sign = -1;
      assembly.add_force({ground, m.body}, Gap<D>{Space<D>::Point::Unit(k), Space<D>::Point::Zero(), m.u},
                         law);
    } else {
      assembly.require_rotation(m);
      Eigen::Vector3d direction = Eigen::Vector3d::Zero();
      direction.template head<D>() = m.axes.col(k);
      assembly.add_load(
          LoadTerm<D>(LoadTerm<D>::Kind::follower_force, m.body, direction, m.u, size, assembly.measures));
    }
  }
}

template <int D>
void add_torque(const Element& e, Assembly<D>& assembly) {
  const Attachment<D> m = assembly.marker(e.markers[0]);
  assembly.require_rotation(m);
  using Kind = typename LoadTerm<D>::Kind;
  const bool is_ground = e.choice("axes") == "ground";
  for (int k = 0; k < 3; ++k) {
    if (!e.is_given(components[k])) continue;
    if (D == 2 && k < 2) refuse(e, components[k]);
    Eigen::Vector3d axis = Eigen::Vector3d::Unit(k);
    if constexpr (D == 3)
      if (!is_ground) axis = m.axes.col(k);
    assembly.add_load(LoadTerm<D>(is_ground ? Kind::ground_torque : Kind::body_torque, m.body, axis, m.u,
                                  LawFunction(e.function(components[k])), assembly.measures));
  }
}

}  // namespace

ElementType applied_force_type() {
  ElementType type;
  type.name = "force";
  type.title = "force at a marker, a function of time and of measures";
  type.equations = "(x, y, z) in the axes of the ground or of the marker";
  type.n_markers = 1;
  type.parameters = parameters(dimension::force, "force");
  type.faults = faults;
  type.add_planar = add_force<2>;
  type.add_spatial = add_force<3>;
  return type;
}

ElementType applied_torque_type() {
  ElementType type;
  type.name = "torque";
  type.title = "torque on the body of a marker, a function of time and of measures";
  type.equations = "(x, y, z) in the axes of the ground or of the marker; in the plane only z";
  type.n_markers = 1;
  type.parameters = parameters(dimension::torque, "torque");
  type.faults = faults;
  type.add_planar = add_torque<2>;
  type.add_spatial = add_torque<3>;
  return type;
}

}  // namespace pleuel
