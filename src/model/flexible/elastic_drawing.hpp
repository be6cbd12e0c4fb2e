// How an elastic body of a model looks.
#pragma once

#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/model/flexible/elastic_view.hpp"

namespace pleuel {

/// Its mesh on frame number `frame`: T6 as four triangles, beams as lines. Fields: von Mises stress
/// of triangles, and plastic strain where there is one; axial_force and bending_moment of beams
/// (fem/stress.hpp).
DrawnMesh elastic_drawing(const ElasticView& view, const MechanicalSystem& system, int frame);

}  // namespace pleuel
