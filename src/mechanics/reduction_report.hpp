// What a reduced elastic body keeps and what it loses.
#pragma once

#include <string>
#include <vector>

namespace pleuel {

struct ReductionReport {
  std::string body = {};
  struct Shape {
    std::string kind = {};  ///< "normal mode", "constraint mode", …
    std::string of = {};    ///< "tip, x": the marker and the direction; else empty
    double omega = 0;       ///< √(vᵀKv/vᵀMv), rad/s
    double ratio = 0;       ///< of damping, vᵀDv/(2ω vᵀMv)
  };
  std::vector<Shape> shapes = {};
  int n_unknowns = 0;
  double highest = 0;        ///< ω of the last mode, rad/s; 0 without modes
  double first_omitted = 0;  ///< ω of the first mode that is left out, rad/s; 0 if none is left

  /// fem::truncation_error of static responses, between 0 and 1. Largest of the loads of an
  /// accelerated and rotating frame: c1, c2, c12, c21, in space those of
  /// fem::ShapeIntegrals<3>::inertia_loads.
  double inertia = 0;
  struct Marker {
    std::string name = {};
    double error = 0;  ///< largest of forces along the axes and moments about them
  };
  std::vector<Marker> markers = {};
};

}  // namespace pleuel
