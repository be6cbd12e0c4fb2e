#include "pleuel/fem/geometric_stiffening.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/geometric_stiffness.hpp"
#include "pleuel/fem/quadrature.hpp"
#include "pleuel/fem/reduction.hpp"
#include "pleuel/fem/spatial_integrals.hpp"

namespace pleuel::fem {
namespace {

constexpr int n_planar_loads = 4;
constexpr double zero_beside = 1e-12;

double largest(const FixedMatrix& A) {
  double size = 0;
  for (const double value : A.value) size = std::max(size, std::abs(value));
  return size;
}

/// β of the load ρβ.
Eigen::Vector2d load_at(int load, const Eigen::Vector2d& x) {
  switch (load) {
    case 0:
      return {1, 0};
    case 1:
      return {0, 1};
    case 2:
      return {-x[1], x[0]};
    default:
      return x;
  }
}

/// Static responses of all unknowns to the four loads, one column each, and the rigid accelerations
/// (x, y, rotation) that the loads cause in mean axes, zero in other frames.
struct Responses {
  Matrix q;
  Eigen::Matrix<double, 3, n_planar_loads> rigid = Eigen::Matrix<double, 3, n_planar_loads>::Zero();

  Responses(const ElasticBody& body, const DofSelection& frame, const MeanAxes* mean)
      : q(body.n_dofs(), n_planar_loads) {
    const ShapeIntegrals<2> s = shape_integrals(body).restricted(frame);
    Matrix loads(s.size(), n_planar_loads);
    loads << s.c1, s.c2, s.c21, s.c12;
    const Matrix some = static_shapes(frame.restrict(body.stiffness()), loads, mean);
    for (int k = 0; k < n_planar_loads; ++k) q.col(k) = frame.extend(some.col(k));
    if (mean != nullptr) rigid = mean->inverse_mass * (mean->R.transpose() * loads);
  }
};

/// The same beam with its axial part, with the same conditions and fixed along its axis at the
/// first fixed node.
struct StretchingBeam {
  ElasticBody body;
  DofSelection frame;

  StretchingBeam(const ElasticBody& stiff, const DofSelection& held)
      : body(stiff.mesh(), with_axial_part(stiff.beam_section())), frame(body.n_dofs(), fixed(stiff, held)) {}

 private:
  static BeamSection with_axial_part(BeamSection section) {
    section.axial = AxialPart::included;
    return section;
  }
  std::vector<int> fixed(const ElasticBody& stiff, const DofSelection& held) const {
    std::vector<int> dofs;
    for (int node = 0; node < stiff.mesh().n_nodes(); ++node)
      for (const NodalDof which : stiff.nodal_dofs())
        if (held.place(*stiff.dof(node, which)) < 0) {
          if (dofs.empty()) dofs.push_back(*body.dof(node, NodalDof::x));
          dofs.push_back(*body.dof(node, which));
        }
    return dofs;
  }
};

/// N along an element under a load ρβ with β linear in x. Its mean is EA times the mean stretch of
/// the static response, which is exact for linear elements, and N' = −ρA β·t.
class AxialForce {
 public:
  AxialForce(const ElasticBody& beam, int element, int load, const Responses& responses) {
    const auto beta = [&](const Eigen::Vector2d& x) -> Eigen::Vector2d {
      const Eigen::Vector3d rigid = responses.rigid.col(load);
      return load_at(load, x) - rigid.head<2>() - rigid[2] * Eigen::Vector2d(-x[1], x[0]);
    };
    const auto q = responses.q.col(load);
    const BeamSection& section = beam.beam_section();
    const BeamAt start(beam.mesh(), beam.mesh().elements[element], section, 0),
        end(beam.mesh(), beam.mesh().elements[element], section, 1);
    const auto dofs = beam.element_dofs(element);
    double stretch = 0;
    for (std::size_t i = 0; i < dofs.size(); ++i) stretch += start.du[static_cast<int>(i)] * q[dofs[i]];
    const double rho_A = section.material.density * section.area * start.length;
    first_ = -rho_A * beta(start.x).dot(start.t);
    second_ = -0.5 * rho_A * (beta(end.x) - beta(start.x)).dot(start.t);
    constant_ = section.material.modulus * section.area * stretch - first_ / 2 - second_ / 3;
  }
  /// At z = s/L.
  double operator()(double z) const { return constant_ + z * (first_ + z * second_); }

 private:
  double constant_, first_, second_;
};

FixedMatrix beam_matrix(const ElasticBody& body, const ElasticBody& stretching, int load,
                        const Responses& responses) {
  const auto columns = beam_columns(body.beam_section());
  FixedMatrix K = body.stiffness();
  K.set_zero();
  for (int e = 0; e < body.mesh().n_elements(); ++e) {
    const AxialForce N(stretching, e, load, responses);
    const auto dofs = body.element_dofs(e);
    for (const auto& [place, weight] : gauss_rule(4)) {
      const BeamAt at(body.mesh(), body.mesh().elements[e], body.beam_section(), place);
      const double force = N(place) * weight * at.length;
      for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
          K.value[K.slot(dofs[i], dofs[j])] += force * at.dw[columns[i]] * at.dw[columns[j]];
    }
  }
  return K;
}

}  // namespace

bool GeometricStiffening<2>::is_given() const {
  return std::ranges::any_of(K, [](const FixedMatrix& part) { return part.rows > 0; });
}

GeometricStiffening<2> GeometricStiffening<2>::reduced(const Matrix& V) const {
  GeometricStiffening small;
  for (int k = 0; k < n_planar_loads; ++k)
    if (K[k].rows > 0) small.K[k] = full_matrix(projected(K[k], V));
  return small;
}

void GeometricStiffening<3>::products(ConstVec q, Values& out) const {
  for (int k = 0; k < pattern.cols; ++k) {
    Load sum = Load::Zero();
    for (int e = pattern.start[k]; e < pattern.start[k + 1]; ++e) sum += q[pattern.row[e]] * values.col(e);
    out.col(k) = sum;
  }
}

GeometricStiffening<3> GeometricStiffening<3>::reduced(const Matrix& V) const {
  if (!is_given()) return {};
  const auto n = static_cast<int>(V.cols());
  GeometricStiffening small{full_matrix(Matrix::Zero(n, n)).without_values(), Values(n_loads, n * n)};
  Values of_one(n_loads, V.rows());
  for (int j = 0; j < n; ++j) {
    products(ConstVec(V.col(j).data(), V.rows()), of_one);
    small.values.middleCols(j * n, n) = of_one * V;
  }
  return small;
}

GeometricStiffening<2> geometric_stiffening(const ElasticBody& body, const DofSelection& frame,
                                            const MeanAxes* mean) {
  std::array<FixedMatrix, n_planar_loads> all;
  if (!body.is_beam()) {
    const Matrix q = Responses(body, frame, mean).q;
    for (int k = 0; k < n_planar_loads; ++k) all[k] = solid_geometric_stiffness(body, q.col(k));
  } else if (body.beam_section().axial == AxialPart::included) {
    const Responses responses(body, frame, mean);
    for (int k = 0; k < n_planar_loads; ++k) all[k] = beam_matrix(body, body, k, responses);
  } else {
    const StretchingBeam beam(body, frame);
    std::optional<MeanAxes> axes;
    if (mean != nullptr) axes.emplace(beam.body);
    const Responses responses(beam.body, beam.frame, axes ? &*axes : nullptr);
    for (int k = 0; k < n_planar_loads; ++k) all[k] = beam_matrix(body, beam.body, k, responses);
  }
  // Loads 0 and 1 share a unit, and so do 2 and 3: a load that is rounding relative to the other is
  // zero. In mean axes the first three are rigid accelerations, which cause no stress.
  GeometricStiffening<2> result;
  for (int k = 0; k < n_planar_loads; ++k)
    if ((mean == nullptr || k == 3) && largest(all[k]) > zero_beside * largest(all[k ^ 1]))
      result.K[k] = frame.restrict(all[k]);
  return result;
}

GeometricStiffening<3> spatial_geometric_stiffening(const ElasticBody& body, const DofSelection& frame,
                                                    const MeanAxes* mean) {
  constexpr int n_loads = GeometricStiffening<3>::n_loads;
  const ShapeIntegrals<3> s = spatial_integrals(body).restricted(frame);
  const ShapeMoments moments = s.moments();
  Matrix loads(s.size(), n_loads);
  for (int k = 0; k < s.size(); ++k) {
    loads.row(k).head<3>() = s.C.col(k).transpose();
    const Eigen::Matrix3d moment = moments[k];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) loads(k, GeometricStiffening<3>::number(i, j)) = moment(j, i);
  }
  const Matrix q = static_shapes(frame.restrict(body.stiffness()), loads, mean);
  GeometricStiffening<3> result;
  FixedMatrix one;
  for (int l = 0; l < n_loads; ++l) {
    one = frame.restrict(solid_geometric_stiffness(body, frame.extend(q.col(l))));
    if (l == 0) result.values.resize(n_loads, one.n_entries());
    result.values.row(l) = Eigen::Map<const Eigen::RowVectorXd>(one.value.data(), one.n_entries());
  }
  result.pattern = one.without_values();
  return result;
}

}  // namespace pleuel::fem
