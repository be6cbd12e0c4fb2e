// An elastic body as plain data.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/model/flexible/import_data.hpp"
#include "pleuel/model/flexible/load_data.hpp"
#include "pleuel/model/flexible/node_choice.hpp"
#include "pleuel/model/flexible/reduction_choice.hpp"
#include "pleuel/model/material_set.hpp"

namespace pleuel {

/// A polygon of the x–y plane that is extruded along z.
struct ExtrudedPolygon {
  fem::PolygonData section;
  fem::ExtrusionData along;
};

/// Generated, or read from a Gmsh file.
using MeshChoice = std::variant<fem::BoxData, fem::BeamLineData, fem::BeamFrameData, fem::PolygonData,
                                fem::DogBoneData, fem::SolidBoxData, ExtrudedPolygon, fem::Mesh>;
using SectionChoice =
    std::variant<fem::PlaneSection, fem::BeamSection, fem::SolidSection, fem::SpatialBeamSection>;

/// u1 = u2 = 0 at a, u2 = 0 at b; one node each. In space as fem::chord_frame with a third node c.
struct ChordFrame {
  NodeChoice a, b;
  std::optional<NodeChoice> c = {};
};
/// All unknowns of some nodes are zero.
struct TangentFrame {
  NodeChoice nodes;
};
/// Chosen displacements of the nodes of sets are zero.
struct SupportFrame {
  std::vector<fem::Support> supports;
};
/// fem::MeanAxes.
struct MeanFrame {};
using FrameChoice = std::variant<ChordFrame, TangentFrame, SupportFrame, MeanFrame>;

enum class Elasticity {
  linear,     ///< −K q
  geometric,  ///< and the stiffness of fem::GeometricStiffening
  green       ///< −∇W(q) of fem::GreenElasticity
};

/// The data of its equations in addition to its shape.
struct ElasticDynamics {
  fem::Rayleigh damping = {};
  ModalDamping modal_damping = {};
  std::optional<ReductionChoice> reduction = {};  ///< absent: all unknowns
  Elasticity elasticity = Elasticity::linear;
  std::vector<LoadChoice> loads = {};
  std::vector<DisplacementChoice> displacements = {};
};

/// Where its parts stand in the file, for messages.
struct ElasticPlaces {
  std::string mesh = {}, material = {}, frame = {}, dynamics = {};
};

/// An elastic body as described by the file. Section and frame are absent only if the file has a
/// fault there, then the mesh is checked, but no body is built, or for an imported body.
struct ElasticData {
  MeshChoice mesh;  ///< not of an imported body
  std::optional<SectionChoice> section;
  std::optional<FrameChoice> frame;
  ElasticDynamics dynamics = {};
  std::optional<MaterialSet> law = {};  ///< absent: Hooke's law
  ElasticPlaces places = {};
  /// Null for bodies of finite elements. A body from a SID file has no frame.
  std::shared_ptr<const ImportChoice> import = nullptr;
};

}  // namespace pleuel
