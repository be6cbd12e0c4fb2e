#include "pleuel/model/beam_views.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/model/assembly/bodies_at.hpp"
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

/// Corners of the section at a node: in the plane two, in space four, or some of a circle; one on
/// the axis where the outline is not known.
std::vector<Eigen::Vector3d> corners(const BeamSection& s, int dimension) {
  constexpr int n_of_circle = 8;
  const double y = 0.5 * s.height, z = 0.5 * s.width;
  if (dimension == 2) return {{0, -y, 0}, {0, y, 0}};
  if (!(s.height > 0)) return {Eigen::Vector3d::Zero()};
  if (s.is_round) {
    std::vector<Eigen::Vector3d> circle;
    for (int k = 0; k < n_of_circle; ++k) {
      const double angle = 2 * std::numbers::pi * k / n_of_circle;
      circle.emplace_back(0, y * std::cos(angle), y * std::sin(angle));
    }
    return circle;
  }
  return {{0, -y, -z}, {0, y, -z}, {0, y, z}, {0, -y, z}};
}

/// Axes of a node's section: in a bend, midway between the elements.
Eigen::Matrix3d node_axes(const BeamLine& line, int node) {
  const Eigen::Matrix3d& a = line.axes[std::max(node - 1, 0)];
  const Eigen::Matrix3d& b = line.axes[std::min(node, line.n_elements() - 1)];
  return Eigen::Quaterniond(a).slerp(0.5, Eigen::Quaterniond(b)).toRotationMatrix();
}

void add_faces(int n_nodes, int n_corners, DrawnMesh& mesh) {
  const auto corner = [&](int node, int k) { return node * n_corners + k % n_corners; };
  const int n_faces = n_corners <= 2 ? n_corners - 1 : n_corners;
  for (int i = 0; i + 1 < n_nodes; ++i)
    for (int k = 0; k < n_faces; ++k) {
      const int a = corner(i, k), b = corner(i + 1, k), c = corner(i + 1, k + 1), d = corner(i, k + 1);
      mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
    }
  for (int i = 0; i + 1 < n_nodes && n_corners <= 4; ++i)
    for (int k = 0; k < n_corners; ++k) mesh.edges.push_back({corner(i, k), corner(i + 1, k)});
  for (const int end : {0, n_nodes - 1})
    for (int k = 0; k < n_faces; ++k) mesh.edges.push_back({corner(end, k), corner(end, k + 1)});
  for (const int end : {0, n_nodes - 1})
    for (int k = 1; k + 1 < n_corners; ++k)
      mesh.triangles.push_back({corner(end, 0), corner(end, k), corner(end, k + 1)});
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
    const auto outline = corners(beam.section, D);
    const int n_corners = static_cast<int>(outline.size()), n = beam.n_nodes();
    DrawnMesh mesh{.name = beam.name};
    std::vector<Eigen::Vector3d> arms;  // of the corners of all nodes, in ground axes at the start
    for (int i = 0; i < n; ++i)
      for (const auto& corner : outline) {
        arms.emplace_back(node_axes(beam.line, i) * corner);
        mesh.nodes.emplace_back(beam.line.nodes[i] + arms.back());
      }
    add_faces(n, n_corners, mesh);
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
