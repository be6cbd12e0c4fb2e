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

/// Of the body in its frame. Where conditions hold it as well (mean axes, prescribed
/// displacements), some of their unknowns are fixed instead; the frequency is then of the same
/// size.
template <int D>
double lowest_frequency(const FlexiblePart<D>& part) {
  const auto& data = part.equations().data();
  const FixedMatrix M = mass_of(data.integrals);
  if (part.conditions() == nullptr) return fem::lowest_frequency(data.stiffness, M);
  const fem::DofSelection held(M.rows, part.conditions()->held);
  return fem::lowest_frequency(held.restrict(data.stiffness), held.restrict(M));
}

/// The elements of a beam between two of its nodes, which are bodies in succession.
template <int D>
struct BeamElements {
  std::shared_ptr<const MultibodySystem<D>> system;
  int first_body, n_nodes;

  bool has(const BodyPair& pair) const {
    const auto is_node = [&](int body) { return body >= first_body && body < first_body + n_nodes; };
    return is_node(pair.i) && is_node(pair.j);
  }
  /// visit(element, its bodies at q)
  template <class Visit>
  void for_each(ConstVec q, Visit visit) const {
    BodyMotions<D> bodies = system->parts().start();
    for (int k = first_body; k < first_body + n_nodes; ++k)
      place_body(q.data() + k * Space<D>::n_q, bodies[k]);
    for (const BeamTerm<D>& element : system->parts().beams)
      if (has(element.bodies())) visit(element, bodies);
  }

  double energy(ConstVec q) const {
    double sum = 0;
    for_each(q, [&](const auto& element, const auto& bodies) { sum += element.potential(bodies); });
    return sum;
  }

  void linearize(ConstVec q, Vector& gradient, std::vector<MatrixEntry>& K) const {
    constexpr int n = Space<D>::n;
    for_each(q, [&](const auto& element, const auto& bodies) {
      const BeamStrains<D> e = element.strains(bodies);
      const auto weighted = (element.length() * element.stiffness().asDiagonal() * e.gradient).eval();
      const typename Space<D>::Pair force = weighted.transpose() * e.value;
      const typename Space<D>::PairMatrix block = weighted.transpose() * e.gradient;
      const int first[] = {n * element.bodies().i, n * element.bodies().j};
      for (int r = 0; r < 2 * n; ++r) {
        const int row = first[r / n] + r % n;
        gradient[row] += force[r];
        for (int c = 0; c < 2 * n; ++c) K.push_back({row, first[c / n] + c % n, block(r, c)});
      }
    });
  }
};

/// With its first node held.
template <int D>
double lowest_frequency(const BeamElements<D>& beam, ConstVec q) {
  constexpr int n = Space<D>::n;
  Vector gradient = Vector::Zero(beam.system->info().n_v());
  std::vector<MatrixEntry> list;
  beam.linearize(q, gradient, list);
  const int first = n * (beam.first_body + 1), size = n * (beam.n_nodes - 1);
  Entries places;
  for (const MatrixEntry& e : list)
    if (e.i >= first && e.j >= first) places.emplace_back(e.i - first, e.j - first);
  FixedMatrix K(size, size, places);
  for (const MatrixEntry& e : list)
    if (e.i >= first && e.j >= first) K.value[K.slot(e.i - first, e.j - first)] += e.value;
  Entries blocks;
  for (int k = 0; k < size; k += n) append_full_block(k, n, blocks);
  FixedMatrix M(size, size, blocks);
  for_each_entry(M, [&](int i, int j, int at) {
    const RigidBody<D>& node = beam.system->parts().bodies[beam.first_body + 1 + i / n];
    const int r = i % n, c = j % n;
    if (r < D && r == c) M.value[at] = node.mass;
    if (r >= D && c >= D) M.value[at] = node.inertia(r - D, c - D);
  });
  return fem::lowest_frequency(K, M);
}

template <int D>
StartMetric::Beam beam_metric(const std::string& name, const BeamElements<D>& elements, ConstVec q0) {
  return {.name = name,
          .omega = lowest_frequency(elements, q0),
          .energy = [elements](ConstVec q) { return elements.energy(q); },
          .linearize = [elements](ConstVec q, Vector& gradient,
                                  std::vector<MatrixEntry>& K) { elements.linearize(q, gradient, K); }};
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
  struct Range {
    std::string name;
    int first_body, n_nodes;
  };
  std::vector<Range> beams;
  for (const BeamDescription& beam : description.beams)
    beams.push_back({beam.name, beam.first_body, beam.n_nodes()});
  return [metric, names, beams, q0 = start_coordinates<D>(description).q, system] {
    StartMetric whole = metric;
    for (const Range& range : beams)
      whole.beams.push_back(
          beam_metric(range.name, BeamElements<D>{system, range.first_body, range.n_nodes}, q0));
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
