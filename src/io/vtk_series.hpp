// Writes the motion of an elastic body for ParaView.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel {

enum class VtkFormat {
  ascii,  ///< shortest text that reproduces each double
  base64  ///< the bytes of the doubles; smaller and faster to read
};

/// A nodal quantity with 1 … 3 components, node by node.
struct VtkField {
  std::string name;
  int components = 1;
  Vector values;
};

/// An unstructured grid in VTK's XML format (.vtu): beams as lines, T3 and T6 as linear and
/// quadratic triangles and tetrahedra. `positions` has one column of coordinates per node. Throws
/// FileError.
void write_vtu(const std::filesystem::path& path, const fem::Mesh& mesh, const Eigen::Matrix3Xd& positions,
               const std::vector<VtkField>& fields, VtkFormat format);

struct VtkSeriesOptions {
  double scale = 1;  ///< factor on displacements in the picture; field values are not scaled
  VtkFormat format = VtkFormat::base64;
};

/// Position and orientation of a body's frame.
struct FramePose {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
};

/// NAME_00000.vtu, NAME_00001.vtu, … in a directory, and NAME.pvd, which lists them with their
/// times. Nodes are at
///
///     y + A (x + scale · u)
///
/// Fields: displacement A u; for triangles and tetrahedra stress (σ11, σ22, σ12 or σ11, σ22, σ33,
/// σ12, σ23, σ31 in body axes) and von_mises; for beams axial_force (if they stretch), shear_force
/// and bending_moment. Fields given to `add` replace the stress fields. `close` writes the .pvd
/// file. A FileError names a file that could not be written.
class VtkSeries {
 public:
  /// `body` must outlive the series.
  VtkSeries(std::filesystem::path directory, std::string name, const fem::ElasticBody& body,
            const VtkSeriesOptions& options = {});

  /// `q` contains all unknowns of the body, including those fixed by its frame.
  void add(double t, const Vector& q, const FramePose& pose = {}, std::vector<VtkField> fields = {});
  void close();

 private:
  std::filesystem::path directory_;
  std::string name_;
  const fem::ElasticBody& body_;
  VtkSeriesOptions options_;
  std::string entries_;
  int n_written_ = 0;
};

}  // namespace pleuel
