#include "pleuel/io/hdf5_format.hpp"

#include "pleuel/base/error.hpp"
#if PLEUEL_HAS_HDF5
#include "pleuel/io/trajectory_hdf5.hpp"
#endif

namespace pleuel {

bool has_hdf5() { return PLEUEL_HAS_HDF5 != 0; }

std::string hdf5_remedy() {
  return "HDF5 files are not available: this program was built without the library; install it (Debian: "
         "libhdf5-dev), configure again with -DPLEUEL_WITH_HDF5=ON and build again, or write CSV";
}

std::unique_ptr<RunObserver> make_trajectory_hdf5([[maybe_unused]] const std::filesystem::path& path,
                                                  [[maybe_unused]] std::vector<ElasticView> bodies) {
#if PLEUEL_HAS_HDF5
  return std::make_unique<TrajectoryHdf5>(path, std::move(bodies));
#else
  throw InvalidInput(hdf5_remedy());
#endif
}

}  // namespace pleuel
