// Reads bodies, their shapes and their markers.
#pragma once

#include "pleuel/model/description.hpp"
#include "pleuel/model/file/list_items.hpp"
#include "pleuel/model/file/model_names.hpp"
#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

class BodyReader {
 public:
  BodyReader(ValueReader& reader, ModelDescription& model, ModelNames& names)
      : reader_(reader), model_(model), names_(names), dimension_(model.dimension) {}

  void read_ground(const SourceLocation& place);
  void read_bodies(const SourceLocation& place);

  /// The keys of a rigid body.
  static std::vector<std::string> keys(int dimension);
  /// The keys of an elastic body.
  static std::vector<std::string> flexible_keys(int dimension);

 private:
  void read_body(const SourceLocation& place, int number);
  /// The default is "rigid"; in space there are only rigid bodies.
  bool is_flexible(const SourceLocation& place);
  void read_flexible(const SourceLocation& place, int number);
  void read_mass(const SourceLocation& place, BodyDescription& body);
  /// Solids for pictures that replace the shape.
  void read_looks(const SourceLocation& place, BodyDescription& body);
  void read_motion(const SourceLocation& place, BodyDescription& body);
  void read_markers(const SourceLocation& place, const std::string& body_name, int body);
  /// For the ground: a list of named items, which may contain repeats.
  void read_marker_list(const SourceLocation& place);
  bool is_marker_name(const SourceLocation& place, const std::string& name);
  void read_marker(const SourceLocation& place, MarkerDescription& marker);
  void add_marker(const SourceLocation& place, MarkerDescription marker);

  std::optional<Eigen::Vector3d> point(const SourceLocation& place,
                                       const Dimension& dimension = dimension::length);
  std::optional<Eigen::Vector3d> direction(const SourceLocation& place);
  std::optional<Eigen::Matrix3d> orientation(const SourceLocation& place);
  /// Its axes and, in the plane, its full revolutions.
  void read_axes(const SourceLocation& place, MarkerDescription& marker);
  Eigen::Matrix3d axes_of(const SourceLocation& place);  // in space

  ValueReader& reader_;
  ModelDescription& model_;
  ModelNames& names_;
  int dimension_;
};

}  // namespace pleuel
