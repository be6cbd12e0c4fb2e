#include "pleuel/io/trajectory_vtk.hpp"

namespace pleuel {
namespace {

std::vector<VtkField> nodal_fields(const BodyStates& body) {
  std::vector<VtkField> fields;
  const ElasticView& view = body.view();
  if (!view.fields) return fields;
  const Matrix values = view.fields->nodal_values(body.q(), body.x());
  for (std::size_t k = 0; k < view.fields->fields().size(); ++k)
    fields.push_back({view.fields->fields()[k].name, 1, values.row(static_cast<Eigen::Index>(k))});
  return fields;
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
    const FramePose pose{states.frame().head<2>(), states.frame()[2]};
    series.add(t, states.view().shape->unknowns(states.q()), pose, nodal_fields(states));
  }
}

void TrajectoryVtk::end(const RunResult&) {
  for (auto& body : bodies_) body.series.close();
}

}  // namespace pleuel
