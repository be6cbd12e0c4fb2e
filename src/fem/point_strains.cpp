#include "pleuel/fem/point_strains.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/spatial_beam.hpp"

namespace pleuel::fem {
namespace {

/// Component and axis of the gradient of the entries of a column of B, in space.
struct ColumnEntry {
  int component, axis;
};
constexpr ColumnEntry spatial_column[3][3] = {
    {{0, 0}, {3, 1}, {4, 2}}, {{1, 1}, {3, 0}, {5, 2}}, {{2, 2}, {4, 0}, {5, 1}}};

/// D w of n components.
template <int n>
std::array<double, n> stress_of(const Matrix& moduli, const double* w) {
  std::array<double, n> stress = {};
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) stress[i] += moduli(i, j) * w[j];
  return stress;
}

}  // namespace

template <int D>
CellStrains<D>::CellStrains(const ElasticBody& body, int n_stress) : n_stress_(n_stress) {
  double thickness = 1;
  if constexpr (D == 2) thickness = body.plane_section().thickness;
  for (const Cell& cell : body.mesh().elements) {
    first_point_.push_back(static_cast<int>(points_.size()));
    for (const auto& point : stiffness_points<D>(body.mesh(), cell))
      points_.push_back({point.size * thickness, n_nodes_of(cell.type), point.gradient});
  }
  first_point_.push_back(static_cast<int>(points_.size()));
}

template <int D>
void CellStrains<D>::evaluate(int first, int end, const double* q, double* strain) const {
  const int shear = n_stress_ - 1;  // in the plane
  for (int p = first; p < end; ++p, strain += n_stress_) {
    const Point& point = points_[p];
    std::array<double, 6> sum = {};
    for (int node = 0; node < point.n_nodes; ++node) {
      const double* const u = q + D * node;
      const auto g = point.gradient.col(node);
      if constexpr (D == 2) {
        sum[0] += g[0] * u[0];
        sum[shear] += g[1] * u[0];
        sum[1] += g[1] * u[1];
        sum[shear] += g[0] * u[1];
      } else {
        for (int axis = 0; axis < 3; ++axis)
          for (const auto& [component, by] : spatial_column[axis]) sum[component] += g[by] * u[axis];
      }
    }
    for (int i = 0; i < n_stress_; ++i) strain[i] = sum[i];
  }
}

template <int D>
void CellStrains<D>::add_forces(const InelasticStrains& at, double* f) const {
  const Matrix& moduli = *at.moduli;
  const double* w = at.w;
  for (int p = at.first; p < at.end; ++p, w += at.stride) {
    const Point& point = points_[p];
    if constexpr (D == 2) {
      const auto stress = [&](int i) {
        double component = 0;
        for (int j = 0; j < n_stress_; ++j) component += moduli(i, j) * w[j];
        return point.weight * component;
      };
      const double s1 = stress(0), s2 = stress(1), s12 = stress(n_stress_ - 1);
      for (int node = 0; node < point.n_nodes; ++node) {
        const double gx = point.gradient(0, node), gy = point.gradient(1, node);
        f[2 * node] += gx * s1 + gy * s12;
        f[2 * node + 1] += gy * s2 + gx * s12;
      }
    } else {
      std::array<double, 6> stress = stress_of<6>(moduli, w);
      for (double& s : stress) s *= point.weight;
      for (int node = 0; node < point.n_nodes; ++node) {
        const auto g = point.gradient.col(node);
        for (int axis = 0; axis < 3; ++axis)
          for (const auto& [component, by] : spatial_column[axis])
            f[3 * node + axis] += g[by] * stress[component];
      }
    }
  }
}

template <int D>
Eigen::VectorXd CellStrains<D>::column(int point, int k) const {
  Eigen::VectorXd strain = Eigen::VectorXd::Zero(n_stress_);
  const auto g = points_[point].gradient.col(k / D);
  if constexpr (D == 2) {
    strain[k % 2] = g[k % 2];
    strain[n_stress_ - 1] = g[1 - k % 2];
  } else {
    for (const auto& [component, by] : spatial_column[k % 3]) strain[component] = g[by];
  }
  return strain;
}

template <int D>
void CellStrains<D>::multiply_column(int point, int k, const double* A, int n, double* out) const {
  const auto g = points_[point].gradient.col(k / D);
  if constexpr (D == 2) {
    const double normal = g[k % 2], shear = g[1 - k % 2];
    const double* const by_normal = A + (k % 2) * n;
    const double* const by_shear = A + (n_stress_ - 1) * n;
    for (int i = 0; i < n; ++i) out[i] = normal * by_normal[i] + shear * by_shear[i];
  } else {
    const auto& [a, b, c] = spatial_column[k % 3];
    const double g_a = g[a.axis], g_b = g[b.axis], g_c = g[c.axis];
    const double *const by_a = A + a.component * n, *const by_b = A + b.component * n,
                        *const by_c = A + c.component * n;
    for (int i = 0; i < n; ++i) out[i] = g_a * by_a[i] + g_b * by_b[i] + g_c * by_c[i];
  }
}

template class CellStrains<2>;
template class CellStrains<3>;

namespace {

/// The section of a beam, in the plane or in space.
struct SectionMoments {
  double area, about_y, about_z;
};

SectionMoments moments_of(const ElasticBody& body) {
  if (!body.is_spatial_beam()) return {body.beam_section().area, 0, body.beam_section().inertia};
  const SpatialBeamSection& s = body.spatial_beam_section();
  return {s.area, s.inertia_y, s.inertia_z};
}

/// Whether fibres have the area and the second moments of their section, and no others.
bool have_moments(const std::vector<Fibre>& fibres, const SectionMoments& of, bool is_spatial) {
  constexpr double rounding = 1e-10;
  double area = 0, y = 0, z = 0, yy = 0, zz = 0, yz = 0;
  for (const Fibre& f : fibres) {
    area += f.area;
    y += f.area * f.y;
    z += f.area * f.z;
    yy += f.area * f.y * f.y;
    zz += f.area * f.z * f.z;
    yz += f.area * f.y * f.z;
  }
  const auto is_near = [&](double found, double wanted, double scale) {
    return std::abs(found - wanted) <= rounding * scale;
  };
  const bool bends = is_near(area, of.area, of.area) && is_near(yy, of.about_z, of.about_z) &&
                     is_near(y, 0, std::sqrt(of.area * of.about_z));
  if (!is_spatial) return bends;
  return bends && is_near(zz, of.about_y, of.about_y) && is_near(z, 0, std::sqrt(of.area * of.about_y)) &&
         is_near(yz, 0, std::sqrt(of.about_y * of.about_z));
}

}  // namespace

FibreStrains::FibreStrains(const ElasticBody& body)
    : fibres_(body.is_spatial_beam() ? body.spatial_beam_section().fibres : body.beam_section().fibres) {
  if (fibres_.empty())
    throw InvalidInput(
        "inelastic strains: the section of the beam has no fibres; give it rectangle_fibres or "
        "ring_fibres");
  if (!have_moments(fibres_, moments_of(body), body.is_spatial_beam()))
    throw InvalidInput(
        "inelastic strains: the fibres of the beam do not have the area and the second moments of its "
        "section about its principal axes; give fibres of the same shape");
  n_dofs_ = static_cast<int>(body.element_dofs(0).size());
  for (int e = 0; e < body.mesh().n_elements(); ++e) add_sections(body, e);
  for (int e = 0; e <= body.mesh().n_elements(); ++e) first_point_.push_back(e * n_sections * n_fibres());
}

void FibreStrains::add_sections(const ElasticBody& body, int element) {
  const Mesh& mesh = body.mesh();
  for (const auto& [place, weight] : gauss_rule(n_sections)) {
    Section s;
    if (body.is_spatial_beam()) {
      const SpatialBeamAt at(mesh, element, body.spatial_beam_section(), place);
      const auto columns = beam_columns(body.spatial_beam_section());
      s.length = weight * at.length;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        s.stretch[k] = at.strain(0, columns[k]);
        s.about_y[k] = at.strain(4, columns[k]);
        s.about_z[k] = at.strain(5, columns[k]);
      }
    } else {
      const BeamAt at(mesh, mesh.elements[element], body.beam_section(), place);
      const auto columns = beam_columns(body.beam_section());
      s.length = weight * at.length;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        s.stretch[k] = at.du[columns[k]];
        s.about_z[k] = at.dturn[columns[k]];
      }
    }
    sections_.push_back(s);
  }
}

std::string FibreStrains::name_of(int number) const {
  const Fibre& f = fibre(number);
  return "section " + std::to_string(number / n_fibres() + 1) + ", fibre " +
         std::to_string(number % n_fibres() + 1) + " at y = " + number_text(f.y) +
         " m, z = " + number_text(f.z) + " m";
}

void FibreStrains::evaluate(int first, int end, const double* q, double* strain) const {
  for (int p = first; p < end;) {
    const Section& s = section_of(p);
    double stretch = 0, about_z = 0, about_y = 0;
    for (int k = 0; k < n_dofs_; ++k) {
      stretch += s.stretch[k] * q[k];
      about_z += s.about_z[k] * q[k];
      about_y += s.about_y[k] * q[k];
    }
    for (const Fibre& f : fibres_of(p, end)) *strain++ = stretch - f.y * about_z + f.z * about_y;
    p = end_of_section(p, end);
  }
}

void FibreStrains::add_forces(const InelasticStrains& at, double* f) const {
  const double modulus = (*at.moduli)(0, 0);
  const double* w = at.w;
  for (int p = at.first; p < at.end;) {
    const Section& s = section_of(p);
    double force = 0, about_z = 0, about_y = 0;
    for (const Fibre& fibre : fibres_of(p, at.end)) {
      const double part = fibre.area * *w;
      force += part;
      about_z -= fibre.y * part;
      about_y += fibre.z * part;
      w += at.stride;
    }
    p = end_of_section(p, at.end);
    const double scale = s.length * modulus;
    for (int k = 0; k < n_dofs_; ++k)
      f[k] += scale * (s.stretch[k] * force + s.about_z[k] * about_z + s.about_y[k] * about_y);
  }
}

double FibreStrains::entry(int point, int k) const {
  const Section& s = section_of(point);
  const Fibre& f = fibre(point);
  return s.stretch[k] - f.y * s.about_z[k] + f.z * s.about_y[k];
}

Eigen::VectorXd FibreStrains::column(int point, int k) const {
  return Eigen::VectorXd::Constant(1, entry(point, k));
}

void FibreStrains::multiply_column(int point, int k, const double* A, int n, double* out) const {
  const double b = entry(point, k);
  for (int i = 0; i < n; ++i) out[i] = b * A[i];
}

}  // namespace pleuel::fem
