#include "pleuel/io/trajectory_vtk.hpp"

#include <Eigen/Geometry>

namespace pleuel {
namespace {

std::vector<VtkField> nodal_fields(const BodyStates& body) {
  std::vector<VtkField> fields;
  const ElasticView& view = body.view();
  for (const auto& list : view.fields) {
    const Matrix values = list->nodal_values(body.q(), body.x());
    for (std::size_t k = 0; k < list->fields().size(); ++k)
      fields.push_back({list->fields()[k].name, 1, values.row(static_cast<Eigen::Index>(k))});
  }
  return fields;
}

/// Of (x, y, φ), or of (x, y, z) and a quaternion.
FramePose pose_of(const Vector& frame) {
  FramePose pose;
  if (frame.size() == 3) {
    pose.position << frame[0], frame[1], 0;
    pose.rotation = Eigen::AngleAxisd(frame[2], Eigen::Vector3d::UnitZ()).toRotationMatrix();
  } else {
    pose.position = frame.head<3>();
    pose.rotation =
        Eigen::Quaterniond(frame[3], frame[4], frame[5], frame[6]).normalized().toRotationMatrix();
  }
  return pose;
}

}  // namespace

TrajectoryVtk::TrajectoryVtk(std::filesystem::path directory, std::vector<ElasticView> bodies,
                             const VtkSeriesOptions& options) {
  for (auto& view : bodies) {
    VtkSeries series(directory, view.name, view.shape->body, options);
    bodies_.push_back({BodyStates(std::move(view)), std::move(series)});
  }
}

void TrajectoryVtk::begin(const RunHeader& header) {
  for (auto& body : bodies_) body.states.find(header);
}

void TrajectoryVtk::sample(double t, ConstVec y) {
  for (auto& [states, series] : bodies_) {
    states.read(y);
    series.add(t, states.view().shape->unknowns(states.q()), pose_of(states.frame()), nodal_fields(states));
  }
}

void TrajectoryVtk::end(const RunResult&) {
  for (auto& body : bodies_) body.series.close();
}

}  // namespace pleuel
