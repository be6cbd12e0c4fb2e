#include "pleuel/io/beam_vtk.hpp"

#include <cmath>

#include "pleuel/base/markup.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/model/assembly/bodies_at.hpp"
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {
namespace {

/// Calls work(system) with the planar or the spatial system; otherwise the result is empty.
template <class Result, class Work>
Result of_multibody(const MechanicalSystem& system, Work work) {
  if (const auto* planar = dynamic_cast<const MultibodySystem<2>*>(&system.core())) return work(*planar);
  if (const auto* spatial = dynamic_cast<const MultibodySystem<3>*>(&system.core())) return work(*spatial);
  return {};
}

Eigen::Vector4d forces_at_node(const Eigen::Vector3d& s) { return {s[0], s[1], s[2], 0}; }
Eigen::Vector4d forces_at_node(const Eigen::Matrix<double, 6, 1>& s) {
  return {s[0], std::hypot(s[1], s[2]), std::hypot(s[4], s[5]), s[3]};
}

template <int D>
BeamLineValues values_of(const MultibodySystem<D>& system, const BeamView& beam, const Motion& at) {
  const int n = beam.n_elements + 1;
  const BodiesAt<D> bodies{system.info(), at};
  BeamLineValues line{Eigen::Matrix3Xd::Zero(3, n), {}};
  for (const char* name : {"axial_force", "shear_force", "bending_moment", "torque"})
    if (D == 3 || std::string(name) != "torque") line.fields.push_back({name, 1, Vector::Zero(n)});
  for (int e = 0; e < beam.n_elements; ++e) {
    const BeamTerm<D>& term = system.parts().beams[beam.first + e];
    line.positions.col(e).template head<D>() = bodies[term.bodies().i].x;
    line.positions.col(e + 1).template head<D>() = bodies[term.bodies().j].x;
    const Eigen::Vector4d forces = forces_at_node(term.section_forces(term.strains(bodies)));
    for (const int i : {e, e + 1})
      for (std::size_t f = 0; f < line.fields.size(); ++f)
        line.fields[f].values[i] += (i == 0 || i == n - 1 ? 1 : 0.5) * forces[static_cast<int>(f)];
  }
  return line;
}

}  // namespace

std::vector<BeamView> beam_views(const MechanicalSystem& system) {
  return of_multibody<std::vector<BeamView>>(system, [](const auto& model) {
    std::vector<BeamView> views;
    const auto& beams = model.parts().beams;
    for (std::size_t k = 0; k < beams.size(); ++k) {
      // "rod.e3" is an element of the beam "rod"; a name without a dot is a force of its own.
      const auto dot = beams[k].name().rfind('.');
      if (dot == std::string::npos) continue;
      const std::string name = beams[k].name().substr(0, dot);
      if (views.empty() || views.back().name != name) views.push_back({name, k, 0});
      ++views.back().n_elements;
    }
    return views;
  });
}

BeamLineValues beam_line_values(const MechanicalSystem& system, const BeamView& beam, const Motion& at) {
  return of_multibody<BeamLineValues>(
      system, [&]<int D>(const MultibodySystem<D>& model) { return values_of<D>(model, beam, at); });
}

BeamVtk::BeamVtk(std::filesystem::path directory, std::shared_ptr<const MechanicalSystem> system)
    : directory_(std::move(directory)), system_(std::move(system)) {
  make_directory(directory_);
  for (BeamView& view : beam_views(*system_)) {
    Line line{std::move(view), {}, {}};
    line.mesh.nodes.assign(line.view.n_elements + 1, Eigen::Vector3d::Zero());
    for (int e = 0; e < line.view.n_elements; ++e) {
      fem::Cell cell;
      cell.type = fem::CellType::beam;
      cell.node[0] = e;
      cell.node[1] = e + 1;
      line.mesh.elements.push_back(cell);
    }
    lines_.push_back(std::move(line));
  }
}

void BeamVtk::sample(const Sample& at) {
  std::string number = std::to_string(n_written_++);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, '0');
  for (Line& line : lines_) {
    const BeamLineValues values = beam_line_values(*system_, line.view, at.motion());
    const std::string file = line.view.name + "_" + number + ".vtu";
    write_vtu(directory_ / file, line.mesh, values.positions, values.fields, VtkFormat::base64);
    line.entries += "<DataSet timestep=\"" + shortest_text(at.t()) + "\" part=\"0\" file=\"" +
                    markup_escaped(file) + "\"/>\n";
  }
}

void BeamVtk::end(const RunResult&) {
  for (const Line& line : lines_)
    write_whole_file(
        directory_ / (line.view.name + ".pvd"),
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n" +
            line.entries + "</Collection>\n</VTKFile>\n");
}

}  // namespace pleuel
