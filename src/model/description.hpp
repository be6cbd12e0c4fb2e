// A model as plain data: the contents of a model file with resolved names, numbers and units.
#pragma once

#include <Eigen/Core>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/input_file.hpp"
#include "pleuel/base/options.hpp"
#include "pleuel/mechanics/solid.hpp"
#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/model/beam/beam_description.hpp"
#include "pleuel/model/element.hpp"
#include "pleuel/model/flexible/node_choice.hpp"

namespace pleuel {

struct ElasticData;

inline constexpr int ground = -1;  ///< body number of the ground

/// Planar models use x and y of every vector and the rotation about z.
struct BodyDescription {
  std::string name;
  double mass = 0;
  Eigen::Vector3d com = Eigen::Vector3d::Zero();  ///< centre of mass in the body's frame
  Eigen::Matrix3d inertia =
      Eigen::Matrix3d::Zero();  ///< about the centre of mass, in the axes of the body's frame
  /// Of the body's frame at the start, approximate.
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  Eigen::Matrix3d orientation = Eigen::Matrix3d::Identity();
  /// velocity of the origin of the body's frame
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  ///< in the axes of the ground
  bool has_velocity = false, has_angular_velocity = false;     ///< whether the model states them
  /// if set, mass, com and inertia are ignored
  std::shared_ptr<const ElasticData> flexible = nullptr;
  /// for pictures, in the body's frame; empty if the body has no shape
  std::vector<Solid> solids = {};
  /// planar: the angle at the start is that of `orientation` plus 2π revolutions
  double revolutions = 0;
  std::string place;
  std::string about_inertia =
      {};  ///< if a mass or moment is zero: why, where and the remedy; otherwise empty
};

struct MarkerDescription {
  std::string name;  ///< "crank.tip"; on the ground: "ground.A"
  int body = ground;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< in the body's frame
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< columns x, y, z in the body's frame
  /// on an elastic body: its nodes, which replace `position`
  std::optional<NodeChoice> nodes = {};
  bool is_rigid_set = false;  ///< its nodes move as one rigid body, not only in the mean
  /// planar: its angle is that of `axes` plus 2π revolutions
  double revolutions = 0;
  std::string place = {};  ///< of nodes, for messages
};

/// An element between two markers of one elastic body: a fault unless one of them moves with the
/// deformation.
struct InnerElement {
  int a = 0, b = 0;
  std::string place, fault;
};

/// An output: an unknown, a value of a body, marker or element, an energy, or a formula of other
/// outputs.
struct OutputDescription {
  enum class Kind {
    unknown,
    marker,
    reaction,  ///< force and torque of a joint
    measure,
    energy,
    field,
    body,    ///< a rigid body's motion that is no unknown
    joint,   ///< angle and displacement of a joint
    driver,  ///< force, torque, power of a driver, and what it prescribes
    force,   ///< the same of a force
    formula,
  };
  /// Where a field is evaluated: its extreme over the body, or a point of an element.
  enum class Where { max, min, point };
  std::string name;  ///< as shown
  Kind kind = Kind::unknown;
  std::string unknown = {};  ///< by its name in the system
  /// the marker, joint, measure, driver or force; of a field, the body; of a formula that is an
  /// input of another, its place among the outputs
  int item = 0;
  /// marker: "x", "vx", "ax", …; reaction: "fx", …, "mz", "f", "m"; measure: "", "rate"; energy:
  /// "kinetic", "potential", "total"; field: its name; body: "ground_wx", …; joint: "angle",
  /// "rate", "position", "velocity"; driver and force: those of a reaction, "force" or "torque",
  /// "value", "rate", "power"; unknown of a rigid body: the last part of its name, else empty
  std::string part = {};
  Where where = Where::max;
  long long element = 0;  ///< by its tag
  int point = 1;          ///< of the element, from 1
  /// formula: its value by t and the values of `inputs`, and what it measures
  Expression formula = {};
  std::vector<OutputDescription> inputs = {};
  Dimension dimension = {};
  std::string place = {};
};

struct ParameterDescription {
  std::string name;
  double value = 0;
  std::string text;  ///< as written
};

struct SimulationDescription {
  double t_begin = 0;
  double until = 1;
  std::optional<std::string> formulation = {}, method = {};
  std::optional<double> rtol = {}, atol = {}, every = {};
  std::vector<double> breakpoints = {};
  bool is_redundant = false;  ///< redundant: "minimum-norm"
  /// sweeps of a smooth start of elastic bodies
  int sweeps = 0;
  std::string place = {}, formulation_place = {}, method_place = {};  ///< in the file, for messages
};

struct ModelDescription {
  std::string name;
  std::string title;
  int dimension = 3;
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
  std::vector<ParameterDescription> parameters;
  std::vector<BodyDescription> bodies;
  std::vector<MarkerDescription> markers;
  std::vector<Element> measures, joints, drivers, forces;
  /// whose nodes are among the bodies and whose elements are among the forces
  std::vector<BeamDescription> beams;
  /// drivers that hold only at the start: given parts of the initial state
  std::vector<Element> start;
  std::vector<InnerElement> inner_elements;
  std::vector<OutputDescription> outputs;
  SimulationDescription simulation;
  /// allowed, but needs care, such as a body without mass
  std::vector<std::string> remarks;
  /// All files that were read: the model, meshes, parameter sets.
  std::vector<SourceFile> files = {};
};

}  // namespace pleuel
