#include "pleuel/mechanics/start_metric.hpp"

namespace pleuel {

Vector StartMetric::Stated::value(ConstVec q, ConstVec v) const {
  Vector own(static_cast<Eigen::Index>(velocities.size()));
  for (std::size_t k = 0; k < velocities.size(); ++k) own[static_cast<Eigen::Index>(k)] = v[velocities[k]];
  return coefficients(q) * own;
}

std::vector<StartMetric::Strain> StartMetric::strains(ConstVec q) const {
  std::vector<Strain> list;
  for (const Stiffness& body : stiffness) {
    const Vector e = q.segment(body.first, body.K.rows);
    Vector force = Vector::Zero(e.size());
    body.K.multiply_add(0.5, e.data(), force.data());
    list.push_back({body.body, e.dot(force), body.omega});
  }
  for (const Beam& beam : beams) list.push_back({beam.name, beam.energy(q), beam.omega});
  return list;
}

}  // namespace pleuel
