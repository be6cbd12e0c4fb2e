#include "pleuel/model/beam/beam_description.hpp"

#include <Eigen/Geometry>

#include "pleuel/model/description.hpp"

namespace pleuel {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

/// The share of the elements on both sides of a node.
void add_share(const BeamDescription& beam, int element, BodyDescription& node) {
  const double half = 0.5 * beam.line.length(element);
  const Matrix3d& axes = beam.line.axes[element];
  node.mass += half * beam.section.mass;
  node.inertia += half * axes * beam.section.rotary.asDiagonal() * axes.transpose();
}

}  // namespace

void add_nodes(BeamDescription beam, ModelDescription& model) {
  beam.first_body = static_cast<int>(model.bodies.size());
  const int n = beam.n_elements();
  const auto marker = [&](const std::string& name, int node, const Matrix3d& axes) {
    model.markers.push_back(
        {.name = beam.name + "." + name, .body = beam.first_body + node, .axes = axes, .place = beam.place});
  };
  for (int k = 0; k <= n; ++k) {
    BodyDescription node;
    node.name = beam.name + ".node" + std::to_string(k);
    node.place = beam.place;
    node.position = beam.line.nodes[k];
    if (k > 0) add_share(beam, k - 1, node);
    if (k < n) add_share(beam, k, node);
    node.has_velocity = beam.velocity || beam.angular_velocity;
    node.has_angular_velocity = beam.angular_velocity.has_value();
    node.angular_velocity = beam.angular_velocity.value_or(Vector3d::Zero());
    node.velocity = beam.velocity.value_or(Vector3d::Zero()) +
                    node.angular_velocity.cross(node.position - beam.line.nodes[0]);
    model.bodies.push_back(std::move(node));
    marker("node" + std::to_string(k), k, Matrix3d::Identity());
  }
  marker("start", 0, Matrix3d::Identity());
  marker("end", n, Matrix3d::Identity());
  beam.first_element_marker = static_cast<int>(model.markers.size());
  for (int k = 0; k < n; ++k) {
    const std::string element = "e" + std::to_string(k + 1);
    marker(element + ".a", k, beam.line.axes[k]);
    marker(element + ".b", k + 1, beam.line.axes[k]);
  }
  model.beams.push_back(std::move(beam));
}

void add_elements(BeamDescription& beam, const ElementType& type, ModelDescription& model) {
  beam.first_force = static_cast<int>(model.forces.size());
  const BeamSection& s = beam.section;
  for (int k = 0; k < beam.n_elements(); ++k) {
    Element e;
    e.name = beam.name + ".e" + std::to_string(k + 1);
    e.type = &type;
    e.place = beam.place;
    const int marker = beam.first_element_marker + 2 * k;
    e.markers = {marker, marker + 1};
    e.values = {{"EA", s.EA},
                {"GAy", s.GAy},
                {"EIz", s.EIz},
                {"length", beam.line.length(k)},
                {"damping", beam.damping}};
    if (model.dimension == 3) e.values.insert({{"GAz", s.GAz}, {"GJ", s.GJ}, {"EIy", s.EIy}});
    model.forces.push_back(std::move(e));
  }
}

}  // namespace pleuel
