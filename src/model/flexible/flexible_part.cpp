#include "pleuel/model/flexible/flexible_part.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/left_domain.hpp"

namespace pleuel {
namespace {

constexpr double forward = 1;  // the rate of time

template <class Visit>
void for_each_entry(const FixedMatrix& m, Visit visit) {
  for (int j = 0; j < m.cols; ++j)
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) visit(m.row[k], j, k);
}

void add_values(const FixedMatrix& from, const std::vector<int>& slots, FixedMatrix& to) {
  for (std::size_t k = 0; k < slots.size(); ++k) to.value[slots[k]] += from.value[k];
}

/// Whether the mass matrix has an entry there. Triangles do not couple x with y in M_Δ; zeros among
/// the entries would be taken for pivots.
bool has_mass(const fem::FlexibleBody& body, int i, int j) {
  if (i < 3 || j < 3) return true;
  const FixedMatrix& M = body.data().integrals.M;
  const int slot = M.slot(i - 3, j - 3);
  return slot >= 0 && M.value[slot] != 0;
}

}  // namespace

FlexiblePart::FlexiblePart(const FlexiblePlaces& places, std::shared_ptr<const BuiltBody> description)
    : places_(places), description_(std::move(description)) {
  if (description_->loads.empty()) return;
  const FixedMatrix& pattern = equations().pattern();
  for (int i = 0; i < 2; ++i) rotation_slots_.push_back(pattern.slot(i, 2));
  for (int k = 3; k < equations().size(); ++k) rotation_slots_.push_back(pattern.slot(2, k));
}

FlexiblePart::Workspace::Workspace(const FlexiblePart& part)
    : body(part.equations()), x(part.equations().size()), v(x.size()), a(x.size()), f(x.size()) {
  if (part.points()) points.emplace(*part.points());
}

void FlexiblePart::Workspace::prepare_matrices(const FlexiblePart& part) {
  if (by_x.rows == 0) by_x = by_v = part.equations().pattern().with_zeros();
}

void FlexiblePart::declare(PatternEntries& p, Entries& mass) const {
  for_each_entry(equations().pattern(), [&](int i, int j, int) {
    for (Entries* entries : {&p.dynamics_q, &p.dynamics_v}) entries->emplace_back(place(i), place(j));
    if (has_mass(equations(), i, j)) mass.emplace_back(place(i), place(j));
  });
  if (!points()) return;
  const int n_x = points()->material().n_states();
  for_each_entry(points()->coupling(),
                 [&](int i, int j, int) { p.dynamics_s.emplace_back(first() + i, first_state() + j); });
  points()->for_each_dof([&](int point, int dof, int) {
    for (int i = 0; i < n_x; ++i) p.internal_q.emplace_back(first_state() + point * n_x + i, first() + dof);
  });
  for (int k = first_state(); k < first_state() + points()->n_states(); k += n_x)
    for (int j = 0; j < points()->material().n_active(); ++j)
      for (int i = 0; i < n_x; ++i) p.internal_s.emplace_back(k + i, k + j);
}

void FlexiblePart::find(const MotionMatrices& m) {
  for (auto* slots : {&mass_slots_, &q_slots_, &v_slots_, &coupling_slots_, &rate_slots_}) slots->clear();
  for (auto* slots : {&mass_slots_, &q_slots_, &v_slots_}) slots->reserve(equations().pattern().row.size());
  for_each_entry(equations().pattern(), [&](int i, int j, int) {
    mass_slots_.push_back(has_mass(equations(), i, j) ? m.M.slot(place(i), place(j)) : -1);
    q_slots_.push_back(m.dynamics_q.slot(place(i), place(j)));
    v_slots_.push_back(m.dynamics_v.slot(place(i), place(j)));
  });
  if (!points()) return;
  const int n_x = points()->material().n_states();
  coupling_slots_.reserve(points()->coupling().row.size());
  for_each_entry(points()->coupling(), [&](int i, int j, int) {
    coupling_slots_.push_back(m.dynamics_s.slot(first() + i, first_state() + j));
  });
  points()->for_each_dof([&](int point, int dof, int) {
    rate_slots_.push_back(m.internal_q.slot(first_state() + point * n_x, first() + dof));
  });
  state_slot_ = m.internal_s.slot(first_state(), first_state());
}

void FlexiblePart::gather(const ConstVec& whole, Vector& x) const {
  if (whole.size() == 0) {
    x.setZero();
    return;
  }
  x.head<3>() = whole.segment<3>(3 * body());
  x.tail(x.size() - 3) = whole.segment(first(), x.size() - 3);
}

ConstVec FlexiblePart::states(const Motion& at) const {
  return part(at.s, first_state(), points()->n_states());
}

void FlexiblePart::add_loads(double t, Workspace& work) const {
  const double s = std::sin(work.x[2]), c = std::cos(work.x[2]);
  const Eigen::Index n = work.x.size() - 3;
  for (const auto& [load, phi] : description_->loads) {
    const double size = phi.value({&t, 1}, {&forward, 1});
    work.f[0] += size * (c * load.R[0] - s * load.R[1]);
    work.f[1] += size * (s * load.R[0] + c * load.R[1]);
    work.f[2] += size * (load.T + load.c.dot(work.x.tail(n)));
    work.f.tail(n) += size * load.b;
  }
}

void FlexiblePart::linearize_loads(double t, Workspace& work) const {
  const double s = std::sin(work.x[2]), c = std::cos(work.x[2]);
  for (const auto& [load, phi] : description_->loads) {
    const double size = phi.value({&t, 1}, {&forward, 1});
    auto& entry = work.by_x.value;
    entry[rotation_slots_[0]] -= size * (-s * load.R[0] - c * load.R[1]);
    entry[rotation_slots_[1]] -= size * (c * load.R[0] - s * load.R[1]);
    for (Eigen::Index k = 0; k < load.c.size(); ++k) entry[rotation_slots_[2 + k]] -= size * load.c[k];
  }
}

void FlexiblePart::add(const Motion& at, MotionRows& out, Workspace& work) const {
  gather(at.q, work.x);
  const Eigen::Index n = work.x.size() - 3;
  const ConstVec q(work.x.data() + 3, n);
  if (points() && out.internal.size() > 0) {
    try {
      points()->rates(q, states(at), part(out.internal, first_state(), points()->n_states()), *work.points);
    } catch (const LeftDomain& left) {
      throw LeftDomain("body '" + places_.name + "', " + left.what(), "body '" + places_.name + "'");
    }
  }
  if (out.dynamics.size() == 0) return;
  gather(at.v, work.v);
  gather(at.a, work.a);
  const auto differs_from_zero = [](const Vector& x) { return (x.array() != 0).any(); };
  const bool is_accelerated = differs_from_zero(work.a);
  const bool is_moving = is_accelerated || differs_from_zero(work.v);
  const ConstVec v(work.v.data(), is_moving ? work.v.size() : 0);
  const ConstVec a(work.a.data(), is_accelerated ? work.a.size() : 0);
  equations().residual(work.x, v, a, work.f, work.body);
  work.f *= -1;
  if (points()) points()->add_forces(states(at), part(view(work.f), 3, n));
  add_loads(at.t, work);
  out.dynamics.segment<3>(3 * body()) -= work.f.head<3>();
  out.dynamics.segment(first(), n) -= work.f.tail(n);
}

void FlexiblePart::fill_mass(ConstVec q, FixedMatrix& M, Workspace& work) const {
  gather(q, work.x);
  equations().mass(work.x, work.by_x, work.body);
  for (std::size_t k = 0; k < mass_slots_.size(); ++k)
    if (mass_slots_[k] >= 0) M.value[mass_slots_[k]] = work.by_x.value[k];
}

void FlexiblePart::linearize(const Motion& at, MotionMatrices& out, Workspace& work) const {
  gather(at.q, work.x);
  gather(at.v, work.v);
  gather(at.a, work.a);
  equations().derivatives(work.x, work.v, work.a, work.by_x, work.by_v, work.body);
  linearize_loads(at.t, work);
  add_values(work.by_x, q_slots_, out.dynamics_q);
  add_values(work.by_v, v_slots_, out.dynamics_v);
  if (points()) linearize_states(at, out, work);
}

void FlexiblePart::linearize_states(const Motion& at, MotionMatrices& out, Workspace& work) const {
  const ConstVec q(work.x.data() + 3, work.x.size() - 3);
  points()->derivatives(q, states(at), out.internal_s.value.data() + state_slot_, out.internal_q.value.data(),
                        *work.points, rate_slots_);
  const auto& C = points()->coupling().value;
  for (std::size_t k = 0; k < C.size(); ++k) out.dynamics_s.value[coupling_slots_[k]] = -C[k];
}

Energy FlexiblePart::energy(const Motion& at, Workspace& work) const {
  gather(at.q, work.x);
  gather(at.v, work.v);
  Energy energy{equations().kinetic_energy(work.x, work.v, work.body),
                equations().potential_energy(work.x, work.body)};
  if (points())
    energy.potential += points()->energy({work.x.data() + 3, work.x.size() - 3}, states(at), *work.points);
  return energy;
}

Power FlexiblePart::power(const Motion& at, Workspace& work) const {
  gather(at.q, work.x);
  gather(at.v, work.v);
  const Eigen::Index n = work.x.size() - 3;
  Power power;
  if (!description_->loads.empty()) {
    work.f.setZero();
    add_loads(at.t, work);
    power.supplied = work.f.dot(work.v);
  }
  if (const FixedMatrix& D = equations().data().damping; D.rows > 0) {
    work.a.setZero();
    D.multiply_add(1.0, work.v.data() + 3, work.a.data() + 3);
    power.dissipated = work.a.tail(n).dot(work.v.tail(n));
  }
  if (points()) power.dissipated += points()->dissipated({work.x.data() + 3, n}, states(at), *work.points);
  return power;
}

}  // namespace pleuel
