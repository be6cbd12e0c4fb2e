#include "pleuel/io/trajectory_vtk.hpp"

#include <unordered_map>

#include "pleuel/base/error.hpp"

namespace pleuel {

TrajectoryVtk::TrajectoryVtk(std::filesystem::path directory, std::vector<ElasticView> bodies,
                             const VtkSeriesOptions& options) {
  for (auto& view : bodies) {
    VtkSeries series(directory, view.name, view.shape->body, options);
    const int n = view.shape->n_deformation();
    bodies_.push_back({std::move(view), std::move(series), {}, Vector::Zero(n)});
  }
}

void TrajectoryVtk::begin(const RunHeader& header) {
  std::unordered_map<std::string, Eigen::Index> places;
  for (const auto& unknown : header.unknowns)
    places.emplace(unknown.name, static_cast<Eigen::Index>(places.size()));
  for (auto& body : bodies_) {
    for (const auto* names : {&body.view.frame, &body.view.deformations})
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
    body.series.add(t, body.view.shape->unknowns(body.q), pose);
  }
}

void TrajectoryVtk::end(const RunResult&) {
  for (auto& body : bodies_) body.series.close();
}

}  // namespace pleuel
