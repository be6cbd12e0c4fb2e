#include "pleuel/model/flexible/deformation_measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/triangle.hpp"

namespace pleuel {
namespace {

using fem::NodalDof;

/// ∂u/∂x in the middle of a triangle: Σ u_k ∇N_kᵀ.
struct Middle {
  int n = 0;
  std::array<int, 6> x{}, y{};  // among the unknowns that the frame keeps; −1: fixed
  Eigen::Matrix<double, 2, 6> gradient;
};

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
    Eigen::Vector2d low = body.mesh().point(0), high = low;
    for (int i = 0; i < body.mesh().n_nodes(); ++i) {
      low = low.cwiseMin(body.mesh().point(i));
      high = high.cwiseMax(body.mesh().point(i));
      nodes_.push_back({place(i, NodalDof::x), place(i, NodalDof::y)});
      if (const int rotation = place(i, NodalDof::rotation); rotation >= 0) rotations_.push_back(rotation);
    }
    size_ = (high - low).norm();
    if (!body.is_beam())
      for (const fem::Cell& element : body.mesh().elements) {
        Middle m;
        m.gradient = fem::TriangleAt(body.mesh(), element, 1.0 / 3, 1.0 / 3).gradient;
        for (const int node : element.nodes()) {
          m.x[m.n] = place(node, NodalDof::x);
          m.y[m.n++] = place(node, NodalDof::y);
        }
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
  /// The largest principal value of |E|, E = sym H + ½ HᵀH, H = ∂u/∂x.
  double strain(const ConstVec& q, double enough) const {
    const double slope = largest_displacement(q) * steepest_, bound = slope + 0.5 * slope * slope;
    if (bound < enough) return bound;
    double largest = 0;
    for (const Middle& m : middles_) {
      const Eigen::Matrix2d H = gradient(q, m);
      const Eigen::Matrix2d E = 0.5 * (H + H.transpose() + H.transpose() * H);
      const double mean = 0.5 * E.trace(), radius = std::hypot(0.5 * (E(0, 0) - E(1, 1)), E(0, 1));
      largest = std::max(largest, std::abs(mean) + radius);
    }
    return largest;
  }

 private:
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
  double largest_displacement(const ConstVec& q) const {
    double largest = 0;
    for (const auto& [x, y] : nodes_) {
      const double ux = value(q, x), uy = value(q, y);
      largest = std::max(largest, ux * ux + uy * uy);
    }
    return std::sqrt(largest);
  }
  double largest_rotation(const ConstVec& q) const {
    double largest = 0;
    for (const int place : rotations_) largest = std::max(largest, std::abs(value(q, place)));
    for (const Middle& m : middles_) {
      const Eigen::Matrix2d H = gradient(q, m);
      largest = std::max(largest, 0.5 * std::abs(H(1, 0) - H(0, 1)));
    }
    return largest;
  }
  Eigen::Matrix2d gradient(const ConstVec& q, const Middle& m) const {
    Eigen::Matrix2d H = Eigen::Matrix2d::Zero();
    for (int k = 0; k < m.n; ++k)
      H += Eigen::Vector2d(value(q, m.x[k]), value(q, m.y[k])) * m.gradient.col(k).transpose();
    return H;
  }

  std::shared_ptr<const ElasticShape> shape_;
  int first_;
  double size_ = 0;
  // largest Σ|∇N_k| of a triangle: |∂u/∂x| is at most that times the largest |u|
  double steepest_ = 0;
  std::vector<std::array<int, 2>> nodes_;
  std::vector<int> rotations_;
  std::vector<Middle> middles_;
  std::vector<double> mode_displacement_, mode_rotation_;
};

std::string length_text(double length) {
  return "the displacement over its size of " + number_text(length) + " m";
}

}  // namespace

std::vector<ValidityMeasure> deformation_measures(const FlexiblePart& part, const std::string& body) {
  if (part.shape() == nullptr) return {};
  const auto deformation = std::make_shared<Deformation>(part.shape(), part.first());
  const auto& data = part.equations().data();
  if (data.nonlinear) {
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
  const bool is_geometric =
      std::ranges::any_of(data.geometric.K, [](const FixedMatrix& K) { return K.rows > 0; });
  const std::string exact =
      part.shape()->body.is_beam() ? "or make it a geometrically exact beam (\"beams\"), " : "";
  const std::string lower = exact + "give the body damping, or lower speed or load";
  ValidityMeasure displacement{
      .body = body,
      .what = length_text(deformation->size()),
      .theory =
          is_geometric ? "linear elasticity with geometric stiffening ('geometric')" : "linear elasticity",
      .remedy = part.points()  ? "lower speed or load: inelastic strains are small ones here"
                : is_geometric ? "take \"elasticity\": \"green\" on triangles, " + lower
                               : "take \"elasticity\": \"geometric\", or \"green\" on triangles, " + lower,
      .remark = is_geometric ? 0.3 : 0.1,
      .limit = 1,
      .value = {}};
  ValidityMeasure rotation = displacement;
  rotation.what = "the rotation in rad against its frame";
  if (part.points()) rotation.limit = std::numeric_limits<double>::infinity();
  displacement.value = [deformation, r = displacement.remark](ConstVec q) {
    return deformation->displacement(q, r);
  };
  rotation.value = [deformation, r = rotation.remark](ConstVec q) { return deformation->rotation(q, r); };
  return {displacement, rotation};
}

}  // namespace pleuel
