// A few kinds of elements, one for each way in which a parameter can be written.
#pragma once

#include "pleuel/model/element.hpp"
#include "pleuel/model/element_catalogue.hpp"

namespace pleuel {

inline ModelCatalogue small_catalogue() {
  const auto add = [](const Element&, auto&) {};
  ElementType revolute{.name = "revolute", .title = "", .equations = "", .n_markers = 2, .parameters = {}};
  revolute.add_planar = add;
  revolute.add_spatial = add;
  auto spherical = revolute;
  spherical.name = "spherical";
  spherical.add_planar = {};
  auto distance = revolute;
  distance.name = "distance";
  distance.parameters = {{.name = "length",
                          .kind = ValueKind::number,
                          .dimension = dimension::length,
                          .help = "the distance kept",
                          .minimum = 0,
                          .is_above_minimum = true}};
  auto gear = revolute;
  gear.name = "gear";
  gear.n_markers = 0;
  gear.parameters = {{.name = "first", .kind = ValueKind::joint, .help = "the driving joint"},
                     {.name = "second", .kind = ValueKind::joint, .help = "the driven joint"},
                     {.name = "ratio", .kind = ValueKind::number, .help = "of the angles"}};

  auto angle = revolute;
  angle.name = "angle";
  angle.parameters = {{.name = "value",
                       .kind = ValueKind::function,
                       .dimension = dimension::angle,
                       .help = "the angle over time"}};

  auto spring = revolute;
  spring.name = "spring";
  spring.parameters = {
      {.name = "stiffness",
       .kind = ValueKind::number,
       .dimension = dimension::stiffness,
       .help = "force per length",
       .minimum = 0},
      {.name = "damping",
       .kind = ValueKind::number,
       .dimension = dimension::damping,
       .help = "force per velocity",
       .default_text = "0",
       .minimum = 0},
      {.name = "length",
       .kind = ValueKind::number,
       .dimension = dimension::length,
       .help = "where it is at rest",
       .is_optional = true},
      {.name = "force",
       .kind = ValueKind::function,
       .dimension = dimension::force,
       .help = "instead of a stiffness",
       .is_optional = true,
       .variables = {"s", "sdot"}},
      {.name = "table",
       .kind = ValueKind::curve,
       .dimension = dimension::force,
       .help = "force over length",
       .is_optional = true,
       .x_dimension = dimension::length},
      {.name = "coils", .kind = ValueKind::whole, .help = "of its wire", .default_text = "1", .minimum = 1},
      {.name = "side",
       .kind = ValueKind::choice,
       .help = "where it acts",
       .default_text = "both",
       .choices = {"both", "push", "pull"}},
  };
  spring.faults = [](const Element& element) -> std::vector<std::string> {
    if (element.is_given("force") && element.is_given("table"))
      return {"'force' and 'table' say the same; remove one of them"};
    return {};
  };
  auto bushing = revolute;
  bushing.name = "bushing";
  bushing.parameters = {{.name = "stiffness",
                         .kind = ValueKind::matrix,
                         .help = "in the axes of a",
                         .size = 6,
                         .planar_size = 3},
                        {.name = "damping",
                         .kind = ValueKind::matrix,
                         .help = "likewise",
                         .default_text = "0",
                         .size = 6,
                         .planar_size = 3}};
  auto applied = revolute;
  applied.name = "applied";
  applied.n_markers = 1;
  applied.parameters = {
      {.name = "force",
       .kind = ValueKind::vector,
       .dimension = dimension::force,
       .help = "in the axes of the ground"},
      {.name = "along", .kind = ValueKind::measure, .help = "what scales it", .is_optional = true},
      {.name = "towards",
       .kind = ValueKind::marker,
       .help = "where it points",
       .default_text = "ground.origin"}};
  auto gap = revolute;
  gap.name = "distance";
  return {.joints = {revolute, spherical, distance, gear},
          .drivers = {angle},
          .forces = {spring, bushing, applied},
          .measures = {gap}};
}

}  // namespace pleuel
