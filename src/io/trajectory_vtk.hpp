// A run's elastic bodies as pictures.
#pragma once

#include <filesystem>
#include <list>
#include <vector>

#include "pleuel/driver/run_observer.hpp"
#include "pleuel/io/vtk_series.hpp"
#include "pleuel/model/flexible/elastic_view.hpp"

namespace pleuel {

/// BODY_00000.vtu, … and BODY.pvd for each elastic body, a picture a sample; the .pvd files when the run ends, also when it fails. Throws FileError.
class TrajectoryVtk : public RunObserver {
 public:
  TrajectoryVtk(std::filesystem::path directory, std::vector<ElasticView> bodies,
                const VtkSeriesOptions& options);

  /// Throws InvalidInput where the run has no unknown of a body's.
  void begin(const RunHeader& header) override;
  void sample(double t, ConstVec y) override;
  void end(const RunResult& result) override;

 private:
  struct Body {
    ElasticView view;
    VtkSeries series;
    std::vector<Eigen::Index> places;  // in y: of the frame, then of the deformations and the states
    Vector q, x;
  };
  std::list<Body> bodies_;
};

}  // namespace pleuel
