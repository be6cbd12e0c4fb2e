// A flexible body of a model.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/flexible/built_body.hpp"
#include "pleuel/model/kinematics/body_motion.hpp"

namespace pleuel {

/// Positions of the unknowns of a flexible body among those of the system.
struct FlexiblePlaces {
  int body = 0;           ///< its frame
  int first = 0;          ///< first of its deformations, at the end of the coordinates
  int first_v = 0;        ///< the same among velocities
  int first_state = 0;    ///< first of its internal states
  std::string name = {};  ///< of the body, for messages
};

/// The equations of fem::FlexibleBody with forces of inelastic strains and loads,
///
///     M v̇ = f(x, v) + (0, C w) + loads (BodyLoads)
///     ẋ = φ(ε(q), x)    at each point.
///
/// In space the body's equations give derivatives by a small rotation θ of the frame; those by its
/// quaternion p follow from δθ = T(p) δp.
template <int D>
class FlexiblePart {
  using S = Space<D>;

 public:
  FlexiblePart(const FlexiblePlaces& places, std::shared_ptr<const BuiltBody> description);

  int body() const { return places_.body; }
  int first() const { return places_.first; }
  int first_v() const { return places_.first_v; }
  int first_state() const { return places_.first_state; }
  const fem::FlexibleBody<D>& equations() const { return description_->template equations_in<D>(); }
  const std::shared_ptr<const ElasticShape>& shape() const { return description_->shape; }
  const std::shared_ptr<const fem::InelasticPoints>& points() const { return description_->points; }
  /// Of an imported body; otherwise null.
  const std::shared_ptr<const ImportedNodes>& nodes() const { return description_->nodes; }
  const std::shared_ptr<const RecoveredFields>& recovered() const { return description_->recovered; }
  /// Whose conditions are constraints; null for other frames and for modes, which satisfy them.
  const std::shared_ptr<const fem::MeanAxes>& mean_axes() const { return description_->mean_axes; }

  /// On its unknowns; null if there are none.
  const std::shared_ptr<const fem::LinearConditions>& conditions() const { return description_->conditions; }

  void declare(PatternEntries& p, Entries& mass) const;
  void find(const MotionMatrices& m);

  /// Scratch memory: one instance per evaluator.
  struct Workspace {
    explicit Workspace(const FlexiblePart& part);
    /// Allocates what only matrices need.
    void prepare_matrices(const FlexiblePart& part);
    typename fem::FlexibleBody<D>::Workspace body;
    Vector x, v, a, f;
    FixedMatrix by_x, by_v;  // by_x also for M
    std::optional<fem::InelasticPoints::Workspace> points;
    typename BodyLoads<D>::Workspace loads;
  };

  /// dynamics += M a − f, without constraint forces; internal = ẋ. Places may be empty.
  void add(const Motion& at, MotionRows& out, Workspace& work) const;
  void fill_mass(ConstVec q, FixedMatrix& M, Workspace& work) const;
  /// Adds to the derivatives of dynamics and internal.
  void linearize(const Motion& at, MotionMatrices& out, Workspace& work) const;
  Energy energy(const Motion& at, Workspace& work) const;
  Power power(const Motion& at, Workspace& work) const;

 private:
  /// Index of the body's k-th velocity; of a coordinate that is none of a rotation in space.
  int place(int k) const { return k < S::n ? S::n * places_.body + k : places_.first_v + k - S::n; }
  int q_place(int k) const { return k < S::n ? S::n_q * places_.body + k : places_.first + k - S::n; }
  static bool is_quaternion(int k) { return D == 3 && k >= D && k < S::n; }
  /// Extract the body's coordinates and velocities; zeros if there are none.
  void gather_q(const ConstVec& whole, Vector& x) const;
  void gather_v(const ConstVec& whole, Vector& v) const;
  ConstVec states(const Motion& at) const;
  void linearize_states(const Motion& at, MotionMatrices& out, Workspace& work) const;

  FlexiblePlaces places_;
  std::shared_ptr<const BuiltBody> description_;
  BodyLoads<D> loads_;
  // of each entry of the body's pattern; −1: none
  std::vector<int> mass_slots_, q_slots_, v_slots_;
  std::vector<int> quaternion_slots_;  // four for each row of the body's equations
  std::vector<int> coupling_slots_;    // of each entry of C in dynamics_s
  // of the first rate of a point, by its unknowns, in internal_q
  std::vector<int> rate_slots_;
  int state_slot_ = 0;  // of the first entry in internal_s
};

extern template class FlexiblePart<2>;
extern template class FlexiblePart<3>;

}  // namespace pleuel
