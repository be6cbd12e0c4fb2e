#include "pleuel/io/format_catalogue.hpp"

#include "pleuel/io/hdf5_format.hpp"
#include "pleuel/io/trajectory_vtk.hpp"

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
  if (!elastic_bodies(plan).empty()) return "";
  return "has no elastic body to show; leave it out, or give a model file with one";
}

Writer hdf5_writer(const Folder& folder, const RunPlan& plan, const FormatOptions&) {
  return make_trajectory_hdf5(folder / "trajectory.h5", elastic_bodies(plan));
}

Writer vtk_writer(const Folder& folder, const RunPlan& plan, const FormatOptions& options) {
  return std::make_unique<TrajectoryVtk>(folder, elastic_bodies(plan),
                                         VtkSeriesOptions{.scale = options.vtk_scale});
}

}  // namespace

std::vector<Format> format_catalogue() {
  return {
      csv_format(),
      {"hdf5", "The trajectory in binary, with events and the JSON of the run", "trajectory.h5",
       has_hdf5() ? "" : hdf5_remedy(), takes_every_case, hdf5_writer},
      {"vtk", "Pictures of elastic bodies for ParaView, one per sample", "BODY.pvd, BODY_00000.vtu, …", "",
       needs_elastic_body, vtk_writer},
      page_format(),
  };
}

}  // namespace pleuel
