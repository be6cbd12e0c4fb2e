#include "pleuel/model/flexible/flexible_part.hpp"

namespace pleuel {
namespace {

template <class Visit>
void for_each_entry(const FixedMatrix& m, Visit visit) {
  for (int j = 0; j < m.cols; ++j)
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) visit(m.row[k], j, k);
}

void add_values(const FixedMatrix& from, const std::vector<int>& slots, FixedMatrix& to) {
  for (std::size_t k = 0; k < slots.size(); ++k) to.value[slots[k]] += from.value[k];
}

/// Whether the mass matrix has an entry there. Triangles do not couple x with y in M_Δ; zeros among the entries would be taken for pivots.
bool has_mass(const fem::FlexibleBody& body, int i, int j) {
  if (i < 3 || j < 3) return true;
  const FixedMatrix& M = body.data().integrals.M;
  const int slot = M.slot(i - 3, j - 3);
  return slot >= 0 && M.value[slot] != 0;
}

}  // namespace

FlexiblePart::FlexiblePart(int body, int first, std::shared_ptr<const fem::FlexibleBody> equations,
                           std::shared_ptr<const ElasticShape> shape)
    : body_(body), first_(first), equations_(std::move(equations)), shape_(std::move(shape)) {}

FlexiblePart::Workspace::Workspace(const FlexiblePart& part)
    : body(part.equations()),
      x(part.equations().size()),
      v(x.size()),
      a(x.size()),
      f(x.size()),
      M(part.equations().pattern()),
      by_x(M),
      by_v(M) {}

void FlexiblePart::declare(PatternEntries& p, Entries& mass) const {
  for_each_entry(equations_->pattern(), [&](int i, int j, int) {
    for (Entries* entries : {&p.dynamics_q, &p.dynamics_v}) entries->emplace_back(place(i), place(j));
    if (has_mass(*equations_, i, j)) mass.emplace_back(place(i), place(j));
  });
}

void FlexiblePart::find(const MotionMatrices& m) {
  mass_slots_.clear();
  q_slots_.clear();
  v_slots_.clear();
  for_each_entry(equations_->pattern(), [&](int i, int j, int) {
    mass_slots_.push_back(has_mass(*equations_, i, j) ? m.M.slot(place(i), place(j)) : -1);
    q_slots_.push_back(m.dynamics_q.slot(place(i), place(j)));
    v_slots_.push_back(m.dynamics_v.slot(place(i), place(j)));
  });
}

void FlexiblePart::gather(const ConstVec& whole, Vector& x) const {
  if (whole.size() == 0) {
    x.setZero();
    return;
  }
  x.head<3>() = whole.segment<3>(3 * body_);
  x.tail(x.size() - 3) = whole.segment(first_, x.size() - 3);
}

void FlexiblePart::add(const Motion& at, Vec dynamics, Workspace& work) const {
  gather(at.q, work.x);
  gather(at.v, work.v);
  gather(at.a, work.a);
  equations_->residual(work.x, work.v, work.a, work.f, work.body);
  dynamics.segment<3>(3 * body_) += work.f.head<3>();
  dynamics.segment(first_, work.f.size() - 3) += work.f.tail(work.f.size() - 3);
}

void FlexiblePart::fill_mass(ConstVec q, FixedMatrix& M, Workspace& work) const {
  gather(q, work.x);
  equations_->mass(work.x, work.M, work.body);
  for (std::size_t k = 0; k < mass_slots_.size(); ++k)
    if (mass_slots_[k] >= 0) M.value[mass_slots_[k]] = work.M.value[k];
}

void FlexiblePart::linearize(const Motion& at, MotionMatrices& out, Workspace& work) const {
  gather(at.q, work.x);
  gather(at.v, work.v);
  gather(at.a, work.a);
  equations_->derivatives(work.x, work.v, work.a, work.by_x, work.by_v, work.body);
  add_values(work.by_x, q_slots_, out.dynamics_q);
  add_values(work.by_v, v_slots_, out.dynamics_v);
}

Energy FlexiblePart::energy(const Motion& at, Workspace& work) const {
  gather(at.q, work.x);
  gather(at.v, work.v);
  return {equations_->kinetic_energy(work.x, work.v, work.body),
          equations_->potential_energy(work.x, work.body)};
}

double FlexiblePart::dissipated(const Motion& at, Workspace& work) const {
  const FixedMatrix& D = equations_->data().damping;
  if (D.rows == 0) return 0;
  gather(at.v, work.v);
  work.a.setZero();
  D.multiply_add(1.0, work.v.data() + 3, work.a.data() + 3);
  return work.a.tail(D.rows).dot(work.v.tail(D.rows));
}

}  // namespace pleuel
