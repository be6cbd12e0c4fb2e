#include "pleuel/model/flexible/body_loads.hpp"

#include <Eigen/Geometry>
#include <array>
#include <stdexcept>

namespace pleuel {
namespace {

constexpr int most_inputs = 4;                                             // t, x, y, z
constexpr std::array<double, most_inputs> forward_in_time = {1, 0, 0, 0};  // rates of the inputs

double value_at(const Expression& formula, double t, const Eigen::Vector3d& x) {
  const std::array<double, most_inputs> inputs = {t, x[0], x[1], x[2]};
  const auto n = static_cast<std::size_t>(formula.n_inputs());
  return formula.value({inputs.data(), n}, {forward_in_time.data(), n});
}

/// The frame's rotation in space; in the plane about z.
template <int D>
Eigen::Matrix3d rotation_of(const Vector& x) {
  BodyMotion<D> frame;
  place_body(x.data(), frame);
  Eigen::Matrix3d A = Eigen::Matrix3d::Identity();
  A.topLeftCorner<D, D>() = frame.R;
  return A;
}

}  // namespace

bool depends_on_time(const Expression& formula) { return formula.uses(0); }
bool depends_on_place(const Expression& formula) {
  for (int input = 1; input < formula.n_inputs(); ++input)
    if (formula.uses(input)) return true;
  return false;
}

template <int D>
BodyLoads<D>::BodyLoads(const std::vector<BodyLoad>& list, const FixedMatrix& pattern) : list_(&list) {
  for (const BodyLoad& load : list) {
    slots_.emplace_back();
    if (!load.following) continue;
    load.following->for_each_pair([&](int i, int j) {
      slots_.back().push_back(pattern.slot(S::n + i, S::n + j));
      if (slots_.back().back() < 0) throw std::logic_error("BodyLoads: the pattern lacks an entry of a load");
    });
  }
}

template <int D>
typename BodyLoads<D>::Workspace BodyLoads<D>::make_workspace() const {
  Workspace work;
  for (const BodyLoad& load : *list_) {
    typename Workspace::Item item;
    if (load.following)
      item.f.resize(load.following->n_points());
    else if (load.field)
      item.f.resize(load.field->n_points());
    work.items.push_back(std::move(item));
  }
  return work;
}

template <int D>
void BodyLoads<D>::update(const BodyLoad& load, double t, typename Workspace::Item& item) const {
  if (item.t == t) return;
  item.t = t;
  if (load.following && !depends_on_place(load.formula)) {
    item.f.setConstant(value_at(load.formula, t, Eigen::Vector3d::Zero()));
  } else if (load.following) {
    Eigen::Index p = 0;
    for (const fem::LoadPatch& patch : load.following->patches())
      for (const fem::LoadPoint& point : patch.points) item.f[p++] = value_at(load.formula, t, point.x);
  } else if (load.field) {
    for (int p = 0; p < load.field->n_points(); ++p)
      item.f[p] = value_at(load.formula, t, load.field->point(p));
    load.field->integrate({item.f.data(), static_cast<std::size_t>(item.f.size())}, item.moments);
  } else if (depends_on_time(load.formula)) {
    item.size = value_at(load.formula, t, Eigen::Vector3d::Zero());
  }
}

template <int D>
void BodyLoads<D>::add(double t, const Vector& x, Vector& f, Workspace& work) const {
  if (is_empty()) return;
  const Eigen::Matrix3d A = rotation_of<D>(x);
  const Eigen::Index n = x.size() - S::n_q;
  const ConstVec q(x.data() + S::n_q, n);
  for (std::size_t k = 0; k < list_->size(); ++k) {
    const BodyLoad& load = (*list_)[k];
    auto& item = work.items[k];
    update(load, t, item);
    Eigen::Vector3d force, moment;
    if (load.following) {
      const auto sums = load.following->add({item.f.data(), static_cast<std::size_t>(item.f.size())}, q,
                                            Vec(f.data() + S::n, n), work.following);
      force = sums.F;
      moment = sums.moment;
    } else {
      const fem::LoadMoments& integrals = load.field ? item.moments : load.moments;
      const Eigen::Vector3d axis = Eigen::Vector3d::Unit(load.axis);
      const Eigen::Vector3d e =
          item.size * (load.axes == LoadAxes::ground_axes ? A.transpose() * axis : axis);
      force = integrals.s * e;
      moment = (integrals.m + integrals.B.transpose() * q).cross(e);
      f.tail(n).noalias() += integrals.B * e;
    }
    f.template head<D>() += (A * force).template head<D>();
    for (int j = 0; j < S::n_rotations; ++j) f[D + j] += moment[axis_of(j)];
  }
}

template <int D>
void BodyLoads<D>::linearize(double t, const Vector& x, FixedMatrix& by_x, Workspace& work) const {
  if (is_empty()) return;
  const Eigen::Matrix3d A = rotation_of<D>(x);
  const Eigen::Index n = x.size() - S::n_q;
  const ConstVec q(x.data() + S::n_q, n);
  auto& value = by_x.value;
  const auto corner = [&](int i, int j) -> double& { return value[by_x.start[j] + i]; };
  const auto row = [&](int i, Eigen::Index k) -> double& { return value[by_x.start[S::n + k] + i]; };
  const auto column = [&](Eigen::Index k, int j) -> double& { return value[by_x.start[j] + S::n + k]; };
  for (std::size_t number = 0; number < list_->size(); ++number) {
    const BodyLoad& load = (*list_)[number];
    auto& item = work.items[number];
    update(load, t, item);
    if (load.following) {
      work.F_q.setZero(3, n);
      work.moment_q.setZero(3, n);
      const auto sums =
          load.following->linearize({item.f.data(), static_cast<std::size_t>(item.f.size())}, q, work.F_q,
                                    work.moment_q, slots_[number], -1, value, work.following);
      for (int j = 0; j < S::n_rotations; ++j) {
        const Eigen::Vector3d turned = A * Eigen::Vector3d::Unit(axis_of(j)).cross(sums.F);
        for (int i = 0; i < D; ++i) corner(i, D + j) -= turned[i];
      }
      for (Eigen::Index k = 0; k < n; ++k) {
        const Eigen::Vector3d F = A * work.F_q.col(k);
        for (int i = 0; i < D; ++i) row(i, k) -= F[i];
        for (int i = 0; i < S::n_rotations; ++i) row(D + i, k) -= work.moment_q(axis_of(i), k);
      }
      continue;
    }
    const fem::LoadMoments& integrals = load.field ? item.moments : load.moments;
    const bool is_fixed_to_ground = load.axes == LoadAxes::ground_axes;
    const Eigen::Vector3d axis = Eigen::Vector3d::Unit(load.axis);
    const Eigen::Vector3d e = item.size * (is_fixed_to_ground ? A.transpose() * axis : axis);
    for (int j = 0; j < S::n_rotations; ++j) {
      const Eigen::Vector3d about = Eigen::Vector3d::Unit(axis_of(j));
      if (is_fixed_to_ground) {
        // δe = e × δθ
        const Eigen::Vector3d e_theta = e.cross(about);
        const Eigen::Vector3d moment_theta = (integrals.m + integrals.B.transpose() * q).cross(e_theta);
        for (int i = 0; i < S::n_rotations; ++i) corner(D + i, D + j) -= moment_theta[axis_of(i)];
        for (Eigen::Index k = 0; k < n; ++k) column(k, D + j) -= integrals.B.row(k).dot(e_theta);
      } else {
        const Eigen::Vector3d turned = A * about.cross(e) * integrals.s;
        for (int i = 0; i < D; ++i) corner(i, D + j) -= turned[i];
      }
    }
    for (Eigen::Index k = 0; k < n; ++k) {
      const Eigen::Vector3d moment = integrals.B.row(k).transpose().cross(e);
      for (int i = 0; i < S::n_rotations; ++i) row(D + i, k) -= moment[axis_of(i)];
    }
  }
}

template class BodyLoads<2>;
template class BodyLoads<3>;

}  // namespace pleuel
