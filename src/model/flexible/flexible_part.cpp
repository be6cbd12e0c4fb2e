#include "pleuel/model/flexible/flexible_part.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/linalg/entries.hpp"

namespace pleuel {
namespace {

void add_values(const FixedMatrix& from, const std::vector<int>& slots, FixedMatrix& to) {
  for (std::size_t k = 0; k < slots.size(); ++k)
    if (slots[k] >= 0) to.value[slots[k]] += from.value[k];
}

/// Whether the mass matrix has an entry there. Solids do not couple different directions in M_Δ;
/// zeros among the entries would be taken for pivots.
bool has_mass(const fem::FlexibleBody<2>& body, int i, int j) {
  if (i < 3 || j < 3) return true;
  const FixedMatrix& M = body.data().integrals.M;
  const int slot = M.slot(i - 3, j - 3);
  return slot >= 0 && M.value[slot] != 0;
}
bool has_mass(const fem::FlexibleBody<3>& body, int i, int j) {
  return i < 6 || j < 6 || body.has_mass(i - 6, j - 6);
}

}  // namespace

template <int D>
FlexiblePart<D>::FlexiblePart(const FlexiblePlaces& places, std::shared_ptr<const BuiltBody> description)
    : places_(places),
      description_(std::move(description)),
      loads_(description_->loads, equations().pattern()) {}

template <int D>
FlexiblePart<D>::Workspace::Workspace(const FlexiblePart& part)
    : body(part.equations()),
      x(part.equations().size() + S::n_q - S::n),
      v(part.equations().size()),
      a(v.size()),
      f(v.size()) {
  if (part.points()) points.emplace(*part.points());
  loads = part.loads_.make_workspace();
}

template <int D>
void FlexiblePart<D>::Workspace::prepare_matrices(const FlexiblePart& part) {
  if (by_x.rows == 0) by_x = by_v = part.equations().pattern().with_zeros();
}

template <int D>
void FlexiblePart<D>::declare(PatternEntries& p, Entries& mass) const {
  for_each_entry(equations().pattern(), [&](int i, int j, int) {
    p.dynamics_v.emplace_back(place(i), place(j));
    if (!is_quaternion(j)) p.dynamics_q.emplace_back(place(i), q_place(j));
    if (has_mass(equations(), i, j)) mass.emplace_back(place(i), place(j));
  });
  if constexpr (D == 3)
    for (int i = 0; i < equations().size(); ++i)
      for (int l = 0; l < 4; ++l) p.dynamics_q.emplace_back(place(i), S::n_q * body() + D + l);
  if (!points()) return;
  const int n_x = points()->material().n_states();
  for_each_entry(points()->coupling(),
                 [&](int i, int j, int) { p.dynamics_s.emplace_back(first_v() + i, first_state() + j); });
  points()->for_each_dof([&](int point, int dof, int) {
    for (int i = 0; i < n_x; ++i) p.internal_q.emplace_back(first_state() + point * n_x + i, first() + dof);
  });
  for (int k = first_state(); k < first_state() + points()->n_states(); k += n_x)
    for (int j = 0; j < points()->material().n_active(); ++j)
      for (int i = 0; i < n_x; ++i) p.internal_s.emplace_back(k + i, k + j);
}

template <int D>
void FlexiblePart<D>::find(const MotionMatrices& m) {
  for (auto* slots : {&mass_slots_, &q_slots_, &v_slots_, &quaternion_slots_, &coupling_slots_, &rate_slots_})
    slots->clear();
  for (auto* slots : {&mass_slots_, &q_slots_, &v_slots_}) slots->reserve(equations().pattern().row.size());
  for_each_entry(equations().pattern(), [&](int i, int j, int) {
    mass_slots_.push_back(has_mass(equations(), i, j) ? m.M.slot(place(i), place(j)) : -1);
    q_slots_.push_back(is_quaternion(j) ? -1 : m.dynamics_q.slot(place(i), q_place(j)));
    v_slots_.push_back(m.dynamics_v.slot(place(i), place(j)));
  });
  if constexpr (D == 3)
    for (int i = 0; i < equations().size(); ++i)
      for (int l = 0; l < 4; ++l)
        quaternion_slots_.push_back(m.dynamics_q.slot(place(i), S::n_q * body() + D + l));
  if (!points()) return;
  const int n_x = points()->material().n_states();
  coupling_slots_.reserve(points()->coupling().row.size());
  for_each_entry(points()->coupling(), [&](int i, int j, int) {
    coupling_slots_.push_back(m.dynamics_s.slot(first_v() + i, first_state() + j));
  });
  points()->for_each_dof([&](int point, int dof, int) {
    rate_slots_.push_back(m.internal_q.slot(first_state() + point * n_x, first() + dof));
  });
  state_slot_ = m.internal_s.slot(first_state(), first_state());
}

template <int D>
void FlexiblePart<D>::gather_q(const ConstVec& whole, Vector& x) const {
  x.template head<S::n_q>() = whole.template segment<S::n_q>(S::n_q * body());
  x.tail(x.size() - S::n_q) = whole.segment(first(), x.size() - S::n_q);
}

template <int D>
void FlexiblePart<D>::gather_v(const ConstVec& whole, Vector& v) const {
  if (whole.size() == 0) {
    v.setZero();
    return;
  }
  v.template head<S::n>() = whole.template segment<S::n>(S::n * body());
  v.tail(v.size() - S::n) = whole.segment(first_v(), v.size() - S::n);
}

template <int D>
ConstVec FlexiblePart<D>::states(const Motion& at) const {
  return part(at.s, first_state(), points()->n_states());
}

template <int D>
void FlexiblePart<D>::add(const Motion& at, MotionRows& out, Workspace& work) const {
  gather_q(at.q, work.x);
  const Eigen::Index n = work.x.size() - S::n_q;
  const ConstVec q(work.x.data() + S::n_q, n);
  if (points() && out.internal.size() > 0) {
    try {
      points()->rates(q, states(at), part(out.internal, first_state(), points()->n_states()), *work.points);
    } catch (const LeftDomain& left) {
      throw LeftDomain("body '" + places_.name + "', " + left.what(), "body '" + places_.name + "'");
    }
  }
  if (out.dynamics.size() == 0) return;
  gather_v(at.v, work.v);
  gather_v(at.a, work.a);
  const auto differs_from_zero = [](const Vector& x) { return (x.array() != 0).any(); };
  const bool is_accelerated = differs_from_zero(work.a);
  const bool is_moving = is_accelerated || differs_from_zero(work.v);
  const ConstVec v(work.v.data(), is_moving ? work.v.size() : 0);
  const ConstVec a(work.a.data(), is_accelerated ? work.a.size() : 0);
  equations().residual(work.x, v, a, work.f, work.body);
  work.f *= -1;
  if (points()) points()->add_forces(states(at), part(view(work.f), S::n, n));
  loads_.add(at.t, work.x, work.f, work.loads);
  out.dynamics.template segment<S::n>(S::n * body()) -= work.f.template head<S::n>();
  out.dynamics.segment(first_v(), n) -= work.f.tail(n);
}

template <int D>
void FlexiblePart<D>::fill_mass(ConstVec q, FixedMatrix& M, Workspace& work) const {
  gather_q(q, work.x);
  equations().mass(work.x, work.by_x, work.body);
  for (std::size_t k = 0; k < mass_slots_.size(); ++k)
    if (mass_slots_[k] >= 0) M.value[mass_slots_[k]] = work.by_x.value[k];
}

template <int D>
void FlexiblePart<D>::linearize(const Motion& at, MotionMatrices& out, Workspace& work) const {
  gather_q(at.q, work.x);
  gather_v(at.v, work.v);
  gather_v(at.a, work.a);
  equations().derivatives(work.x, work.v, work.a, work.by_x, work.by_v, work.body);
  loads_.linearize(at.t, work.x, work.by_x, work.loads);
  add_values(work.by_x, q_slots_, out.dynamics_q);
  add_values(work.by_v, v_slots_, out.dynamics_v);
  if constexpr (D == 3) {
    BodyMotion<3> frame;
    place_body(work.x.data(), frame);
    const int* const start = work.by_x.start.data() + D;  // of the full columns of the rotation
    auto slot = quaternion_slots_.begin();
    for (int i = 0; i < equations().size(); ++i) {
      const Eigen::RowVector3d by_theta(work.by_x.value[start[0] + i], work.by_x.value[start[1] + i],
                                        work.by_x.value[start[2] + i]);
      const Eigen::RowVector4d by_p = by_theta * frame.rotation_by_q;
      for (int l = 0; l < 4; ++l) out.dynamics_q.value[*slot++] += by_p[l];
    }
  }
  if (points()) linearize_states(at, out, work);
}

template <int D>
void FlexiblePart<D>::linearize_states(const Motion& at, MotionMatrices& out, Workspace& work) const {
  const ConstVec q(work.x.data() + S::n_q, work.x.size() - S::n_q);
  points()->derivatives(q, states(at), out.internal_s.value.data() + state_slot_, out.internal_q.value.data(),
                        *work.points, rate_slots_);
  const auto& C = points()->coupling().value;
  for (std::size_t k = 0; k < C.size(); ++k) out.dynamics_s.value[coupling_slots_[k]] = -C[k];
}

template <int D>
Energy FlexiblePart<D>::energy(const Motion& at, Workspace& work) const {
  gather_q(at.q, work.x);
  gather_v(at.v, work.v);
  Energy energy{equations().kinetic_energy(work.x, work.v, work.body),
                equations().potential_energy(work.x, work.body)};
  if (points())
    energy.potential +=
        points()->energy({work.x.data() + S::n_q, work.x.size() - S::n_q}, states(at), *work.points);
  return energy;
}

template <int D>
Power FlexiblePart<D>::power(const Motion& at, Workspace& work) const {
  gather_q(at.q, work.x);
  gather_v(at.v, work.v);
  const Eigen::Index n = work.x.size() - S::n_q;
  Power power;
  if (!loads_.is_empty()) {
    work.f.setZero();
    loads_.add(at.t, work.x, work.f, work.loads);
    power.supplied = work.f.dot(work.v);
  }
  if (const FixedMatrix& damping = equations().data().damping; damping.rows > 0) {
    work.a.setZero();
    damping.multiply_add(1.0, work.v.data() + S::n, work.a.data() + S::n);
    power.dissipated = work.a.tail(n).dot(work.v.tail(n));
  }
  if (points())
    power.dissipated += points()->dissipated({work.x.data() + S::n_q, n}, states(at), *work.points);
  return power;
}

template class FlexiblePart<2>;
template class FlexiblePart<3>;

}  // namespace pleuel
