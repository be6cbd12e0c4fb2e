// Which shapes a reduced elastic body keeps, and how they are damped, as plain data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pleuel/model/expression/expression.hpp"

namespace pleuel {

/// A displacement field as formulas of the coordinates x, y (, z) in the body's frame.
struct ShapeFormulas {
  std::vector<Expression> u;  ///< of (t, x, y, z); t is not used
  std::string place = {};
};

/// A marker of the body by its name, without the name of the body.
struct MarkerName {
  std::string name;
  std::string place = {};
};

struct ReductionChoice {
  int modes = 0;
  /// Craig–Bampton: the motions of these markers are kept exactly, and modes are fixed-interface
  /// modes. Otherwise normal modes of the body in its frame.
  bool is_craig_bampton = false;
  std::vector<MarkerName> interfaces = {};
  /// Markers whose static responses to forces and moments are kept.
  std::vector<MarkerName> attachments = {};
  std::vector<ShapeFormulas> shapes = {};
  /// Whether static responses to the inertia forces of the moving frame are kept.
  bool has_inertia_shapes = false;
};

/// Damping ratios ζ of the modes of a reduced body, D = Σ 2ζω (Mφ)(Mφ)ᵀ.
struct ModalDamping {
  /// of the modes in ascending order; the last one also of all further modes
  std::vector<double> ratios = {};
  /// (ω, ζ) with ascending ω, rad/s: linear between them, constant beyond
  std::vector<std::pair<double, double>> table = {};

  bool is_given() const { return !ratios.empty() || !table.empty(); }
};

}  // namespace pleuel
