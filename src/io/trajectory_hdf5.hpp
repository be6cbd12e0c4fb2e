// A trajectory as an HDF5 file.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "pleuel/io/body_states.hpp"

namespace pleuel {

/// Samples by row:
///
///     /t          n                  unit "s"
///     /y          n × unknowns       attributes names, units
///     /outputs    n × outputs        attributes names, units; absent where there are none
///     /events     group: t, name, effect, one entry an event
///     /bodies     a group for each body with inelastic strains: n × points of each field
///                 (stress11, von_mises, plastic_strain, Z_I, …, attribute unit), and for each
///                 point `element` and `point`, the number of the element and that of the point
///                 in it; absent where there are none
///     /run        the JSON of the run, as run.json has it
///
/// and attributes of the file: case, title, formulation, method, rtol, atol, t_begin, t_end,
/// status, message, version, format. Text is UTF-8 of variable length.
///
/// Rows are gathered and written a chunk at a time. The file is written under a temporary name and
/// appears when the run ends, also when it fails or is interrupted; when the disk takes no more, a
/// FileError is thrown and the rows that it took are kept: room is reserved before each chunk is
/// written, with some for closing the file.
class TrajectoryHdf5 final : public RunObserver {
 public:
  explicit TrajectoryHdf5(std::filesystem::path path, std::vector<ElasticView> bodies = {});
  ~TrajectoryHdf5() override;

  void begin(const RunHeader& header) override;
  void sample(const Sample& at) override;
  void end(const RunResult& result) override;

 private:
  struct File;
  std::filesystem::path path_;
  std::vector<BodyStates> bodies_;
  std::unique_ptr<File> file_;
};

}  // namespace pleuel
