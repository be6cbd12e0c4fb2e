#include "pleuel/model/force/beam_force.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

constexpr Dimension bending = dimension::force * dimension::length * dimension::length;

/// The keys of the stiffnesses in the order of the strains.
const std::vector<const char*>& stiffness_keys(int dimension) {
  static const std::vector<const char*> plane = {"EA", "GAy", "EIz"},
                                        space = {"EA", "GAy", "GAz", "GJ", "EIy", "EIz"};
  return dimension == 2 ? plane : space;
}

template <int D>
double length_of(const Element& e, const MarkerPair<D>& markers, Assembly<D>& assembly) {
  if (e.is_given("length")) return e.number("length");
  try {
    const double length = assembly.at_start(markers.bodies, markers.distance());
    assembly.add_note("'" + e.name + "' has no length: it is the distance of its markers at the start, " +
                      shortest_text(length) + " m");
    return length;
  } catch (const LeftDomain&) {
    throw InvalidInput(e.place + ": '" + e.name +
                       "' has no length, which is then the distance of its markers at the start, but they "
                       "coincide there; give length");
  }
}

template <int D>
BeamStrain<D> strain_of(const MarkerPair<D>& markers, double length) {
  if constexpr (D == 2)
    return {
        length, markers.a.u, markers.b.u,
        std::atan2(markers.a.axes(1, 0), markers.a.axes(0, 0)) + 2 * std::numbers::pi * markers.a.revolutions,
        markers.angle().c};
  else
    return {length, markers.a.u, markers.b.u, markers.a.axes, markers.b.axes};
}

template <int D>
void add_beam(const Element& e, Assembly<D>& assembly) {
  const MarkerPair<D> markers(e, assembly);
  assembly.require_rotation(markers.a);
  assembly.require_rotation(markers.b);
  typename BeamTerm<D>::Strain C;
  std::vector<std::string> faults;
  for (Eigen::Index k = 0; const char* key : stiffness_keys(D)) {
    if (!e.is_given(key))
      faults.push_back(e.place + ": beam '" + e.name + "' has no '" + key + "', which a spatial one needs");
    else
      C[k++] = e.number(key);
  }
  if (!faults.empty()) throw InvalidInput(faults);
  if (D == 2)
    for (const char* key : {"GAz", "GJ", "EIy"})
      if (e.is_given(key))
        throw InvalidInput(e.place + ": beam '" + e.name + "' has '" + key +
                           "', which a planar one has not; remove it");
  assembly.add_beam(BeamTerm<D>(e.name, markers.bodies,
                                strain_of<D>(markers, length_of<D>(e, markers, assembly)), C,
                                e.number("damping")));
}

ParameterSpec stiffness(const char* name, const Dimension& dimension, const char* help, bool is_spatial) {
  return {.name = name,
          .dimension = dimension,
          .help = help,
          .is_optional = is_spatial,
          .minimum = 0,
          .is_above_minimum = true};
}

}  // namespace

ElementType beam_type() {
  ElementType type;
  type.name = "beam";
  type.title = "massless element of a geometrically exact beam, for rotations of any size";
  type.equations =
      "sections at a and b, x along the beam; psi = log(La^T Lb), Lm = La exp(psi/2); Gamma = Lm^T (p_b - "
      "p_a)/length - e1, kappa = psi/length; (N, Qy, Qz) = (EA, GAy, GAz) (Gamma + damping Gamma'), (T, My, "
      "Mz) = (GJ, EIy, EIz) (kappa + damping kappa'); plane: EA, GAy, EIz and N, Q, M. Whole beams with mass "
      "are written in \"beams\"";
  type.parameters = {stiffness("EA", dimension::force, "axial stiffness", false),
                     stiffness("GAy", dimension::force, "shear stiffness along y of the section", false),
                     stiffness("GAz", dimension::force, "shear stiffness along z; in space", true),
                     stiffness("GJ", bending, "torsional stiffness; in space", true),
                     stiffness("EIy", bending, "bending stiffness about y; in space", true),
                     stiffness("EIz", bending, "bending stiffness about z", false),
                     {.name = "length",
                      .dimension = dimension::length,
                      .help = "length without force; if left out, the distance of the markers at the start",
                      .is_optional = true,
                      .minimum = 0,
                      .is_above_minimum = true,
                      .is_used = [](const Element&) { return true; }},
                     {.name = "damping",
                      .dimension = dimension::time,
                      .help = "of Kelvin and Voigt: damping over stiffness",
                      .default_text = "0",
                      .minimum = 0}};
  type.has_section = true;
  type.add_planar = add_beam<2>;
  type.add_spatial = add_beam<3>;
  return type;
}

std::vector<std::string> section_parts(int dimension) {
  if (dimension == 2) return {"N", "Q", "M"};
  return {"N", "Qy", "Qz", "T", "My", "Mz"};
}

}  // namespace pleuel
