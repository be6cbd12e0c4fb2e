// Drawing of an elastic body of a model.
#pragma once

#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/model/flexible/elastic_view.hpp"

namespace pleuel {

/// Its mesh on frame number `frame`: T6 as four triangles, tetrahedra by their surface, beams as
/// lines, in space by the outline of their sections. Fields: von Mises stress of solids and fibres,
/// and plastic strain if there is one; axial force, shear force and bending moment of beams
/// (fem/stress.hpp).
DrawnMesh elastic_drawing(const ElasticView& view, const MechanicalSystem& system, int frame);

}  // namespace pleuel
