// Writes the geometrically exact beams of a run as VTK files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/io/vtk_series.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// The line of a beam at one state: nodes, and the forces and moments of the sections at the nodes
/// as means of the neighbouring elements.
struct BeamLineValues {
  Eigen::Matrix3Xd positions;
  std::vector<VtkField> fields;
};

/// A beam of a system: its elements are numbers [first, first + n) of the beams of the system.
struct BeamView {
  std::string name;
  std::size_t first = 0;
  int n_elements = 0;
};

/// None for systems without beams.
std::vector<BeamView> beam_views(const MechanicalSystem& system);

/// Fields: axial_force, shear_force, bending_moment; in space also torque.
BeamLineValues beam_line_values(const MechanicalSystem& system, const BeamView& beam, const Motion& at);

/// BEAM_00000.vtu, … with lines, and BEAM.pvd, one file per sample. Throws FileError.
class BeamVtk : public RunObserver {
 public:
  BeamVtk(std::filesystem::path directory, std::shared_ptr<const MechanicalSystem> system);

  void sample(const Sample& at) override;
  void end(const RunResult& result) override;

 private:
  struct Line {
    BeamView view;
    fem::Mesh mesh;
    std::string entries;
  };
  std::filesystem::path directory_;
  std::shared_ptr<const MechanicalSystem> system_;
  std::vector<Line> lines_;
  int n_written_ = 0;
};

}  // namespace pleuel
