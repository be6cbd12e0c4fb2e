#include "pleuel/io/whole_file.hpp"
#include "pleuel/sweep/result_files.hpp"

namespace pleuel::sweep {

bool has_hdf5() { return PLEUEL_HAS_HDF5 != 0; }
#if !PLEUEL_HAS_HDF5
void write_hdf5(const std::filesystem::path& path, const Findings&) {
  throw FileError("cannot write '" + path.string() + "': this program was built without HDF5");
}
#endif

}  // namespace pleuel::sweep
