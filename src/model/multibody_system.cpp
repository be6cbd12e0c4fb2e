#include "pleuel/model/multibody_system.hpp"

#include <cmath>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/acceleration_factor.hpp"

namespace pleuel {
namespace {

template <class Tuple, class Visit>
void for_each_list(Tuple&& lists, Visit visit) {
  std::apply([&](auto&... list) { (visit(list), ...); }, std::forward<Tuple>(lists));
}

template <class Visit>
void for_each_matrix(MotionMatrices& m, Visit visit) {
  for (FixedMatrix* part :
       {&m.M, &m.G, &m.g_q, &m.H, &m.kinematics_q, &m.dynamics_q, &m.dynamics_v, &m.dynamics_s, &m.internal_q,
        &m.internal_v, &m.internal_s, &m.velocity_q, &m.acceleration_q, &m.acceleration_v})
    visit(*part);
}

/// The measures that forces and loads read.
template <int D>
std::vector<int> read_measures(const Assembly<D>& parts) {
  std::vector<int> list;
  const auto add = [&](const auto& terms) {
    for (const auto& term : terms) term.for_each_measure([&](int k) { list.push_back(k); });
  };
  for_each_list(parts.forces, add);
  add(parts.loads);
  return list;
}

template <int D>
class MultibodyEvaluator final : public SystemEvaluator {
  using S = Space<D>;

 public:
  explicit MultibodyEvaluator(const MultibodySystem<D>& system)
      : system_(system),
        parts_(system.parts()),
        bodies_(static_cast<int>(parts_.bodies.size())),
        measured_(parts_.measures, read_measures(parts_)),
        flexible_(parts_.flexible) {
    bodies_.references.resize(parts_.angles.size());
  }

  void rows(const Motion& at, const MotionRows& wanted) override {
    MotionRows out = wanted;
    place(at);
    if (out.kinematics.size() > 0) kinematics(at, out.kinematics);
    if (out.dynamics.size() > 0) inertia(out.dynamics);
    const bool has_levels = out.position.size() + out.velocity.size() + out.acceleration.size() > 0;
    if (has_levels || (out.dynamics.size() > 0 && at.lambda.size() > 0)) constraints(at, out);
    if (out.internal.size() > 0) out.internal.setZero();
    flexible_.add(at, out);
    if (has_levels) drives(at.t, out);
    if (out.dynamics.size() > 0 || out.internal.size() > 0) forces(at, out);
  }

  void add_position_gradient(double t, ConstVec q, ConstVec eta, Vec out) override {
    place({.t = t, .q = q});
    for_each_list(parts_.rows, [&, points = SharedPoints()](const auto& list) mutable {
      for (const auto& term : list) {
        const double scale = term.factor() * eta[term.row()];
        const auto m = points.motion(term, bodies_);
        for (int part = 0; part < 4; ++part) {
          const int first = PartLayout<D>::first_q(term.bodies(), part);
          if (first < 0) continue;
          const auto& body = bodies_[PartLayout<D>::body(term.bodies(), part)];
          for (int k = 0; k < PartLayout<D>::n_q(part); ++k)
            out[first + k] += scale * PairRow<D>::by_coordinate(m.gradient, part, k, body);
        }
      }
    });
    flexible_.add_position_gradient(q, eta, out);
  }

  MotionMatrices matrices(const Levels& levels) override {
    flexible_.prepare_matrices();
    MotionMatrices m = system_.patterns();
    m.levels = levels;
    for_each_matrix(m, [](FixedMatrix& part) { part.value.resize(part.row.size(), 0.0); });
    const int n_g = m.G.rows;
    if (!levels.velocity) m.velocity_q = FixedMatrix(n_g, m.g_q.cols);
    if (!levels.acceleration) {
      m.acceleration_q = FixedMatrix(n_g, m.g_q.cols);
      m.acceleration_v = FixedMatrix(n_g, m.G.cols);
    }
    return m;
  }

  void configuration_matrices(double t, ConstVec q, MotionMatrices& out) override {
    place({.t = t, .q = q});
    mass_and_kinematics(q, out);
    out.G.set_zero();
    out.g_q.set_zero();
    for_each_list(parts_.rows, [&](const auto& list) {
      for (const auto& term : list) term.add_gradient(bodies_, out);
    });
    flexible_.add_gradient(q, out);
  }

  void linearize(const Motion& at, MotionMatrices& out) override {
    place(at);
    mass_and_kinematics(at.q, out);
    for (FixedMatrix* m :
         {&out.G, &out.g_q, &out.dynamics_q, &out.dynamics_v, &out.dynamics_s, &out.internal_q,
          &out.internal_v, &out.internal_s, &out.velocity_q, &out.acceleration_q, &out.acceleration_v})
      m->set_zero();
    kinematics_and_gyroscopic(out);
    naming([&](const auto& term) { return constraint_name(term.row()); }, parts_.rows,
           [&](const auto& term) { term.linearize(bodies_, at.lambda, out); });
    flexible_.linearize(at, out);
    naming_angles([&] { measured_.update_jets(bodies_); });
    naming([](const auto& term) { return "force '" + term.name() + "'"; }, parts_.forces,
           [&](const auto& term) { term.linearize(bodies_, measured_, at.t, at.s, out); });
    for (const auto& load : parts_.loads) load.linearize(bodies_, measured_, at.t, out);
    for (const auto& bushing : parts_.bushings) bushing.linearize(bodies_, out);
    naming_beams([&](const auto& beam) { beam.linearize(bodies_, out); });
  }

  /// Each scalar is evaluated once for G and γ. Elastic bodies take the general way.
  std::optional<ZeroPivot> accelerations(const Motion& at, const MotionRates& wanted) override {
    if (!parts_.flexible.bodies.empty()) return SystemEvaluator::accelerations(at, wanted);
    if (!kernel_) kernel_.emplace(system_);
    auto& [M, G, factor] = *kernel_;
    const Motion still{.t = at.t, .q = at.q, .v = at.v, .s = at.s, .revolutions = at.revolutions};
    MotionRows out{.kinematics = wanted.kinematics,
                   .dynamics = wanted.a,
                   .internal = wanted.internal,
                   .acceleration = wanted.lambda};
    place(still);
    if (out.kinematics.size() > 0) kinematics(still, out.kinematics);
    inertia(out.dynamics);
    if (out.internal.size() > 0) out.internal.setZero();
    out.acceleration.setZero();
    G.set_zero();
    naming([&](const auto& term) { return constraint_name(term.row()); }, parts_.rows,
           [&, points = SharedPoints()](const auto& term) mutable {
             out.acceleration[term.row()] += term.add_jacobian(points.motion(term, bodies_), G);
           });
    if (!parts_.drives.empty()) drives(at.t, out);
    forces(still, out);
    out.dynamics = -out.dynamics;
    out.acceleration = -out.acceleration;
    if (auto zero = factor.factor(M, G)) return zero;
    factor.solve(out.dynamics.data(), out.acceleration.data());
    return std::nullopt;
  }

  void solve_saddle(Vec x, Vec y) override {
    if (kernel_)
      kernel_->factor.solve(x.data(), y.data());
    else
      SystemEvaluator::solve_saddle(x, y);
  }

  Energy energy(const Motion& at) override {
    place(at);
    Energy e;
    for (int b = 0; b < bodies_.size(); ++b) {
      const auto& body = bodies_[b];
      const auto& rigid = parts_.bodies[b];
      e.kinetic += 0.5 * rigid.mass * body.v.squaredNorm() + 0.5 * body.omega.dot(rigid.inertia * body.omega);
      e.potential -= rigid.mass * system_.gravity().dot(body.x);
    }
    for_each_list(parts_.forces, [&](const auto& list) {
      for (const auto& term : list) e.potential += term.potential(bodies_);
    });
    for (const auto& bushing : parts_.bushings) e.potential += bushing.potential(bodies_);
    for (const auto& beam : parts_.beams) e.potential += beam.potential(bodies_);
    flexible_.add_energy(at, e);
    return e;
  }

  Power power(const Motion& at) override {
    place(at);
    naming_angles([&] { measured_.update(bodies_); });
    Power sum;
    const auto add = [&](const Power& p) {
      sum.supplied += p.supplied;
      sum.dissipated += p.dissipated;
    };
    for_each_list(parts_.forces, [&](const auto& list) {
      for (const auto& term : list) add(term.power(bodies_, measured_, at.t, at.s));
    });
    for (const auto& load : parts_.loads) add(load.power(bodies_, measured_, at.t));
    for (const auto& bushing : parts_.bushings) add(bushing.power(bodies_));
    for (const auto& beam : parts_.beams) add(beam.power(bodies_));
    flexible_.add_power(at, sum);
    return sum;
  }

  void corners(const Motion& at, Vec out) override {
    place(at);
    naming_angles([&] { measured_.update(bodies_); });
    double* next = out.data();
    for_each_list(parts_.forces, [&](const auto& list) {
      for (const auto& term : list) {
        term.corners(bodies_, measured_, at.t, at.s, next);
        next += term.n_corners();
      }
    });
    for (const auto& load : parts_.loads) {
      load.corners(measured_, at.t, next);
      next += load.n_corners();
    }
  }

  bool restore_invariants(Vec q) override {
    if constexpr (D == 2) {
      (void)q;
      return false;
    } else {
      for (int b = 0; b < bodies_.size(); ++b) {
        auto p = q.template segment<4>(b * S::n_q + 3);
        p /= p.norm();
      }
      return true;
    }
  }

  void angles(const Motion& at, Vec theta, Vec omega) override {
    place(at);
    naming_angles([&] {
      for (std::size_t k = 0; k < parts_.angles.size(); ++k) {
        const auto m = counted_angle(k);
        theta[static_cast<Eigen::Index>(k)] = m.value;
        omega[static_cast<Eigen::Index>(k)] = m.rate;
      }
    });
  }

 private:
  /// The motions of the two points that the gaps of a joint share: its rows follow one another.
  struct SharedPoints {
    const Gap<D>* last = nullptr;
    BodyPair bodies = {};
    Arrow<D> p_i, p_j;

    template <class Term>
    ScalarMotion<D> motion(const Term& term, const BodyMotions<D>& all) {
      if constexpr (std::is_same_v<std::decay_t<decltype(term.scalar())>, Gap<D>>) {
        const Gap<D>& gap = term.scalar();
        const BodyPair& pair = term.bodies();
        const bool is_same = last != nullptr && bodies.i == pair.i && bodies.j == pair.j &&
                             last->u_i == gap.u_i && last->u_j == gap.u_j;
        if (!is_same) {
          bodies = pair;
          p_i = point<D>(all[pair.i], gap.u_i);
          p_j = point<D>(all[pair.j], gap.u_j);
        }
        last = &gap;
        return gap.motion(p_i, p_j);
      } else {
        return term.motion(all);
      }
    }
  };

  std::string constraint_name(int row) const { return parts_.info.constraints[row]; }

  /// Calls `work` for every term; if one leaves its domain, the text names it.
  template <class Name, class Tuple, class Work>
  static void naming(Name name, const Tuple& lists, Work work) {
    for_each_list(lists, [&](const auto& list) {
      for (const auto& term : list) {
        try {
          work(term);
        } catch (const LeftDomain& left) {
          throw LeftDomain(name(term) + ": " + left.what(), name(term));
        }
      }
    });
  }

  template <class Work>
  void naming_beams(Work work) const {
    naming([](const auto& beam) { return "beam '" + beam.name() + "'"; }, std::tie(parts_.beams), work);
  }

  ScalarMotion<D> counted_angle(std::size_t k) const {
    return motion_at<D>(parts_.angles[k].angle, parts_.angles[k].bodies, bodies_);
  }

  /// Calls `work`, which reads angles; if one is undefined, the text names it.
  template <class Work>
  void naming_angles(Work work) const {
    try {
      work();
    } catch (const LeftDomain& left) {
      for (std::size_t k = 0; k < parts_.angles.size(); ++k) {
        try {
          (void)counted_angle(k);
        } catch (const LeftDomain&) {
          const std::string& name = parts_.info.angles[k].name;
          throw LeftDomain(name + ": " + left.what(), name);
        }
      }
      throw;
    }
  }

  void place(const Motion& at) {
    const RevolutionState* const revolutions = revolutions_of(at);
    for (std::size_t k = 0; k < bodies_.references.size(); ++k)
      bodies_.references[k] = revolutions != nullptr
                                  ? revolutions->reference(static_cast<Eigen::Index>(k), at.t)
                                  : parts_.info.angles[k].start;
    place_bodies(at.q.data(), bodies_.size(), bodies_.data());
    for (int b = 0; b < bodies_.size(); ++b) {
      auto& body = bodies_[b];
      if (at.v.size() > 0) {
        body.v = at.v.template segment<D>(b * S::n);
        body.omega = at.v.template segment<S::n_rotations>(b * S::n + D);
      } else {
        body.v.setZero();
        body.omega.setZero();
      }
      if (at.a.size() > 0) {
        body.a = at.a.template segment<D>(b * S::n);
        body.alpha = at.a.template segment<S::n_rotations>(b * S::n + D);
      } else {
        body.a.setZero();
        body.alpha.setZero();
      }
    }
  }

  void kinematics(const Motion& at, Vec& out) const {
    if constexpr (D == 2) {
      out = at.v;
    } else {
      for (int b = 0; b < bodies_.size(); ++b) {
        const auto p = at.q.template segment<4>(b * S::n_q + 3);
        const Eigen::Vector3d& w = bodies_[b].omega;
        const Eigen::Vector3d vector = p.template tail<3>();
        out.template segment<3>(b * S::n_q) = bodies_[b].v;
        out[b * S::n_q + 3] = -0.5 * vector.dot(w);
        out.template segment<3>(b * S::n_q + 4) = 0.5 * (p[0] * w + vector.cross(w));
      }
      const Eigen::Index n_deformations = out.size() - bodies_.size() * S::n_q;
      out.tail(n_deformations) = at.v.tail(n_deformations);
    }
  }

  void inertia(Vec& out) const {
    out.tail(out.size() - bodies_.size() * S::n).setZero();
    for (int b = 0; b < bodies_.size(); ++b) {
      const auto& body = bodies_[b];
      const auto& rigid = parts_.bodies[b];
      out.template segment<D>(b * S::n) = rigid.mass * (body.a - system_.gravity());
      auto rotation = out.template segment<S::n_rotations>(b * S::n + D);
      rotation = rigid.inertia * body.alpha;
      if constexpr (D == 3) rotation += body.omega.cross(rigid.inertia * body.omega);
    }
  }

  void constraints(const Motion& at, MotionRows& out) const {
    for (Vec* level : {&out.position, &out.velocity, &out.acceleration})
      if (level->size() > 0) level->setZero();
    const bool needs_dynamics = out.dynamics.size() > 0 && at.lambda.size() > 0;
    naming([&](const auto& term) { return constraint_name(term.row()); }, parts_.rows,
           [&, points = SharedPoints()](const auto& term) mutable {
             const auto m = points.motion(term, bodies_);
             const int row = term.row();
             if (out.position.size() > 0) out.position[row] += term.factor() * m.value;
             if (out.velocity.size() > 0) out.velocity[row] += term.factor() * m.rate;
             if (out.acceleration.size() > 0) out.acceleration[row] += term.factor() * m.acceleration;
             if (needs_dynamics)
               add_pair<D>(term.factor() * at.lambda[row], m.gradient, term.bodies(), out.dynamics.data());
           });
  }

  void drives(double t, MotionRows& out) const {
    if (out.position.size() > 0)
      for (std::size_t row = 0; row < parts_.constants.size(); ++row)
        out.position[row] += parts_.constants[row];
    for (const RowDrive& drive : parts_.drives) {
      const Taylor<double> time(t, 1, 0), phi = drive.phi.along({&time, 1});
      if (out.position.size() > 0) out.position[drive.row] -= phi.x;
      if (out.velocity.size() > 0) out.velocity[drive.row] -= phi.d;
      if (out.acceleration.size() > 0) out.acceleration[drive.row] -= phi.dd;
    }
    if (out.position.size() > 0)
      for (std::size_t row = 0; row < parts_.periods.size(); ++row)
        if (parts_.periods[row] > 0)
          out.position[row] = std::remainder(out.position[row], parts_.periods[row]);
  }

  void forces(const Motion& at, MotionRows& out) {
    naming_angles([&] { measured_.update(bodies_); });
    double* const dynamics = out.dynamics.size() > 0 ? out.dynamics.data() : nullptr;
    double* const sigma = out.internal.size() > 0 ? out.internal.data() : nullptr;
    naming([](const auto& term) { return "force '" + term.name() + "'"; }, parts_.forces,
           [&](const auto& term) { term.add(bodies_, measured_, at.t, at.s, dynamics, sigma); });
    if (dynamics == nullptr) return;
    for (const auto& load : parts_.loads) load.add(bodies_, measured_, at.t, dynamics);
    for (const auto& bushing : parts_.bushings) bushing.add(bodies_, dynamics);
    naming_beams([&](const auto& beam) { beam.add(bodies_, dynamics); });
  }

  void mass_and_kinematics(const ConstVec& q, MotionMatrices& out) {
    out.M.value = system_.patterns().M.value;
    flexible_.fill_mass(q, out);
    if constexpr (D == 3) {
      double* h = out.H.value.data();
      for (int b = 0; b < bodies_.size(); ++b) {
        const double* p = q.data() + b * S::n_q + 3;
        // Translation columns have one entry, rotation columns four: ½ (−p⃗; p₀ I + p⃗ ).
        for (int k = 0; k < 3; ++k) *h++ = 1;
        const double columns[3][4] = {
            {-p[1], p[0], p[3], -p[2]}, {-p[2], -p[3], p[0], p[1]}, {-p[3], p[2], -p[1], p[0]}};
        for (const auto& column : columns)
          for (const double x : column) *h++ = 0.5 * x;
      }
      std::fill(h, out.H.value.data() + out.H.value.size(), 1.0);  // q̇ = v of deformations
    }
  }

  /// ∂(Hω)/∂p = ½ (0, −ωᵀ; ω, −ω̃) and ∂(ω × Jω)/∂ω = ω̃ J − (Jω)~.
  void kinematics_and_gyroscopic(MotionMatrices& out) const {
    if constexpr (D == 3) {
      double* k = out.kinematics_q.value.data();
      for (int b = 0; b < bodies_.size(); ++b) {
        const Eigen::Vector3d& w = bodies_[b].omega;
        const double columns[4][4] = {
            {0, w[0], w[1], w[2]}, {-w[0], 0, -w[2], w[1]}, {-w[1], w[2], 0, -w[0]}, {-w[2], -w[1], w[0], 0}};
        for (const auto& column : columns)
          for (const double x : column) *k++ = 0.5 * x;
        const Eigen::Matrix3d& J = parts_.bodies[b].inertia;
        const Eigen::Matrix3d gyro = cross_matrix(w) * J - cross_matrix(J * w);
        for (int j = 0; j < 3; ++j) {
          const int slot = system_.gyroscopic_slot(b, j);
          for (int i = 0; i < 3; ++i) out.dynamics_v.value[slot + i] += gyro(i, j);
        }
      }
    } else {
      (void)out;
    }
  }

  const MultibodySystem<D>& system_;
  const Assembly<D>& parts_;
  BodyMotions<D> bodies_;
  MeasuredMotion<D> measured_;
  FlexibleEvaluator<D> flexible_;
  /// For accelerations() of rigid bodies, made by its first call. M is constant.
  struct AccelerationKernel {
    explicit AccelerationKernel(const MultibodySystem<D>& system)
        : M(system.patterns().M),
          G(system.patterns().G.with_zeros()),
          factor(M, G, bodies_of(M.rows), AccelerationFactor::Mass::is_constant) {}
    static std::vector<int> bodies_of(int n_v) {
      std::vector<int> body(n_v);
      for (int j = 0; j < n_v; ++j) body[j] = j / S::n;
      return body;
    }
    FixedMatrix M, G;
    AccelerationFactor factor;
  };
  std::optional<AccelerationKernel> kernel_;
};

}  // namespace

template <int D>
MultibodySystem<D>::MultibodySystem(Assembly<D> assembly) : parts_(std::move(assembly)) {
  gravity_ = parts_.description().gravity.template head<D>();
  const auto count_corners = [&](const auto& list) {
    for (const auto& term : list) parts_.info.n_corners += term.n_corners();
  };
  for_each_list(parts_.forces, count_corners);
  count_corners(parts_.loads);
  check(parts_.info);
  find_patterns();
}

template <int D>
void MultibodySystem<D>::find_patterns() {
  using S = Space<D>;
  const SystemInfo& info = parts_.info;
  const int n_q = info.n_q(), n_v = info.n_v(), n_g = info.n_lambda(), n_s = info.n_s();
  const int n_bodies = static_cast<int>(parts_.bodies.size());
  PatternEntries p;
  Entries M, H, kinematics_q;
  for (int b = 0; b < n_bodies; ++b) {
    const auto& J = parts_.bodies[b].inertia;
    for (int k = 0; k < D; ++k) M.emplace_back(b * S::n + k, b * S::n + k);
    for (int k = 0; k < S::n_rotations; ++k)
      for (int l = 0; l < S::n_rotations; ++l)
        if (k == l || J(k, l) != 0) M.emplace_back(b * S::n + D + k, b * S::n + D + l);
    if constexpr (D == 3) {
      const int q = b * S::n_q, v = b * S::n;
      for (int k = 0; k < 3; ++k) H.emplace_back(q + k, v + k);
      for (int k = 0; k < 4; ++k) {
        for (int l = 0; l < 3; ++l) H.emplace_back(q + 3 + k, v + 3 + l);
        for (int l = 0; l < 4; ++l) kinematics_q.emplace_back(q + 3 + k, q + 3 + l);
      }
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) p.dynamics_v.emplace_back(v + 3 + k, v + 3 + l);
    }
  }
  if constexpr (D == 3)
    for (int k = 0; k < n_v - n_bodies * S::n; ++k)
      H.emplace_back(n_bodies * S::n_q + k, n_bodies * S::n + k);
  const auto declare = [&](const auto& list) {
    for (const auto& term : list) term.declare(p);
  };
  for_each_list(parts_.rows, declare);
  for_each_list(parts_.forces, declare);
  declare(parts_.loads);
  declare(parts_.bushings);
  declare(parts_.beams);
  parts_.flexible.declare(p, M);

  MotionMatrices& m = patterns_;
  m.levels = {true, true, true};
  m.M = FixedMatrix(n_v, n_v, M);
  for (int j = 0; j < n_v; ++j)
    for (int k = m.M.start[j]; k < m.M.start[j + 1]; ++k) {
      const int i = m.M.row[k], b = j / S::n;
      if (b >= n_bodies || i / S::n != b) continue;  // belongs to an elastic body
      const int row = i % S::n, column = j % S::n;
      if (row < D && column < D) m.M.value[k] = row == column ? parts_.bodies[b].mass : 0;
      if (row >= D && column >= D) m.M.value[k] = parts_.bodies[b].inertia(row - D, column - D);
    }
  m.H = FixedMatrix(n_q, n_v, H);
  m.kinematics_q = FixedMatrix(n_q, n_q, kinematics_q);
  m.G = FixedMatrix(n_g, n_v, p.G);
  m.g_q = FixedMatrix(n_g, n_q, p.g_q);
  m.dynamics_q = FixedMatrix(n_v, n_q, p.dynamics_q);
  m.dynamics_v = FixedMatrix(n_v, n_v, p.dynamics_v);
  m.dynamics_s = FixedMatrix(n_v, n_s, p.dynamics_s);
  m.internal_q = FixedMatrix(n_s, n_q, p.internal_q);
  m.internal_v = FixedMatrix(n_s, n_v, p.internal_v);
  m.internal_s = FixedMatrix(n_s, n_s, p.internal_s);
  m.velocity_q = m.acceleration_q = m.g_q;
  m.acceleration_v = m.G;

  const auto find = [&](auto& list) {
    for (auto& term : list) term.find(m);
  };
  for_each_list(parts_.rows, find);
  for_each_list(parts_.forces, find);
  find(parts_.loads);
  find(parts_.bushings);
  find(parts_.beams);
  parts_.flexible.find(m);
  if constexpr (D == 3)
    for (int b = 0; b < n_bodies; ++b)
      for (int k = 0; k < 3; ++k)
        gyroscopic_slots_.push_back(m.dynamics_v.slot(b * S::n + 3, b * S::n + 3 + k));
  // Only the values of M are needed.
  for_each_matrix(m, [&](FixedMatrix& part) {
    if (&part != &m.M) part.value = std::vector<double>();
  });
}

template <int D>
std::unique_ptr<SystemEvaluator> MultibodySystem<D>::make_evaluator() const {
  return std::make_unique<MultibodyEvaluator<D>>(*this);
}

template <int D>
std::vector<DeformationRange> MultibodySystem<D>::deformations() const {
  std::vector<DeformationRange> ranges;
  for (const FlexiblePart<D>& part : parts_.flexible.bodies)
    if (const int n = part.equations().n_deformation(); n > 0) ranges.push_back({part.first_v(), n});
  return ranges;
}

template <int D>
std::vector<int> MultibodySystem<D>::border_deformations() const {
  std::vector<int> list;
  for (const LinearConditionsTerm& term : parts_.flexible.conditions) term.add_held(list);
  return list;
}

template <int D>
std::string MultibodySystem<D>::against_repetition(double t, ConstVec q, const std::vector<int>& rows) const {
  return advice_ ? advice_(t, q, owners_of(parts_.info, rows)) : "";
}

template <int D>
std::string MultibodySystem<D>::about_inertia(int velocity) const {
  const auto body = static_cast<std::size_t>(velocity / Space<D>::n);
  return body < parts_.about_inertia.size() ? parts_.about_inertia[body] : "";
}

template class MultibodySystem<2>;
template class MultibodySystem<3>;

}  // namespace pleuel
