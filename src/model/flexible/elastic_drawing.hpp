// Drawing of an elastic body of a model.
#pragma once

#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/model/flexible/elastic_view.hpp"
#include "pleuel/model/flexible/imported_nodes.hpp"

namespace pleuel {

/// Its mesh on frame number `frame`: T6 as four triangles, tetrahedra by their surface, beams as
/// lines, in space by the outline of their sections. Fields: von Mises stress of solids and fibres,
/// and plastic strain if there is one; axial force, shear force and bending moment of beams
/// (fem/stress.hpp).
DrawnMesh elastic_drawing(const ElasticView& view, const MechanicalSystem& system, int frame);

/// An imported body, whose elements are not known: lines between nodes that lie next to each other
/// (a spanning tree of least length), of at most a thousand nodes. q is from `first` on.
DrawnMesh imported_drawing(const std::string& name, std::shared_ptr<const ImportedNodes> nodes, int first,
                           int frame);

}  // namespace pleuel
