#include "pleuel/model/beam_views.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/model/assembly/bodies_at.hpp"
#include "pleuel/model/beam/beam_outline.hpp"
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {
namespace {

/// Calls work(system) with the planar or the spatial system.
template <class Work>
auto with_multibody(const MechanicalSystem& system, Work work) {
  if (const auto* planar = dynamic_cast<const MultibodySystem<2>*>(&system.core())) return work(*planar);
  if (const auto* spatial = dynamic_cast<const MultibodySystem<3>*>(&system.core())) return work(*spatial);
  throw std::logic_error("beams belong to a multibody system");
}

/// Axial force, shear force, bending moment and, in space, torque.
Eigen::Vector4d shown_forces(const Eigen::Vector3d& s) { return {s[0], s[1], s[2], 0}; }
Eigen::Vector4d shown_forces(const Eigen::Matrix<double, 6, 1>& s) {
  return {s[0], std::hypot(s[1], s[2]), std::hypot(s[4], s[5]), s[3]};
}

/// Largest |ψ| of the elements, or largest strain of a fibre.
template <int D, class Size>
double largest_of(const MultibodySystem<D>& system, ConstVec q, std::size_t first, int n, Size size) {
  const Motion at{.t = 0, .q = q};
  const BodiesAt<D> bodies{system.info(), at};
  double most = 0;
  for (int k = 0; k < n; ++k) {
    const BeamTerm<D>& beam = system.parts().beams[first + k];
    try {
      most = std::max(most, size(beam, beam.strains(bodies).value));
    } catch (const LeftDomain&) {
      return std::numeric_limits<double>::infinity();
    }
  }
  return most;
}

double rotation_of(const BeamTerm<2>& beam, const Eigen::Vector3d& e) {
  return beam.length() * std::abs(e[2]);
}
double rotation_of(const BeamTerm<3>& beam, const Eigen::Matrix<double, 6, 1>& e) {
  return beam.length() * e.tail<3>().norm();
}
double fibre_strain(const Eigen::Vector3d& e, double y, double) {
  return std::max(std::abs(e[0]) + y * std::abs(e[2]), std::abs(e[1]));
}
double fibre_strain(const Eigen::Matrix<double, 6, 1>& e, double y, double z) {
  return std::max(std::abs(e[0]) + y * std::abs(e[5]) + z * std::abs(e[4]),
                  std::hypot(e[1], e[2]) + std::hypot(y, z) * std::abs(e[3]));
}

}  // namespace

DrawnMesh beam_drawing(const BeamDescription& beam, std::shared_ptr<const MechanicalSystem> system,
                       std::size_t first_term) {
  return with_multibody(*system, [&]<int D>(const MultibodySystem<D>& model) {
    const auto outline = section_corners({beam.section.height, beam.section.width, beam.section.is_round}, D);
    const int n_corners = static_cast<int>(outline.size()), n = beam.n_nodes();
    DrawnMesh mesh{.name = beam.name};
    const auto arms = add_outline(beam.line, outline, mesh);  // in ground axes at the start
    mesh.fields = {{"axial force", "N"}, {"shear force", "N"}, {"bending moment", "N m"}};
    if (D == 3) mesh.fields.push_back({"torque", "N m"});
    const auto n_fields = mesh.fields.size();
    mesh.values = [system, &model, beam, first_term, n, n_corners, n_fields, arms](const Motion& at,
                                                                                   NodeValues& out) {
      const BodiesAt<D> bodies{model.info(), at};
      out.displacement.setZero(3, n * n_corners);
      out.fields.assign(n_fields, Vector::Zero(n * n_corners));
      for (int i = 0; i < n; ++i) {
        const BodyMotion<D> node = bodies[beam.first_body + i];
        for (int k = i * n_corners; k < (i + 1) * n_corners; ++k) {
          const typename Space<D>::Point arm = arms[k].template head<D>();
          out.displacement.col(k).template head<D>() =
              node.x - beam.line.nodes[i].template head<D>() + (node.R * arm - arm);
        }
      }
      for (int e = 0; e + 1 < n; ++e) {
        const BeamTerm<D>& term = model.parts().beams[first_term + e];
        const Eigen::Vector4d forces = shown_forces(term.section_forces(term.strains(bodies)));
        for (const int i : {e, e + 1}) {
          const double share = i == 0 || i == n - 1 ? 1 : 0.5;
          for (std::size_t f = 0; f < n_fields; ++f)
            out.fields[f].segment(i * n_corners, n_corners).array() += share * forces[static_cast<int>(f)];
        }
      }
    };
    return mesh;
  });
}

std::vector<ValidityMeasure> beam_measures(const BeamDescription& beam,
                                           const std::shared_ptr<const MechanicalSystem>& system,
                                           std::size_t first_term) {
  return with_multibody(*system, [&]<int D>(const MultibodySystem<D>& model) {
    const int n = beam.n_elements();
    ValidityMeasure rotation{.body = beam.name,
                             .what = "the rotation in rad between the ends of an element",
                             .theory = "the assumption of constant strain in an element",
                             .remedy = "take more elements",
                             .remark = 0.5,
                             .limit = std::numeric_limits<double>::infinity(),
                             .value = {}};
    rotation.value = [system, &model, first_term, n](ConstVec q) {
      return largest_of<D>(model, q, first_term, n,
                           [](const auto& term, const auto& e) { return rotation_of(term, e); });
    };
    ValidityMeasure strain{.body = beam.name,
                           .what = "the strain of the outermost fibre",
                           .theory = "the linear law of elastic sections",
                           .remedy = "make the beam stiffer or more slender, or load it less",
                           .remark = 0.1,
                           .limit = 1,
                           .value = {}};
    strain.value = [system, &model, first_term, n, y = 0.5 * beam.section.height,
                    z = 0.5 * beam.section.width](ConstVec q) {
      return largest_of<D>(model, q, first_term, n,
                           [&](const auto&, const auto& e) { return fibre_strain(e, y, z); });
    };
    return std::vector<ValidityMeasure>{rotation, strain};
  });
}

}  // namespace pleuel
