#include "pleuel/io/trajectory_vtk.hpp"

#include <unordered_map>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/nodal_values.hpp"

namespace pleuel {
namespace {

std::vector<VtkField> inelastic_fields(const ElasticView& view, const Vector& q, const Vector& x) {
  std::vector<VtkField> fields;
  if (!view.fields) return fields;
  const Matrix values = fem::nodal_values(view.shape->body.mesh(), view.fields->values(q, x));
  for (std::size_t k = 0; k < view.fields->fields().size(); ++k)
    fields.push_back({view.fields->fields()[k].name, 1, values.row(static_cast<Eigen::Index>(k))});
  return fields;
}

}  // namespace

TrajectoryVtk::TrajectoryVtk(std::filesystem::path directory, std::vector<ElasticView> bodies,
                             const VtkSeriesOptions& options) {
  for (auto& view : bodies) {
    VtkSeries series(directory, view.name, view.shape->body, options);
    const int n = view.shape->n_deformation();
    const auto n_states = static_cast<Eigen::Index>(view.states.size());
    bodies_.push_back({std::move(view), std::move(series), {}, Vector::Zero(n), Vector::Zero(n_states)});
  }
}

void TrajectoryVtk::begin(const RunHeader& header) {
  std::unordered_map<std::string, Eigen::Index> places;
  for (const auto& unknown : header.unknowns)
    places.emplace(unknown.name, static_cast<Eigen::Index>(places.size()));
  for (auto& body : bodies_) {
    for (const auto* names : {&body.view.frame, &body.view.deformations, &body.view.states})
      for (const auto& name : *names) {
        const auto found = places.find(name);
        if (found == places.end())
          throw InvalidInput("pictures of '" + body.view.name + "': the formulation has no unknown '" + name +
                             "'; choose another formulation");
        body.places.push_back(found->second);
      }
  }
}

void TrajectoryVtk::sample(double t, ConstVec y) {
  for (auto& body : bodies_) {
    for (Eigen::Index k = 0; k < body.q.size(); ++k) body.q[k] = y[body.places[3 + k]];
    const FramePose pose{{y[body.places[0]], y[body.places[1]]}, y[body.places[2]]};
    for (Eigen::Index k = 0; k < body.x.size(); ++k) body.x[k] = y[body.places[3 + body.q.size() + k]];
    body.series.add(t, body.view.shape->unknowns(body.q), pose, inelastic_fields(body.view, body.q, body.x));
  }
}

void TrajectoryVtk::end(const RunResult&) {
  for (auto& body : bodies_) body.series.close();
}

}  // namespace pleuel
