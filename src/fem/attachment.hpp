// A point of an elastic body where a joint or a force acts.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// The mean of the nodes of a set, or one node. For the body's coordinates x = (y, φ, q), with the
/// mean undeformed position X and the mean displacement u = P q, s = X + P q:
///
///     r = y + A s,   ṙ = J v,   J = [I, A's, A P],   r̈ = J v̇ + γ,   γ = −ω² A s + 2ω A'P q̇
///
/// A force F at the point adds JᵀF to the body's equations; with a set it is distributed evenly
/// over the nodes. J is sparse, because few entries of q contribute.
class Attachment {
 public:
  /// Throw InvalidInput for a missing node or set.
  Attachment(const ElasticBody& body, const DofSelection& frame, int node);
  Attachment(const ElasticBody& body, const DofSelection& frame, const std::string& set);

  /// One entry of P: row `component`, column `dof` of q.
  struct Entry {
    int component, dof;
    double weight;
  };
  const std::vector<Entry>& entries() const { return entries_; }
  const Eigen::Vector2d& place_at_rest() const { return X_; }

  Eigen::Vector2d position(ConstVec x) const;
  Eigen::Vector2d velocity(ConstVec x, ConstVec v) const;
  /// γ.
  Eigen::Vector2d curvature(ConstVec x, ConstVec v) const;
  /// Calls sink(i, j, J_ij) for each entry of J.
  template <class Sink>
  void jacobian(ConstVec x, Sink&& sink) const {
    const State at(*this, x);
    const Eigen::Vector2d turn = at.dA * at.s;
    for (int i = 0; i < 2; ++i) {
      sink(i, i, 1.0);
      sink(i, 2, turn[i]);
      for (const auto& e : entries_) sink(i, 3 + e.dof, at.A(i, e.component) * e.weight);
    }
  }
  /// f += JᵀF.
  void add_force(ConstVec x, const Eigen::Vector2d& F, Vec f) const;
  /// Calls sink(i, j, ∂(JᵀF)_i/∂x_j) for each structurally nonzero entry; symmetric.
  template <class Sink>
  void force_derivative(ConstVec x, const Eigen::Vector2d& F, Sink&& sink) const {
    const State at(*this, x);
    sink(2, 2, -F.dot(at.A * at.s));
    const Eigen::Vector2d turned = at.dA.transpose() * F;
    for (const auto& e : entries_) {
      sink(2, 3 + e.dof, turned[e.component] * e.weight);
      sink(3 + e.dof, 2, turned[e.component] * e.weight);
    }
  }

 private:
  struct State {
    Eigen::Matrix2d A, dA;
    Eigen::Vector2d s;
    State(const Attachment& attachment, const ConstVec& x);
  };
  void add_nodes(const ElasticBody& body, const DofSelection& frame, const std::vector<int>& nodes);
  /// P q for the entries of a vector from the fourth on.
  Eigen::Vector2d displacement(const ConstVec& x) const;

  Eigen::Vector2d X_ = Eigen::Vector2d::Zero();
  std::vector<Entry> entries_;
};

}  // namespace pleuel::fem
