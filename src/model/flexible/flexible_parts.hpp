// All elastic bodies of a model; only in the plane so far.
#pragma once

#include "pleuel/model/flexible/attachment_term.hpp"
#include "pleuel/model/flexible/flexible_part.hpp"

namespace pleuel {

/// Elastic bodies and their markers; none in space.
template <int D>
struct FlexibleParts {
  void declare(PatternEntries&, Entries&) const {}
  void find(const MotionMatrices&) {}
};

template <>
struct FlexibleParts<2> {
  std::vector<FlexiblePart> bodies;
  std::vector<AttachmentTerm> attachments;

  void declare(PatternEntries& p, Entries& mass) const {
    for (const auto& body : bodies) body.declare(p, mass);
    for (const auto& attachment : attachments) attachment.declare(p);
  }
  void find(const MotionMatrices& m) {
    for (auto& body : bodies) body.find(m);
    for (auto& attachment : attachments) attachment.find(m);
  }
};

/// Evaluates them, with its own scratch memory.
template <int D>
class FlexibleEvaluator {
 public:
  explicit FlexibleEvaluator(const FlexibleParts<D>&) {}
  void prepare_matrices() {}
  void add(const Motion&, MotionRows&) {}
  void fill_mass(ConstVec, MotionMatrices&) {}
  void add_gradient(ConstVec, MotionMatrices&) {}
  void add_position_gradient(ConstVec, ConstVec, Vec) {}
  void linearize(const Motion&, MotionMatrices&) {}
  void add_energy(const Motion&, Energy&) {}
  void add_power(const Motion&, Power&) {}
};

template <>
class FlexibleEvaluator<2> {
 public:
  explicit FlexibleEvaluator(const FlexibleParts<2>& parts) : parts_(parts) {
    for (const auto& body : parts.bodies) work_.emplace_back(body);
  }
  /// Must be called before matrices are computed.
  void prepare_matrices() {
    for (std::size_t k = 0; k < work_.size(); ++k) work_[k].prepare_matrices(parts_.bodies[k]);
  }
  /// Levels, Gᵀλ, M a − f and σ.
  void add(const Motion& at, MotionRows& out) {
    for (const auto& attachment : parts_.attachments) attachment.add(at, out);
    for (std::size_t k = 0; k < work_.size(); ++k) parts_.bodies[k].add(at, out, work_[k]);
  }
  void fill_mass(ConstVec q, MotionMatrices& out) {
    for (std::size_t k = 0; k < work_.size(); ++k) parts_.bodies[k].fill_mass(q, out.M, work_[k]);
  }
  void add_gradient(ConstVec q, MotionMatrices& out) {
    for (const auto& attachment : parts_.attachments) attachment.add_gradient(q, out);
  }
  void add_position_gradient(ConstVec q, ConstVec eta, Vec out) {
    for (const auto& attachment : parts_.attachments) attachment.add_position_gradient(q, eta, out);
  }
  void linearize(const Motion& at, MotionMatrices& out) {
    for (const auto& attachment : parts_.attachments) attachment.linearize(at, out);
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
  const FlexibleParts<2>& parts_;
  std::vector<FlexiblePart::Workspace> work_;
};

}  // namespace pleuel
