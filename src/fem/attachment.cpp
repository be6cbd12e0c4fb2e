#include "pleuel/fem/attachment.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"

namespace pleuel::fem {

Attachment::Attachment(const ElasticBody& body, const DofSelection& frame, int node) {
  if (node < 0 || node >= body.mesh().n_nodes())
    throw InvalidInput("attachment: node " + std::to_string(node) + " does not exist; the mesh has " +
                       std::to_string(body.mesh().n_nodes()) + " nodes");
  add_nodes(body, frame, {node});
}

Attachment::Attachment(const ElasticBody& body, const DofSelection& frame, const std::string& set) {
  const auto& nodes = body.mesh().node_set(set);
  if (nodes.empty()) throw InvalidInput("attachment: node set '" + set + "' is empty; name another");
  add_nodes(body, frame, nodes);
}

void Attachment::add_nodes(const ElasticBody& body, const DofSelection& frame,
                           const std::vector<int>& nodes) {
  const double weight = 1.0 / static_cast<double>(nodes.size());
  for (const int node : nodes) {
    X_ += weight * body.mesh().point(node);
    for (const auto& [component, which] : {std::pair(0, NodalDof::x), std::pair(1, NodalDof::y)}) {
      const auto dof = body.dof(node, which);
      if (dof && frame.place(*dof) >= 0) entries_.push_back({component, frame.place(*dof), weight});
    }
  }
}

Attachment::State::State(const Attachment& attachment, const ConstVec& x)
    : s(attachment.X_ + attachment.displacement(x)) {
  const double sine = std::sin(x[2]), cosine = std::cos(x[2]);
  A << cosine, -sine, sine, cosine;
  dA << -sine, -cosine, cosine, -sine;
}

Eigen::Vector2d Attachment::displacement(const ConstVec& x) const {
  Eigen::Vector2d u = Eigen::Vector2d::Zero();
  for (const auto& e : entries_) u[e.component] += e.weight * x[3 + e.dof];
  return u;
}

Eigen::Vector2d Attachment::position(ConstVec x) const {
  const State at(*this, x);
  return Eigen::Vector2d(x[0], x[1]) + at.A * at.s;
}

Eigen::Vector2d Attachment::velocity(ConstVec x, ConstVec v) const {
  const State at(*this, x);
  return Eigen::Vector2d(v[0], v[1]) + v[2] * (at.dA * at.s) + at.A * displacement(v);
}

Eigen::Vector2d Attachment::curvature(ConstVec x, ConstVec v) const {
  const State at(*this, x);
  return -v[2] * v[2] * (at.A * at.s) + 2 * v[2] * (at.dA * displacement(v));
}

void Attachment::add_force(ConstVec x, const Eigen::Vector2d& F, Vec f) const {
  const State at(*this, x);
  const Eigen::Vector2d own = at.A.transpose() * F;
  f[0] += F[0];
  f[1] += F[1];
  f[2] += F.dot(at.dA * at.s);
  for (const auto& e : entries_) f[3 + e.dof] += e.weight * own[e.component];
}

}  // namespace pleuel::fem
