// Trajectories as HDF5 files, where this was built with the library.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "pleuel/model/flexible/elastic_view.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

bool has_hdf5();

/// How to get it, as a sentence.
std::string hdf5_remedy();

/// Writes the trajectory of a run (see TrajectoryHdf5). Throws InvalidInput with the remedy where
/// !has_hdf5().
std::unique_ptr<RunObserver> make_trajectory_hdf5(const std::filesystem::path& path,
                                                  std::vector<ElasticView> bodies = {});

}  // namespace pleuel
