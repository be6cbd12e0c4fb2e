// A trajectory as an HDF5 file.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "pleuel/io/body_states.hpp"

namespace pleuel {

/// One row per sample:
///
///     /t          n                  unit "s"
///     /y          n × unknowns       attributes names, units
///     /outputs    n × outputs        attributes names, units; absent if there are none
///     /events     group: t, name, effect, one entry per event
///     /bodies     a group per beam and per body with inelastic strains: n × points of each field
///                 (BodyFields: bending_moment, stress11, plastic_strain, Z_I, …, attribute unit),
///                 and for each point `element` and `point`, the numbers of the element and of the
///                 point in it; absent if there are none. Fields at fibres of beams are in its
///                 group `fibres`, with the places `y` and `z` of each fibre in its section
///     /run        the JSON of the run, as run.json has it
///
/// and attributes of the file: case, title, formulation, method, rtol, atol, t_begin, t_end,
/// status, message, version, format. Text is UTF-8 of variable length.
///
/// Rows are collected and written in chunks. The file has a temporary name until the run ends, also
/// if it fails or is interrupted. If the disk is full, a FileError is thrown and the written rows
/// are kept: space is reserved before each chunk, including space to close the file.
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
