#include "pleuel/io/drawing_json.hpp"

#include <nlohmann/json.hpp>

#include "pleuel/io/json_values.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Eigen::Vector3d& x) { return {x[0], x[1], x[2]}; }
Json json_of(const DrawnPoint& point) { return {{"frame", point.frame}, {"at", json_of(point.at)}}; }

Json json_of(const Solid& solid);
Json json_of(const DrawnBody& body);
Json json_of(const DrawnLine& line);
Json json_of(const DrawnJoint& joint);
Json json_of(const DrawnMesh& mesh);
Json json_of(const Quantity& quantity);
Json json_of(const DrawnMarker& marker);

template <class List>
Json list_of(const List& list) {
  Json items = Json::array();
  for (const auto& item : list) items.push_back(json_of(item));
  return items;
}

Json json_of(const Solid& solid) {
  const Eigen::Quaterniond rotation(solid.rotation);
  return {{"type", solid.type},      {"size", json_of(solid.size)},
          {"radius", solid.radius},  {"inner", solid.inner_radius},
          {"length", solid.length},  {"points", list_of(solid.points)},
          {"at", json_of(solid.at)}, {"turn", {rotation.x(), rotation.y(), rotation.z(), rotation.w()}}};
}

Json json_of(const DrawnBody& body) {
  return {{"name", body.name}, {"frame", body.frame}, {"solids", list_of(body.solids)}};
}

const char* name_of(DrawnLine::Kind kind) {
  switch (kind) {
    case DrawnLine::Kind::rod:
      return "rod";
    case DrawnLine::Kind::thread:
      return "thread";
    case DrawnLine::Kind::spring:
      return "spring";
    case DrawnLine::Kind::cylinder:
      return "cylinder";
  }
  return "";
}

Json json_of(const DrawnLine& line) {
  return {{"name", line.name}, {"kind", name_of(line.kind)}, {"points", list_of(line.points)}};
}

Json json_of(const DrawnJoint& joint) {
  return {{"name", joint.name},
          {"type", joint.type},
          {"point", json_of(joint.point)},
          {"axis", json_of(joint.axis)}};
}

Json json_of(const Quantity& quantity) { return {{"name", quantity.name}, {"unit", quantity.unit}}; }

Json json_of(const DrawnMarker& marker) { return {{"name", marker.name}, {"point", json_of(marker.point)}}; }

Json json_of(const DrawnMesh& mesh) {
  return {{"name", mesh.name}, {"frame", mesh.frame}, {"fields", list_of(mesh.fields)}};
}

}  // namespace

std::string drawing_json(const Drawing& drawing) {
  const Json json = {{"dimension", drawing.dimension},    {"up", json_of(drawing.up)},
                     {"frames", drawing.n_frames},        {"bodies", list_of(drawing.bodies)},
                     {"lines", list_of(drawing.lines)},   {"joints", list_of(drawing.joints)},
                     {"meshes", list_of(drawing.meshes)}, {"markers", list_of(drawing.markers)}};
  return json_line(json);
}

nlohmann::ordered_json arrow_json(const DrawnArrow& arrow, const std::vector<std::size_t>& columns) {
  return {{"name", arrow.name}, {"kind", arrow.kind}, {"point", json_of(arrow.point)}, {"columns", columns}};
}

}  // namespace pleuel
