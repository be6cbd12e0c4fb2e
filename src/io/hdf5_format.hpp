// HDF5 output, if the program was built with the library.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "pleuel/model/flexible/elastic_view.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

bool has_hdf5();

/// How to get HDF5 support, as a sentence.
std::string hdf5_remedy();

/// Writes the trajectory of a run (see TrajectoryHdf5). Throws InvalidInput with the remedy if
/// !has_hdf5().
std::unique_ptr<RunObserver> make_trajectory_hdf5(const std::filesystem::path& path,
                                                  std::vector<ElasticView> bodies = {});

}  // namespace pleuel
