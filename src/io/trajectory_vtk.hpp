// Writes the elastic bodies of a run as VTK files.
#pragma once

#include <filesystem>
#include <list>
#include <vector>

#include "pleuel/io/body_states.hpp"
#include "pleuel/io/vtk_series.hpp"

namespace pleuel {

/// BODY_00000.vtu, … and BODY.pvd for each elastic body, one file per sample. The .pvd files are
/// written when the run ends, also if it fails. Throws FileError.
class TrajectoryVtk : public RunObserver {
 public:
  TrajectoryVtk(std::filesystem::path directory, std::vector<ElasticView> bodies,
                const VtkSeriesOptions& options);

  /// Throws InvalidInput if the run lacks an unknown of a body.
  void begin(const RunHeader& header) override;
  void sample(double t, ConstVec y) override;
  void end(const RunResult& result) override;

 private:
  struct Body {
    BodyStates states;
    VtkSeries series;
  };
  std::list<Body> bodies_;
};

}  // namespace pleuel
