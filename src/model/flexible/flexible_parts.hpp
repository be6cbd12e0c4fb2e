// All elastic bodies of a model.
#pragma once

#include "pleuel/model/flexible/attachment_term.hpp"
#include "pleuel/model/flexible/flexible_part.hpp"
#include "pleuel/model/flexible/linear_conditions_term.hpp"
#include "pleuel/model/flexible/spatial_attachment.hpp"

namespace pleuel {

/// Elastic bodies and their markers.
template <int D>
struct FlexibleParts {
  std::vector<FlexiblePart<D>> bodies;
  std::vector<AttachmentTerm<D>> attachments;
  std::vector<LinearConditionsTerm> conditions;

  void declare(PatternEntries& p, Entries& mass) const {
    for (const auto& body : bodies) body.declare(p, mass);
    for (const auto& attachment : attachments) attachment.declare(p);
    for (const auto& some : conditions) some.declare(p);
  }
  void find(const MotionMatrices& m) {
    for (auto& body : bodies) body.find(m);
    for (auto& attachment : attachments) attachment.find(m);
    for (auto& some : conditions) some.find(m);
  }
};

/// Evaluates them, with its own scratch memory.
template <int D>
class FlexibleEvaluator {
 public:
  explicit FlexibleEvaluator(const FlexibleParts<D>& parts) : parts_(parts) {
    for (const auto& body : parts.bodies) work_.emplace_back(body);
    for (const auto& attachment : parts.attachments) attached_.push_back(attachment.make_workspace());
  }
  /// Must be called before matrices are computed.
  void prepare_matrices() {
    for (std::size_t k = 0; k < work_.size(); ++k) work_[k].prepare_matrices(parts_.bodies[k]);
  }
  /// Levels, Gᵀλ, M a − f and σ.
  void add(const Motion& at, MotionRows& out) {
    for_each_attachment([&](const auto& term, auto& work) { term.add(at, out, work); });
    for (const auto& some : parts_.conditions) some.add(at, out);
    for (std::size_t k = 0; k < work_.size(); ++k) parts_.bodies[k].add(at, out, work_[k]);
  }
  void fill_mass(ConstVec q, MotionMatrices& out) {
    for (std::size_t k = 0; k < work_.size(); ++k) parts_.bodies[k].fill_mass(q, out.M, work_[k]);
  }
  void add_gradient(ConstVec q, MotionMatrices& out) {
    for_each_attachment([&](const auto& term, auto& work) { term.add_gradient(q, out, work); });
    for (const auto& some : parts_.conditions) some.add_gradient(out);
  }
  void add_position_gradient(ConstVec q, ConstVec eta, Vec out) {
    for_each_attachment([&](const auto& term, auto& work) { term.add_position_gradient(q, eta, out, work); });
    for (const auto& some : parts_.conditions) some.add_position_gradient(eta, out);
  }
  void linearize(const Motion& at, MotionMatrices& out) {
    for_each_attachment([&](const auto& term, auto& work) { term.linearize(at, out, work); });
    for (const auto& some : parts_.conditions) some.add_gradient(out);
    for (std::size_t k = 0; k < work_.size(); ++k) parts_.bodies[k].linearize(at, out, work_[k]);
  }
  void add_energy(const Motion& at, Energy& sum) {
    for (std::size_t k = 0; k < work_.size(); ++k) {
      const Energy e = parts_.bodies[k].energy(at, work_[k]);
      sum.kinetic += e.kinetic;
      sum.potential += e.potential;
    }
  }
  void add_power(const Motion& at, Power& sum) {
    for (std::size_t k = 0; k < work_.size(); ++k) {
      const Power p = parts_.bodies[k].power(at, work_[k]);
      sum.supplied += p.supplied;
      sum.dissipated += p.dissipated;
    }
  }

 private:
  template <class Visit>
  void for_each_attachment(Visit visit) {
    for (std::size_t k = 0; k < attached_.size(); ++k) visit(parts_.attachments[k], attached_[k]);
  }

  const FlexibleParts<D>& parts_;
  std::vector<typename FlexiblePart<D>::Workspace> work_;
  std::vector<typename AttachmentTerm<D>::Workspace> attached_;
};

}  // namespace pleuel
