// An elastic body among the bodies of a planar model.
#pragma once

#include <memory>
#include <string>

#include "pleuel/fem/flexible_body.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/flexible/elastic_shape.hpp"

namespace pleuel {

/// The equations of fem::FlexibleBody, its frame in the place of a rigid body, its deformations at the end of the coordinates: of the whole q the
/// entries 3 body … 3 body + 2 and `first` … first + n − 1.
class FlexiblePart {
 public:
  /// `shape` may be absent.
  FlexiblePart(int body, int first, std::shared_ptr<const fem::FlexibleBody> equations,
               std::shared_ptr<const ElasticShape> shape = nullptr);

  int body() const { return body_; }
  int first() const { return first_; }
  const fem::FlexibleBody& equations() const { return *equations_; }
  const std::shared_ptr<const ElasticShape>& shape() const { return shape_; }

  void declare(PatternEntries& p, Entries& mass) const;
  void find(const MotionMatrices& m);

  /// Scratch: one for each evaluator.
  struct Workspace {
    explicit Workspace(const FlexiblePart& part);
    fem::FlexibleBody::Workspace body;
    Vector x, v, a, f;
    FixedMatrix M, by_x, by_v;
  };

  /// dynamics += M a − f, without constraint forces.
  void add(const Motion& at, Vec dynamics, Workspace& work) const;
  void fill_mass(ConstVec q, FixedMatrix& M, Workspace& work) const;
  /// Adds to dynamics_q and dynamics_v.
  void linearize(const Motion& at, MotionMatrices& out, Workspace& work) const;
  Energy energy(const Motion& at, Workspace& work) const;
  double dissipated(const Motion& at, Workspace& work) const;

 private:
  int place(int k) const { return k < 3 ? 3 * body_ + k : first_ + k - 3; }
  /// Entries of the body's coordinates; zeros where x is absent.
  void gather(const ConstVec& whole, Vector& x) const;

  int body_, first_;
  std::shared_ptr<const fem::FlexibleBody> equations_;
  std::shared_ptr<const ElasticShape> shape_;
  std::vector<int> mass_slots_, q_slots_, v_slots_;  // of each entry of the body's pattern
};

}  // namespace pleuel
