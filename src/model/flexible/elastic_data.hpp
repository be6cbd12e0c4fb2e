// An elastic body as plain data.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/material/material.hpp"
#include "pleuel/model/expression/expression.hpp"

namespace pleuel {

/// Made by formula, or read from a file of Gmsh.
using MeshChoice =
    std::variant<fem::BoxData, fem::BeamLineData, fem::PolygonData, fem::DogBoneData, std::filesystem::path>;
using SectionChoice = std::variant<fem::PlaneSection, fem::BeamSection>;

/// The nodes of a set, by its name, or the node at a place.
using NodeChoice = std::variant<std::string, Eigen::Vector2d>;

/// u1 = u2 = 0 at a, u2 = 0 at b; one node each.
struct ChordFrame {
  NodeChoice a, b;
};
/// All unknowns of the nodes of a set are zero.
struct TangentFrame {
  std::string set;
};
/// Chosen displacements of the nodes of sets are zero.
struct SupportFrame {
  std::vector<fem::Support> supports;
};
using FrameChoice = std::variant<ChordFrame, TangentFrame, SupportFrame>;

/// Of the triangles' edges in a node set, N/m², in the axes of the frame.
struct TractionChoice {
  std::string set;
  Expression x, y;  ///< of t
};

enum class Elasticity {
  linear,     ///< −K q
  geometric,  ///< and the stiffness of fem::GeometricStiffening
  green       ///< −∇W(q) of fem::GreenElasticity
};

/// What its equations need beside its shape.
struct ElasticDynamics {
  fem::Rayleigh damping = {};
  int modes = 0;  ///< normal modes kept; 0: all unknowns
  Elasticity elasticity = Elasticity::linear;
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  ///< m/s²
  /// With internal variables; absent: elastic.
  std::shared_ptr<const material::Material> inelastic = nullptr;
  std::vector<TractionChoice> tractions = {};
};

struct ElasticData {
  MeshChoice mesh;
  SectionChoice section;
  FrameChoice frame;
  ElasticDynamics dynamics = {};
};

}  // namespace pleuel
