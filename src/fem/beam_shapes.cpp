#include "pleuel/fem/beam_shapes.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/quadrature.hpp"

namespace pleuel::fem {

BeamShapes::BeamShapes(const BeamShapesData& data) {
  check_section(data.section);
  std::vector<std::string> faults;
  if (!(data.length > 0))
    faults.push_back("beam shapes: length is " + number_text(data.length) + "; it must be positive");
  if (data.shapes.empty()) faults.push_back("beam shapes: there are none; give at least one");
  if (data.panels < 1)
    faults.push_back("beam shapes: panels is " + std::to_string(data.panels) + "; it must be positive");
  if (!faults.empty()) throw InvalidInput(faults);

  const auto& section = data.section;
  const int n = static_cast<int>(data.shapes.size());
  const double E = section.material.modulus, A = section.area;
  const double radius = section.rotary == RotaryInertia::included ? std::sqrt(section.inertia / A) : 0;
  std::vector<ShapePoint> points;
  stiffness_ = Matrix::Zero(n, n);
  coupling_.assign(n, Matrix::Zero(n, n));
  const auto rule = gauss_rule(8);
  for (int panel = 0; panel < data.panels; ++panel)
    for (const auto& [place, weight] : rule) {
      const double x = data.length * (panel + place) / data.panels, dx = data.length * weight / data.panels;
      Matrix u = Matrix::Zero(3, n), w = Matrix::Zero(3, n);
      for (int i = 0; i < n; ++i) {
        const auto set = [i, x](Matrix& to, const std::function<Curve(double)>& f) {
          if (!f) return;
          const Curve c = f(x);
          to.col(i) << c.value, c.first, c.second;
        };
        set(u, data.shapes[i].along);
        set(w, data.shapes[i].across);
      }
      stiffness_ +=
          dx * E * (A * u.row(1).transpose() * u.row(1) + section.inertia * w.row(2).transpose() * w.row(2));
      for (int i = 0; i < n; ++i) coupling_[i] += (dx * E * A * u(1, i)) * (w.row(1).transpose() * w.row(1));
      const double mass = dx * A * section.material.density;
      for (const double y : {radius, -radius}) {
        ShapePoint p{radius > 0 ? 0.5 * mass : mass, {x, y}, Matrix(2, n)};
        p.Phi << u.row(0) - y * w.row(1), w.row(0);
        points.push_back(std::move(p));
        if (radius == 0) break;
      }
    }
  integrals_ = shape_integrals(n, points);
}

double BeamShapes::coupling_energy(const Vector& q) const {
  double energy = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) energy += 0.5 * q[i] * q.dot(coupling_[i] * q);
  return energy;
}

Vector BeamShapes::coupling_gradient(const Vector& q) const {
  Vector gradient = Vector::Zero(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const Vector Tq = coupling_[i] * q;
    gradient[i] += 0.5 * q.dot(Tq);
    gradient += q[i] * Tq;
  }
  return gradient;
}

Matrix BeamShapes::coupling_tangent(const Vector& q) const {
  Matrix tangent = Matrix::Zero(q.size(), q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const Vector Tq = coupling_[i] * q;
    tangent += q[i] * coupling_[i];
    tangent.row(i) += Tq.transpose();
    tangent.col(i) += Tq;
  }
  return tangent;
}

}  // namespace pleuel::fem
