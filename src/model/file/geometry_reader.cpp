#include "pleuel/model/file/geometry_reader.hpp"

#include <Eigen/Geometry>

namespace pleuel {
namespace {

using Eigen::AngleAxisd, Eigen::Matrix3d, Eigen::Vector3d;

// Of length 1, without overflow on the way; nothing if it is zero.
std::optional<Vector> normalized(const Vector& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return std::nullopt;
  return (v / largest).normalized();
}

}  // namespace

std::optional<Vector3d> read_point(const SourceLocation& place, int n_dimensions, const Dimension& unit,
                                   ValueReader& reader) {
  const auto numbers = reader.vector(place, n_dimensions, {.dimension = unit});
  if (!numbers) return std::nullopt;
  Vector3d point = Vector3d::Zero();
  for (int k = 0; k < n_dimensions; ++k) point[k] = (*numbers)[k];
  return point;
}

std::optional<Vector3d> read_direction(const SourceLocation& place, ValueReader& reader) {
  const auto numbers = reader.vector(place, 3);
  if (!numbers) return std::nullopt;
  const auto unit = normalized(*numbers);
  if (!unit) {
    reader.faults().add(place, "is zero, but must be a direction; give a vector that is not zero");
    return std::nullopt;
  }
  return Vector3d(*unit);
}

std::optional<Matrix3d> read_orientation(const SourceLocation& place, ValueReader& reader) {
  if (!reader.object(place, {"axis", "angle", "quaternion", "euler_xyz"})) return std::nullopt;
  const auto& json = place.value();
  const bool by_axis = json.find("axis") != nullptr || json.find("angle") != nullptr;
  const bool by_quaternion = json.find("quaternion") != nullptr, by_euler = json.find("euler_xyz") != nullptr;
  if (by_axis + by_quaternion + by_euler != 1) {
    reader.faults().add(place, "must hold one of 'axis' with 'angle', 'quaternion' and 'euler_xyz'");
    return std::nullopt;
  }
  const NumberRule angle_rule{.dimension = dimension::angle};
  if (by_axis) {
    if (!reader.has(place, "axis", "the axis of the rotation") ||
        !reader.has(place, "angle", "the angle about the axis"))
      return std::nullopt;
    const auto axis = read_direction(place.member("axis"), reader);
    const auto angle = reader.number(place.member("angle"), angle_rule);
    if (!axis || !angle) return std::nullopt;
    return AngleAxisd(*angle, *axis).toRotationMatrix();
  }
  if (by_quaternion) {
    const auto at = place.member("quaternion");
    const auto p = reader.vector(at, 4);
    if (!p) return std::nullopt;
    const auto unit = normalized(*p);
    if (!unit) {
      reader.faults().add(at, "is zero, but must be a quaternion; [1, 0, 0, 0] is no rotation");
      return std::nullopt;
    }
    return Eigen::Quaterniond((*unit)[0], (*unit)[1], (*unit)[2], (*unit)[3]).toRotationMatrix();
  }
  const auto angles = reader.vector(place.member("euler_xyz"), 3, angle_rule);
  if (!angles) return std::nullopt;
  const Eigen::Quaterniond R = AngleAxisd((*angles)[0], Vector3d::UnitX()) *
                               AngleAxisd((*angles)[1], Vector3d::UnitY()) *
                               AngleAxisd((*angles)[2], Vector3d::UnitZ());
  return R.toRotationMatrix();
}

}  // namespace pleuel
