// The parts of a picture of a mechanism.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/solid.hpp"

namespace pleuel {

inline constexpr int fixed_frame = -1;  ///< frame number of the ground

/// Position and orientation of a moving frame.
struct FramePlace {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
};

/// A point that moves with a frame.
struct DrawnPoint {
  int frame = fixed_frame;
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
};

struct DrawnBody {
  std::string name;
  int frame = fixed_frame;
  std::vector<Solid> solids = {};  ///< in the axes of the frame
};

/// Straight from point to point; a spring or a cylinder is drawn as one between two points.
struct DrawnLine {
  enum class Kind { rod, thread, spring, cylinder };
  std::string name;
  Kind kind = Kind::rod;
  std::vector<DrawnPoint> points = {};
};

struct DrawnJoint {
  std::string name;
  std::string type;  ///< "revolute", …: the name in a model file
  DrawnPoint point = {};
  /// axis of rotation or sliding, in the axes of the frame
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
};

/// A point with a name, whose path can be traced.
struct DrawnMarker {
  std::string name;
  DrawnPoint point = {};
};

/// A force that is drawn as an arrow.
struct DrawnArrow {
  std::string name;  ///< of the joint, driver or force
  std::string kind;  ///< "reaction" or "force"
  DrawnPoint point = {};
};

/// Values at the nodes of an elastic body.
struct NodeValues {
  Eigen::Matrix3Xd displacement;  ///< in the axes of the frame
  std::vector<Vector> fields;     ///< one value per node each, in the order of DrawnMesh::fields
};

/// An elastic body, given by nodes in its frame. `triangles` are its surface; `edges` are drawn as
/// lines: its outline, or a beam.
struct DrawnMesh {
  std::string name;
  int frame = fixed_frame;
  std::vector<Eigen::Vector3d> nodes = {};
  std::vector<std::array<int, 3>> triangles = {};
  std::vector<std::array<int, 2>> edges = {};
  std::vector<Quantity> fields = {};  ///< in addition to the displacement
  /// Reads t, q and s of the motion.
  std::function<void(const Motion&, NodeValues&)> values = {};
};

/// Bodies, joints, springs and elastic meshes on moving frames. The motion determines the frames.
struct Drawing {
  int dimension = 2;
  Eigen::Vector3d up = Eigen::Vector3d::UnitY();
  int n_frames = 0;
  std::vector<DrawnBody> bodies;
  std::vector<DrawnLine> lines;
  std::vector<DrawnJoint> joints;
  std::vector<DrawnMesh> meshes;
  std::vector<DrawnMarker> markers;
  std::vector<DrawnArrow> arrows;
  /// Column k: the force of arrow k in the axes of the ground, N; reads the whole motion. May be
  /// absent where there are no arrows.
  std::function<void(const Motion&, Eigen::Matrix3Xd&)> forces;
  /// Fills n_frames places; reads t and q of the motion. No allocation.
  std::function<void(const Motion&, std::vector<FramePlace>&)> place;
};

}  // namespace pleuel
