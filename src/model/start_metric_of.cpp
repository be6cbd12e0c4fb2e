#include "pleuel/model/start_metric_of.hpp"

#include <Eigen/Geometry>

#include "pleuel/fem/lowest_frequency.hpp"

namespace pleuel {
namespace {

using Stated = StartMetric::Stated;

std::vector<int> numbers(int first, int n) {
  std::vector<int> list;
  for (int k = 0; k < n; ++k) list.push_back(first + k);
  return list;
}

template <int D>
Eigen::Matrix<double, D, D> rotation(ConstVec q, int body) {
  if constexpr (D == 2) {
    return Eigen::Rotation2Dd(q[3 * body + 2]).toRotationMatrix();
  } else {
    const double* p = q.data() + 7 * body + 3;
    return Eigen::Quaterniond(p[0], p[1], p[2], p[3]).toRotationMatrix();
  }
}

/// Velocity of the origin: ẋ of the centre of mass minus the contribution of the rotation.
template <int D>
Stated stated_velocity(const BodyDescription& b, int body, const BuiltBody* flexible) {
  const auto coefficients = [body, com = b.com](ConstVec q) -> Matrix {
    const auto R = rotation<D>(q, body);
    Matrix J = Matrix::Identity(D, Space<D>::n);
    if constexpr (D == 2) {
      const Eigen::Vector2d r = R * com.template head<2>();
      J.col(2) << r[1], -r[0];
    } else {
      J.rightCols(3) = R * cross_matrix(com);
    }
    return J;
  };
  return {.name = "velocity of body '" + b.name + "'",
          .unit = "m/s",
          .given = b.velocity.head(D),
          .weight = flexible != nullptr ? flexible->equations_in<D>().data().integrals.m : b.mass,
          .velocities = numbers(Space<D>::n * body, Space<D>::n),
          .coefficients = coefficients};
}

template <int D>
Stated stated_rate(const BodyDescription& b, int body, const BuiltBody* flexible) {
  Stated stated;
  stated.name = "angular_velocity of body '" + b.name + "'";
  stated.unit = "rad/s";
  stated.given = b.angular_velocity.tail(Space<D>::n_rotations);
  stated.velocities = numbers(Space<D>::n * body + D, Space<D>::n_rotations);
  if constexpr (D == 2) {
    stated.weight = flexible != nullptr ? flexible->equations_in<2>().data().integrals.J0 : b.inertia(2, 2);
    stated.coefficients = [](ConstVec) -> Matrix { return Matrix::Identity(1, 1); };
  } else {
    stated.weight = (flexible != nullptr ? flexible->equations_in<3>().data().integrals.inertia() : b.inertia)
                        .diagonal()
                        .maxCoeff();
    stated.coefficients = [body](ConstVec q) -> Matrix { return rotation<3>(q, body); };
  }
  return stated;
}

FixedMatrix mass_of(const fem::ShapeIntegrals<2>& s) { return s.M; }
FixedMatrix mass_of(const fem::ShapeIntegrals<3>& s) { return s.mass.matrix(); }

/// Of the body in its frame; in mean axes of the body whose MeanAxes::held are fixed, which is of
/// the same size.
template <int D>
double lowest_frequency(const FlexiblePart<D>& part) {
  const auto& data = part.equations().data();
  const FixedMatrix M = mass_of(data.integrals);
  if (part.mean_axes() == nullptr) return fem::lowest_frequency(data.stiffness, M);
  const fem::DofSelection held(M.rows, part.mean_axes()->held);
  return fem::lowest_frequency(held.restrict(data.stiffness), held.restrict(M));
}

}  // namespace

template <int D>
std::function<StartMetric()> start_metric_of(const BuiltDescription& description,
                                             std::shared_ptr<const MultibodySystem<D>> system) {
  StartMetric metric;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < description.bodies.size(); ++k) {
    const BodyDescription& b = description.bodies[k];
    const int body = static_cast<int>(k);
    const BuiltBody* const flexible = description.flexible_body(k);
    names.push_back(b.name);
    if (b.has_velocity) metric.stated.push_back(stated_velocity<D>(b, body, flexible));
    if (b.has_angular_velocity) metric.stated.push_back(stated_rate<D>(b, body, flexible));
    metric.has_unstated |= !b.has_velocity || !b.has_angular_velocity;
  }
  return [metric, names, system] {
    StartMetric whole = metric;
    for (const FlexiblePart<D>& part : system->parts().flexible.bodies) {
      const auto& data = part.equations().data();
      whole.stiffness.push_back({.body = names[part.body()],
                                 .first = part.first(),
                                 .first_v = part.first_v(),
                                 .K = data.stiffness,
                                 .omega = lowest_frequency(part)});
    }
    return whole;
  };
}

template std::function<StartMetric()> start_metric_of<2>(const BuiltDescription&,
                                                         std::shared_ptr<const MultibodySystem<2>>);
template std::function<StartMetric()> start_metric_of<3>(const BuiltDescription&,
                                                         std::shared_ptr<const MultibodySystem<3>>);

}  // namespace pleuel
