// A flexible body of a planar model.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/flexible/built_body.hpp"

namespace pleuel {

/// Positions of the unknowns of a flexible body among those of the system.
struct FlexiblePlaces {
  int body = 0;           ///< its frame: q[3 body … 3 body + 2]
  int first = 0;          ///< first of its deformations, at the end of the coordinates
  int first_state = 0;    ///< first of its internal states
  std::string name = {};  ///< of the body, for messages
};

/// The equations of fem::FlexibleBody with forces of inelastic strains and loads,
///
///     M v̇ = f(x, v) + (0, C w) + Σ φ_k(t) (A R_k, T_k + c_kᵀq, b_k)
///     ẋ = φ(ε(q), x)    at each point.
class FlexiblePart {
 public:
  FlexiblePart(const FlexiblePlaces& places, std::shared_ptr<const BuiltBody> description);

  int body() const { return places_.body; }
  int first() const { return places_.first; }
  int first_state() const { return places_.first_state; }
  const fem::FlexibleBody& equations() const { return *description_->equations; }
  const std::shared_ptr<const ElasticShape>& shape() const { return description_->shape; }
  const std::shared_ptr<const fem::InelasticPoints>& points() const { return description_->points; }

  void declare(PatternEntries& p, Entries& mass) const;
  void find(const MotionMatrices& m);

  /// Scratch memory: one instance per evaluator.
  struct Workspace {
    explicit Workspace(const FlexiblePart& part);
    /// Allocates what only matrices need.
    void prepare_matrices(const FlexiblePart& part);
    fem::FlexibleBody::Workspace body;
    Vector x, v, a, f;
    FixedMatrix by_x, by_v;  // by_x also for M
    std::optional<fem::InelasticPoints::Workspace> points;
  };

  /// dynamics += M a − f, without constraint forces; internal = ẋ. Places may be empty.
  void add(const Motion& at, MotionRows& out, Workspace& work) const;
  void fill_mass(ConstVec q, FixedMatrix& M, Workspace& work) const;
  /// Adds to the derivatives of dynamics and internal.
  void linearize(const Motion& at, MotionMatrices& out, Workspace& work) const;
  Energy energy(const Motion& at, Workspace& work) const;
  Power power(const Motion& at, Workspace& work) const;

 private:
  int place(int k) const { return k < 3 ? 3 * places_.body + k : places_.first + k - 3; }
  /// Extracts the body's coordinates; zeros if x is empty.
  void gather(const ConstVec& whole, Vector& x) const;
  ConstVec states(const Motion& at) const;
  void add_loads(double t, Workspace& work) const;
  void linearize_loads(double t, Workspace& work) const;
  void linearize_states(const Motion& at, MotionMatrices& out, Workspace& work) const;

  FlexiblePlaces places_;
  std::shared_ptr<const BuiltBody> description_;
  std::vector<int> mass_slots_, q_slots_, v_slots_;  // of each entry of the body's pattern
  std::vector<int> coupling_slots_;                  // of each entry of C in dynamics_s
  std::vector<int> rate_slots_;      // of the first rate of a point, by its unknowns, in internal_q
  int state_slot_ = 0;               // of the first entry in internal_s
  std::vector<int> rotation_slots_;  // (y1, φ), (y2, φ) and (φ, q_k) of the body's pattern
};

}  // namespace pleuel
