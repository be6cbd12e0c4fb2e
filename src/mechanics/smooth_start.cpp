#include "pleuel/mechanics/smooth_start.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/iteration_control.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/limits.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/linalg/chebyshev_window.hpp"
#include "pleuel/linalg/entries.hpp"
#include "pleuel/linalg/matrix_selection.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/saddle_matrix.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {
namespace {

constexpr int n_points = ChebyshevWindow::n_points;

/// Which velocities and coordinates are deformations.
struct DofSplit {
  std::vector<int> e_v, e_q;  // indices of the deformations among v and q
  std::vector<int> p_v;       // indices of the other velocities
};

DofSplit split_of(const SystemInfo& info, const std::vector<int>& deformation) {
  DofSplit split;
  std::vector<bool> is_deformation(info.n_v());
  std::vector<std::string> faults;
  for (const int i : deformation) {
    const bool is_there = i >= 0 && i < info.n_v() && !is_deformation[i];
    const int coordinate = is_there ? info.coordinate_of(i) : -1;
    if (coordinate < 0) {
      faults.push_back("system '" + info.name + "': velocity number " + std::to_string(i) +
                       " cannot be a deformation: it must be one of 0 … " + std::to_string(info.n_v() - 1) +
                       ", given once, with a coordinate of which it is the rate");
      continue;
    }
    is_deformation[i] = true;
    split.e_v.push_back(i);
    split.e_q.push_back(coordinate);
  }
  if (deformation.empty())
    faults.push_back("system '" + info.name +
                     "' was given no deformations; a smooth start needs at least one");
  if (!faults.empty()) throw InvalidInput(faults);
  for (int i = 0; i < info.n_v(); ++i)
    if (!is_deformation[i]) split.p_v.push_back(i);
  return split;
}

/// A part of a matrix of the motion, with its own values.
struct MatrixPart {
  MatrixPart(const FixedMatrix& m, const std::vector<int>& rows, const std::vector<int>& columns)
      : selection(m, rows, columns), matrix(selection.pattern) {}
  void take(const FixedMatrix& m) { selection.take(m, matrix); }

  MatrixSelection selection;
  FixedMatrix matrix;
};

/// [M_pp G_pᵀ; G_p 0].
class GrossSaddle {
 public:
  GrossSaddle(const DofSplit& split, const MotionMatrices& m)
      : p_v_(split.p_v),
        M_(m.M, p_v_, p_v_),
        G_(m.G, all_numbers(m.G.rows), p_v_),
        saddle_(parts()),
        gross_(Vector::Zero(M_.matrix.rows)) {}

  [[nodiscard]] bool factor(const MotionMatrices& m) {
    M_.take(m.M);
    G_.take(m.G);
    return !saddle_.factor(parts());
  }
  /// Solves in place for the gross part of `top`, whose other entries become zero, and `bottom`.
  void solve(Vector& top, Vector& bottom) {
    gross_ = top(p_v_);
    saddle_.solve(gross_, bottom);
    top.setZero();
    top(p_v_) = gross_;
  }

 private:
  SaddleParts parts() const { return {M_.matrix, G_.matrix, G_.matrix}; }

  const std::vector<int>& p_v_;
  MatrixPart M_, G_;
  SaddleMatrix saddle_;
  Vector gross_;
};

/// ∂r/∂e.
class DeformationStiffness {
 public:
  DeformationStiffness(const DofSplit& split, const MotionMatrices& m, std::shared_ptr<LinearSolvers> solvers)
      : K_(m.dynamics_q, split.e_v, split.e_q),
        M_(m.M, split.e_v, split.e_v),
        lu_(FactorPlan(K_.matrix, SparseStructure::Block::whole, std::move(solvers))),
        place_(places_of(K_.matrix, [&](int i, int j) { return lu_.place(i, j); })),
        product_(Vector::Zero(K_.matrix.rows)) {}

  [[nodiscard]] bool factor(const MotionMatrices& m) {
    K_.take(m.dynamics_q);
    lu_.set_zero();
    for (std::size_t k = 0; k < place_.size(); ++k) lu_.re()[place_[k]] = K_.matrix.value[k];
    return !lu_.factor();
  }
  Vector solve(const Vector& b) {
    Vec(lu_.b_re(), b.size()) = b;
    lu_.solve();
    return ConstVec(lu_.x_re(), b.size());
  }
  /// Twice the energy of a deformation and its rate.
  double energy(const MotionMatrices& m, const Vector& e, const Vector& rate) {
    K_.take(m.dynamics_q);
    M_.take(m.M);
    return std::abs(quadratic(K_.matrix, e) + quadratic(M_.matrix, rate));
  }

 private:
  /// xᵀ A x.
  double quadratic(const FixedMatrix& A, const Vector& x) {
    product_.setZero();
    A.multiply_add(1.0, x.data(), product_.data());
    return x.dot(product_);
  }

  MatrixPart K_, M_;
  Factor<double> lu_;
  std::vector<int> place_;
  Vector product_;
};

/// The slow motion on one window, sweep by sweep. Columns belong to the points of the window.
class SlowMotion {
 public:
  SlowMotion(const MechanicalSystem& system, const SmoothStartRequest& request, const DofSplit& split,
             double window)
      : info_(system.info()),
        request_(request),
        split_(split),
        window_(window),
        evaluator_(system.make_evaluator()),
        m_(evaluator_->matrices({})),
        saddle_(split, m_),
        stiffness_(split, m_, solvers_of(system)),
        q_(request.q.replicate(1, n_points)),
        v_(request.v.replicate(1, n_points)),
        a_(Matrix::Zero(info_.n_v(), n_points)),
        lambda_(Matrix::Zero(info_.n_lambda(), n_points)),
        e_(Matrix::Zero(static_cast<Eigen::Index>(split.e_v.size()), n_points)) {}

  /// From eᵏ to eᵏ⁺¹; false if the window is too long: `fault` contains the reason.
  [[nodiscard]] bool sweep() {
    try {
      if (!follow_gross_motion()) return false;
      for (int j = 0; j < n_points; ++j)
        if (!deform(j)) return false;
    } catch (const LeftDomain& error) {
      return refuse(error.what());
    }
    return e_.allFinite() || refuse("the deformation is not finite");
  }
  const std::string& fault() const { return fault_; }
  const Matrix& deformation() const { return e_; }
  Vector start_deformation() const { return e_.col(0); }
  Vector start_rate() const { return window_.derivative(e_).col(0); }

  /// q and v of the start with these deformations; the gross motion changes as little as possible.
  [[nodiscard]] bool take(const Vector& e, const Vector& rate, Vector& q, Vector& v) {
    q = request_.q;
    v = request_.v;
    put(e, rate, q, v);
    return project(request_.t, q, v);
  }
  /// Square root of twice the energy of a deformation at the start.
  double norm(const Vector& e, const Vector& rate) {
    linearize_at_rest(0);
    return std::sqrt(stiffness_.energy(m_, e, rate));
  }

 private:
  bool refuse(std::string why) {
    fault_ = std::move(why);
    return false;
  }
  double time(int j) const { return request_.t + window_.point(j); }

  void put(const Vector& e, const Vector& rate, Vector& q, Vector& v) const {
    for (std::size_t k = 0; k < split_.e_v.size(); ++k) {
      q[split_.e_q[k]] = e[static_cast<Eigen::Index>(k)];
      v[split_.e_v[k]] = rate[static_cast<Eigen::Index>(k)];
    }
  }

  /// Projects p onto g = 0 and ṗ onto G v + g_t = 0 with constant e and ė; the saddle stays
  /// factored at q.
  bool project(double t, Vector& q, Vector& v) {
    Vector g(info_.n_lambda()), top(info_.n_v());
    // To full accuracy, because positions on the window are differentiated twice.
    for (IterationControl control({.tolerance = epsilon});;) {
      evaluator_->configuration_matrices(t, q, m_);
      if (!saddle_.factor(m_))
        return refuse("with the deformation held the saddle matrix [M Gᵀ; G 0] is singular at t = " +
                      number_text(t));
      if (g.size() == 0) break;
      evaluator_->rows({.t = t, .q = q}, {.position = g});
      top.setZero();
      g = -g;
      saddle_.solve(top, g);
      const IterationState state =
          control.check(top.cwiseAbs().maxCoeff<Eigen::PropagateNaN>(), 1e-3 + q.cwiseAbs().maxCoeff());
      if (state == IterationState::success) break;
      if (state == IterationState::failure)
        return refuse("the projection onto the constraints at t = " + number_text(t) + " " +
                      control.fault("increment"));
      move(top, q);
    }
    if (g.size() == 0) return true;
    const Vector no_a = Vector::Zero(info_.n_v()), no_lambda = Vector::Zero(info_.n_lambda());
    evaluator_->rows({.t = t, .q = q, .v = v, .a = no_a, .lambda = no_lambda, .s = request_.s},
                     {.velocity = g});
    top.setZero();
    g = -g;
    saddle_.solve(top, g);
    v += top;
    return v.allFinite() || refuse("the velocity at t = " + number_text(t) + " is not finite");
  }
  void move(const Vector& step, Vector& q) {
    if (info_.has_identity_kinematics()) {
      q += step;
    } else {
      m_.H.multiply_add(1.0, step.data(), q.data());
      evaluator_->restore_invariants(q);
    }
  }

  /// p, ṗ, p̈ and λ at all points for eᵏ: Picard iteration p ← p(0) + ∫ṗ, ṗ ← ṗ(0) + ∫p̈,
  /// projected. If the constraints determine p completely, the second iteration repeats the first.
  bool follow_gross_motion() {
    const Matrix rate = window_.derivative(e_), second = window_.derivative(rate);
    Matrix kinematics(info_.n_q(), n_points);
    for (IterationControl control({.tolerance = 1e-13, .rounding = 0});;) {
      for (int j = 0; j < n_points; ++j) {
        Vector q = q_.col(j), v = v_.col(j), out(info_.n_q());
        evaluator_->rows({.t = time(j), .q = q, .v = v}, {.kinematics = out});
        kinematics.col(j) = out;
      }
      const Matrix moved_q = window_.integral(kinematics), moved_v = window_.integral(a_);
      Vector q0 = request_.q, v0 = request_.v;
      double change = 0, size = 1e-3;
      for (int j = 0; j < n_points; ++j) {
        Vector q = q0 + moved_q.col(j), v = v0 + moved_v.col(j);
        if (!info_.has_identity_kinematics()) evaluator_->restore_invariants(q);
        put(e_.col(j), rate.col(j), q, v);
        if (!project(time(j), q, v)) return false;
        if (j == 0) {
          q0 = q;
          v0 = v;
        }
        change = std::max({change, (q - q_.col(j)).cwiseAbs().maxCoeff(),
                           window_.length() * (v - v_.col(j)).cwiseAbs().maxCoeff()});
        size = std::max({size, q.cwiseAbs().maxCoeff(), window_.length() * v.cwiseAbs().maxCoeff()});
        q_.col(j) = q;
        v_.col(j) = v;
        accelerate(j, second.col(j));
      }
      const IterationState state = control.check(change, size);
      if (state == IterationState::success) return true;
      if (state == IterationState::failure)
        return refuse("Picard's iteration for the gross motion " + control.fault("change"));
    }
  }

  /// p̈ and λ at a point with a factored saddle matrix.
  void accelerate(int j, const Vector& second) {
    Vector a = Vector::Zero(info_.n_v()), lambda = Vector::Zero(info_.n_lambda());
    for (std::size_t k = 0; k < split_.e_v.size(); ++k)
      a[split_.e_v[k]] = second[static_cast<Eigen::Index>(k)];
    Vector dynamics(info_.n_v()), gamma(info_.n_lambda());
    const Vector q = q_.col(j), v = v_.col(j);
    evaluator_->rows({.t = time(j), .q = q, .v = v, .a = a, .lambda = lambda, .s = request_.s},
                     {.dynamics = dynamics, .acceleration = gamma});
    dynamics = -dynamics;
    gamma = -gamma;
    saddle_.solve(dynamics, gamma);
    a_.col(j) = a + dynamics;
    lambda_.col(j) = gamma;
  }

  /// The rows of e.
  Vector forces(double t, const Vector& q, const Vector& v, const Vector& a, const Vector& lambda) {
    Vector dynamics(info_.n_v());
    evaluator_->rows({.t = t, .q = q, .v = v, .a = a, .lambda = lambda, .s = request_.s},
                     {.dynamics = dynamics});
    return dynamics(split_.e_v);
  }
  Vector forces_at_rest(double t, const Vector& q) {
    return forces(t, q, Vector::Zero(info_.n_v()), Vector::Zero(info_.n_v()), Vector::Zero(info_.n_lambda()));
  }
  void linearize_at_rest(int j) {
    const Vector q = q_.col(j), none = Vector::Zero(info_.n_v()), lambda = Vector::Zero(info_.n_lambda());
    evaluator_->linearize({.t = time(j), .q = q, .v = none, .a = none, .lambda = lambda, .s = request_.s},
                          m_);
  }

  /// eᵏ⁺¹ at a point, by Newton's method. The stiffness of an earlier point is used again if a few
  /// iterations converge with it; in linear elasticity they are equal.
  bool deform(int j) {
    constexpr int few_iterations = 6;
    const double t = time(j);
    const Vector q = q_.col(j);
    const Vector load = forces_at_rest(t, q) - forces(t, q, v_.col(j), a_.col(j), lambda_.col(j));
    IterationControl kept({.most_iterations = few_iterations});
    if (has_stiffness_ && find_deformation(j, load, kept)) return true;
    linearize_at_rest(j);
    has_stiffness_ = stiffness_.factor(m_);
    if (!has_stiffness_)
      return refuse("the stiffness of the deformation is singular at t = " + number_text(t));
    IterationControl control({});
    return find_deformation(j, load, control) || refuse("Newton's method for the deformation at t = " +
                                                        number_text(t) + " " + control.fault("increment"));
  }
  bool find_deformation(int j, const Vector& load, IterationControl& control) {
    Vector q = q_.col(j), e = e_.col(j);
    IterationState state = IterationState::iterate;
    while (state == IterationState::iterate) {
      const Vector step = stiffness_.solve(load - forces_at_rest(time(j), q));
      e += step;
      q(split_.e_q) = e;
      state = control.check(step.cwiseAbs().maxCoeff<Eigen::PropagateNaN>(), e.cwiseAbs().maxCoeff());
    }
    if (state == IterationState::success) e_.col(j) = e;
    return state == IterationState::success;
  }

  const SystemInfo& info_;
  const SmoothStartRequest& request_;
  const DofSplit& split_;
  ChebyshevWindow window_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  GrossSaddle saddle_;
  DeformationStiffness stiffness_;
  Matrix q_, v_, a_, lambda_;
  Matrix e_;                    // eᵏ
  bool has_stiffness_ = false;  // factors of one of the points
  std::string fault_;
};

[[noreturn]] void fail(const SystemInfo& info, double t, const std::string& why) {
  throw NoConsistentState("no smooth start of system '" + info.name + "' at t = " + number_text(t) + ": " +
                          why + "; start from the values given, without sweeps");
}

/// The length of a window that resolves the first sweep, halved once more.
double resolved_window(const MechanicalSystem& system, const SmoothStartRequest& request,
                       const DofSplit& split) {
  constexpr double resolved = 1e-9;
  constexpr double stagnating = 1e-6;  // rounding of ill-conditioned stiffness matrices
  constexpr int most_halvings = 40;
  double length = request.horizon, last = infinity;
  std::string fault;
  for (int k = 0; k < most_halvings; ++k, length /= 2) {
    SlowMotion motion(system, request, split, length);
    if (!motion.sweep()) {
      fault = motion.fault();
      continue;
    }
    const double tail = ChebyshevWindow::tail(motion.deformation());
    if (tail <= resolved || (last <= stagnating && tail > 0.5 * last)) return length / 2;
    fault = "a part of " + number_text(tail) + " of the deformation is not resolved";
    last = tail;
  }
  fail(system.info(), request.t,
       "on no window after it does the deformation follow the gross motion smoothly; on the last, of " +
           number_text(2 * length) + " s, " + fault);
}

}  // namespace

SmoothStart smooth_start(const MechanicalSystem& system, const SmoothStartRequest& request) {
  const SystemInfo& info = system.info();
  check_start(info, request.q, request.v, request.s);
  if (request.sweeps < 1 || request.sweeps > SmoothStartRequest::most_sweeps)
    throw InvalidInput("a smooth start of " + std::to_string(request.sweeps) +
                       " sweeps was asked for, but there must be 1 to " +
                       std::to_string(SmoothStartRequest::most_sweeps));
  if (!(request.horizon > 0))
    throw InvalidInput("the horizon of a smooth start must be positive; give the length of the run");
  const DofSplit split = split_of(info, request.deformation);

  SmoothStart result;
  result.window = resolved_window(system, request, split);
  SlowMotion motion(system, request, split, result.window);
  for (int k = 0; k <= request.sweeps; ++k) {
    if (!motion.sweep())
      fail(info, request.t,
           "sweep " + std::to_string(k + 1) + " fails on a window of " + number_text(result.window) +
               " s: " + motion.fault());
    const Vector e = motion.start_deformation(), rate = motion.start_rate();
    if (k > 0) {
      SmoothSweep& previous = result.sweeps.back();
      const double size = motion.norm(e, rate);
      previous.remaining = size > 0 ? motion.norm(e - previous.q, rate - previous.v) / size : 0;
    }
    if (k < request.sweeps) result.sweeps.push_back({.q = e, .v = rate});
  }
  if (!motion.take(result.sweeps.back().q, result.sweeps.back().v, result.q, result.v))
    fail(info, request.t, "the constraints cannot be closed with the deformation found: " + motion.fault());
  return result;
}

}  // namespace pleuel
