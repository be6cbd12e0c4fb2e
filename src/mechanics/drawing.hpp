// What a picture of a mechanism consists of.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/solid.hpp"

namespace pleuel {

inline constexpr int fixed_frame = -1;  ///< the ground, where a frame's number is asked for

/// Where a moving frame is.
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

/// Straight from point to point; a spring is drawn as one between two points.
struct DrawnLine {
  enum class Kind { rod, thread, spring };
  std::string name;
  Kind kind = Kind::rod;
  std::vector<DrawnPoint> points = {};
};

struct DrawnJoint {
  std::string name;
  std::string type;  ///< "revolute", …: the name in a model file
  DrawnPoint point = {};
  /// of turning or sliding, in the axes of the frame
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
};

/// Values at the nodes of an elastic body.
struct NodeValues {
  Eigen::Matrix3Xd displacement;  ///< in the axes of the frame
  std::vector<Vector> fields;     ///< one value a node each, in the order of DrawnMesh::fields
};

/// An elastic body by nodes in its frame. `triangles` are its surface, `edges` what is drawn as
/// lines: its outline, or a beam.
struct DrawnMesh {
  std::string name;
  int frame = fixed_frame;
  std::vector<Eigen::Vector3d> nodes = {};
  std::vector<std::array<int, 3>> triangles = {};
  std::vector<std::array<int, 2>> edges = {};
  std::vector<Quantity> fields = {};  ///< besides the displacement
  /// Reads t, q and s of the motion.
  std::function<void(const Motion&, NodeValues&)> values = {};
};

/// Bodies, joints, springs and elastic meshes on moving frames; where the frames are is a function
/// of the motion.
struct Drawing {
  int dimension = 2;
  Eigen::Vector3d up = Eigen::Vector3d::UnitY();
  int n_frames = 0;
  std::vector<DrawnBody> bodies;
  std::vector<DrawnLine> lines;
  std::vector<DrawnJoint> joints;
  std::vector<DrawnMesh> meshes;
  /// Fills n_frames places; reads t and q of the motion. No allocation.
  std::function<void(const Motion&, std::vector<FramePlace>&)> place;
};

}  // namespace pleuel
