#include "pleuel/io/format_catalogue.hpp"

#include "pleuel/io/beam_vtk.hpp"
#include "pleuel/io/hdf5_format.hpp"
#include "pleuel/io/trajectory_vtk.hpp"
#include "pleuel/run/observer_list.hpp"

namespace pleuel {
namespace {

using Folder = std::filesystem::path;
using Writer = std::unique_ptr<RunObserver>;

std::vector<ElasticView> elastic_bodies(const RunPlan& plan) {
  const Case& shown = plan.problem_case;
  return shown.is_plain() ? std::vector<ElasticView>() : elastic_views(*shown.system);
}

std::string takes_every_case(const RunPlan&) { return ""; }

std::string needs_elastic_body(const RunPlan& plan) {
  const Case& shown = plan.problem_case;
  if (!elastic_bodies(plan).empty() || (!shown.is_plain() && !beam_views(*shown.system).empty())) return "";
  return "has no elastic body to show; leave it out, or give a model file with one";
}

Writer hdf5_writer(const Folder& folder, const RunPlan& plan, const FormatOptions&) {
  return make_trajectory_hdf5(folder / "trajectory.h5", elastic_bodies(plan));
}

/// Elastic bodies, and geometrically exact beams.
class VtkWriter : public ObserverList {
 public:
  VtkWriter(const Folder& folder, const RunPlan& plan, const FormatOptions& options)
      : bodies_(folder, elastic_bodies(plan), {.scale = options.vtk_scale}),
        beams_(folder, plan.problem_case.system) {
    add(bodies_);
    add(beams_);
  }

 private:
  TrajectoryVtk bodies_;
  BeamVtk beams_;
};

Writer vtk_writer(const Folder& folder, const RunPlan& plan, const FormatOptions& options) {
  return std::make_unique<VtkWriter>(folder, plan, options);
}

}  // namespace

std::vector<Format> format_catalogue() {
  return {
      csv_format(),
      {"hdf5", "The trajectory in binary, with events and the JSON of the run", "trajectory.h5",
       has_hdf5() ? "" : hdf5_remedy(), takes_every_case, hdf5_writer},
      {"vtk", "Pictures of elastic bodies and beams for ParaView, one per sample",
       "BODY.pvd, BODY_00000.vtu, …", "", needs_elastic_body, vtk_writer},
      page_format(),
  };
}

}  // namespace pleuel
