// Reads points, directions and orientations of a model file.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// As many numbers as the model has dimensions; z = 0 in planar models.
std::optional<Eigen::Vector3d> read_point(const SourceLocation& place, int n_dimensions,
                                          const Dimension& unit, ValueReader& reader);

/// Three numbers, not all zero, as a unit vector.
std::optional<Eigen::Vector3d> read_direction(const SourceLocation& place, ValueReader& reader);

/// {"axis": [x, y, z], "angle": …}, {"quaternion": [p0, p1, p2, p3]} (scalar first, scaled to
/// length 1), or {"euler_xyz": [a, b, c]}: R = R_x(a) R_y(b) R_z(c).
std::optional<Eigen::Matrix3d> read_orientation(const SourceLocation& place, ValueReader& reader);

}  // namespace pleuel
