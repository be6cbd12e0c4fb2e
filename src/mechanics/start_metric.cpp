#include "pleuel/mechanics/start_metric.hpp"

namespace pleuel {

Vector StartMetric::Stated::value(ConstVec q, ConstVec v) const {
  Vector own(static_cast<Eigen::Index>(velocities.size()));
  for (std::size_t k = 0; k < velocities.size(); ++k) own[static_cast<Eigen::Index>(k)] = v[velocities[k]];
  return coefficients(q) * own;
}

std::vector<double> StartMetric::strain_energies(ConstVec q) const {
  std::vector<double> energies;
  for (const Stiffness& body : stiffness) {
    const Vector e = q.segment(body.first, body.K.rows);
    Vector force = Vector::Zero(e.size());
    body.K.multiply_add(0.5, e.data(), force.data());
    energies.push_back(e.dot(force));
  }
  return energies;
}

}  // namespace pleuel
