#include "pleuel/model/flexible/deformation_measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel {
namespace {

using fem::NodalDof;

/// Of u1, u2, u3, or θ1, θ2, θ3, among the unknowns that the frame keeps; −1: fixed.
using Place = std::array<int, 3>;

/// ∂u/∂x in the middle of a triangle or tetrahedron: Σ u_k ∇N_kᵀ.
struct Middle {
  int n = 0;
  std::array<Place, 10> u{};
  Eigen::Matrix<double, 3, 10> gradient = Eigen::Matrix<double, 3, 10>::Zero();
};

/// The largest |eigenvalue| of a symmetric matrix, by the cosines of a cubic equation.
double largest_principal(const Eigen::Matrix3d& E) {
  const double mean = E.trace() / 3;
  const Eigen::Matrix3d deviator = E - mean * Eigen::Matrix3d::Identity();
  const double radius = std::sqrt(deviator.squaredNorm() / 6);
  if (!(radius > 0)) return std::abs(mean);
  const double cosine = std::clamp((deviator / radius).determinant() / 2, -1.0, 1.0);
  const double angle = std::acos(cosine) / 3;
  return std::max(std::abs(mean + 2 * radius * std::cos(angle)),
                  std::abs(mean + 2 * radius * std::cos(angle + 2 * std::numbers::pi / 3)));
}

template <int D>
void set_gradient(const fem::Mesh& mesh, const fem::Cell& cell, Middle& m) {
  using Point = Eigen::Matrix<double, D, 1>;
  m.n = fem::n_nodes_of(cell.type);
  m.gradient.topLeftCorner(D, m.n) =
      fem::CellAt<D>(mesh, cell, Point::Constant(1.0 / (D + 1))).gradient.leftCols(m.n);
}

/// Sizes of a deformation. Of modes, bounds are looked at first: the largest of each mode over the
/// body.
class Deformation {
 public:
  Deformation(std::shared_ptr<const ElasticShape> shape, int first)
      : shape_(std::move(shape)), first_(first) {
    const auto& body = shape_->body;
    const auto place = [&](int node, NodalDof which) {
      const auto dof = body.dof(node, which);
      return dof ? shape_->frame.place(*dof) : -1;
    };
    const auto places = [&](int node) -> Place {
      return {place(node, NodalDof::x), place(node, NodalDof::y), place(node, NodalDof::z)};
    };
    for (int i = 0; i < body.mesh().n_nodes(); ++i) {
      nodes_.push_back(places(i));
      if (body.is_beam())
        rotations_.push_back(
            {place(i, NodalDof::rotation_x), place(i, NodalDof::rotation_y), place(i, NodalDof::rotation_z)});
    }
    size_ = body.mesh().size();
    if (!body.is_beam())
      for (const fem::Cell& element : body.mesh().elements) {
        Middle m;
        body.dimension() == 2 ? set_gradient<2>(body.mesh(), element, m)
                              : set_gradient<3>(body.mesh(), element, m);
        for (int k = 0; k < m.n; ++k) m.u[k] = places(element.node[k]);
        steepest_ = std::max(steepest_, m.gradient.leftCols(m.n).cwiseAbs().sum());
        middles_.push_back(m);
      }
    for (Eigen::Index k = 0; k < shape_->V.cols(); ++k) {
      Vector one = Vector::Zero(first_ + shape_->V.cols());
      one[first_ + k] = 1;
      mode_displacement_.push_back(largest_displacement(one));
      mode_rotation_.push_back(largest_rotation(one));
    }
  }

  double size() const { return size_; }

  /// |u|/L.
  double displacement(const ConstVec& q, double enough) const {
    const double bound = mode_bound(q, mode_displacement_) / size_;
    return has_modes() && bound < enough ? bound : largest_displacement(q) / size_;
  }
  double rotation(const ConstVec& q, double enough) const {
    const double bound = has_modes() ? mode_bound(q, mode_rotation_) : largest_displacement(q) * steepest_;
    const bool is_bounded = has_modes() || rotations_.empty();
    return is_bounded && bound < enough ? bound : largest_rotation(q);
  }
  /// The largest principal value of |E|, E = sym H + ½ HᵀH, H = ∂u/∂x. E does not tell a body that
  /// is turned inside out, det(I + H) < 0, from one that is not.
  double strain(const ConstVec& q, double enough) const {
    const double slope = largest_displacement(q) * steepest_, bound = slope + 0.5 * slope * slope;
    if (bound < enough) return bound;
    double largest = 0;
    for (const Middle& m : middles_) {
      const Eigen::Matrix3d H = gradient(q, m);
      const Eigen::Matrix3d E = 0.5 * (H + H.transpose() + H.transpose() * H);
      const bool is_inverted = (Eigen::Matrix3d::Identity() + H).determinant() <= 0;
      largest = std::max(largest, is_inverted ? inverted : largest_principal(E));
    }
    return largest;
  }

 private:
  static constexpr double inverted = 1;  // beyond every limit

  bool has_modes() const { return shape_->V.cols() > 0; }
  double value(const ConstVec& q, int place) const {
    if (place < 0) return 0;
    if (!has_modes()) return q[first_ + place];
    double sum = 0;
    for (Eigen::Index k = 0; k < shape_->V.cols(); ++k) sum += shape_->V(place, k) * q[first_ + k];
    return sum;
  }
  double mode_bound(const ConstVec& q, const std::vector<double>& of_mode) const {
    double sum = 0;
    for (std::size_t k = 0; k < of_mode.size(); ++k)
      sum += of_mode[k] * std::abs(q[first_ + static_cast<Eigen::Index>(k)]);
    return sum;
  }
  /// Of the vectors at places.
  double largest_length(const ConstVec& q, const std::vector<Place>& places) const {
    double largest = 0;
    for (const Place& place : places) {
      const double x = value(q, place[0]), y = value(q, place[1]), z = value(q, place[2]);
      largest = std::max(largest, x * x + y * y + z * z);
    }
    return std::sqrt(largest);
  }
  double largest_displacement(const ConstVec& q) const { return largest_length(q, nodes_); }
  double largest_rotation(const ConstVec& q) const {
    double largest = largest_length(q, rotations_);
    for (const Middle& m : middles_) {
      const Eigen::Matrix3d H = gradient(q, m);
      const Eigen::Vector3d curl(H(2, 1) - H(1, 2), H(0, 2) - H(2, 0), H(1, 0) - H(0, 1));
      largest = std::max(largest, 0.5 * curl.norm());
    }
    return largest;
  }
  Eigen::Matrix3d gradient(const ConstVec& q, const Middle& m) const {
    Eigen::Matrix3d H = Eigen::Matrix3d::Zero();
    for (int k = 0; k < m.n; ++k) {
      const Place& u = m.u[k];
      H += Eigen::Vector3d(value(q, u[0]), value(q, u[1]), value(q, u[2])) * m.gradient.col(k).transpose();
    }
    return H;
  }

  std::shared_ptr<const ElasticShape> shape_;
  int first_;
  double size_ = 0;
  // largest Σ|∇N_k| of an element: |∂u/∂x| is at most that times the largest |u|
  double steepest_ = 0;
  std::vector<Place> nodes_, rotations_;
  std::vector<Middle> middles_;
  std::vector<double> mode_displacement_, mode_rotation_;
};

std::string length_text(double length) {
  return "the displacement over its size of " + number_text(length) + " m";
}

/// The theory that a body's equations follow.
struct Theory {
  int dimension;
  bool is_nonlinear, is_geometric, is_inelastic, is_beam;
};

std::vector<ValidityMeasure> measures_of(const std::shared_ptr<const Deformation>& deformation,
                                         const Theory& theory, const std::string& body) {
  if (theory.is_nonlinear) {
    ValidityMeasure strain{.body = body,
                           .what = "Green's strain",
                           .theory = "the law of St. Venant and Kirchhoff ('green')",
                           .remedy = "make the body stiffer, load it less or give it damping",
                           .remark = 0.1,
                           .limit = 1.0 / 3,
                           .value = {}};
    strain.value = [deformation, r = strain.remark](ConstVec q) { return deformation->strain(q, r); };
    return {strain};
  }
  const bool is_geometric = theory.is_geometric;
  const std::string exact = theory.is_beam ? "or make it a geometrically exact beam (\"beams\"), " : "";
  const std::string solids = theory.dimension == 3 ? "tetrahedra" : "triangles";
  const std::string lower = exact + "give the body damping, or lower speed or load";
  ValidityMeasure displacement{
      .body = body,
      .what = length_text(deformation->size()),
      .theory =
          is_geometric ? "linear elasticity with geometric stiffening ('geometric')" : "linear elasticity",
      .remedy = theory.is_inelastic ? "lower speed or load: inelastic strains are small ones here"
                : is_geometric
                    ? "take \"elasticity\": \"green\" on " + solids + ", " + lower
                    : "take \"elasticity\": \"geometric\", or \"green\" on " + solids + ", " + lower,
      .remark = is_geometric ? 0.3 : 0.1,
      .limit = 1,
      .value = {}};
  ValidityMeasure rotation = displacement;
  rotation.what = "the rotation in rad against its frame";
  if (theory.is_inelastic) rotation.limit = std::numeric_limits<double>::infinity();
  displacement.value = [deformation, r = displacement.remark](ConstVec q) {
    return deformation->displacement(q, r);
  };
  rotation.value = [deformation, r = rotation.remark](ConstVec q) { return deformation->rotation(q, r); };
  return {displacement, rotation};
}

/// Of a body whose elements are not known: its nodes.
std::vector<ValidityMeasure> measures_of(const std::shared_ptr<const ImportedNodes>& nodes, int first,
                                         const std::string& body) {
  if (!(nodes->size > 0)) return {};
  ValidityMeasure displacement{.body = body,
                               .what = length_text(nodes->size),
                               .theory = "linear elasticity, which an imported body has",
                               .remedy =
                                   "lower speed or load, give the body damping, or make it of elements "
                                   "with \"elasticity\": \"geometric\" or \"green\"",
                               .remark = 0.1,
                               .limit = 1,
                               .value = {}};
  displacement.value = [nodes, first](ConstVec q) {
    return nodes->largest_displacement(q, first) / nodes->size;
  };
  if (nodes->turn_transposed.cols == 0) return {displacement};
  ValidityMeasure rotation = displacement;
  rotation.what = "the rotation in rad against its frame";
  rotation.value = [nodes, first](ConstVec q) { return nodes->largest_rotation(q, first); };
  return {displacement, rotation};
}

}  // namespace

template <int D>
std::vector<ValidityMeasure> deformation_measures(const FlexiblePart<D>& part, const std::string& body) {
  if (part.nodes()) return measures_of(part.nodes(), part.first(), body);
  if (part.shape() == nullptr) return {};
  const auto& data = part.equations().data();
  return measures_of(std::make_shared<Deformation>(part.shape(), part.first()),
                     {D, data.nonlinear != nullptr, data.geometric.is_given(), part.points() != nullptr,
                      part.shape()->body.is_beam()},
                     body);
}

template std::vector<ValidityMeasure> deformation_measures(const FlexiblePart<2>&, const std::string&);
template std::vector<ValidityMeasure> deformation_measures(const FlexiblePart<3>&, const std::string&);

}  // namespace pleuel
