#include "pleuel/material/material_point.hpp"

#include <algorithm>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::material {
namespace {

constexpr double megapascal = 1e6;

/// All entries of the first `n_filled` columns.
FixedMatrix with_columns(int n_filled, int rows, int cols) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n_filled; ++j)
    for (int i = 0; i < rows; ++i) entries.emplace_back(i, j);
  return {rows, cols, entries};
}
FixedMatrix full(int rows, int cols) { return with_columns(cols, rows, cols); }

class PointEvaluator final : public SystemEvaluator {
 public:
  explicit PointEvaluator(const MaterialPoint& point)
      : point_(point),
        n_(point.material().n_stress()),
        n_s_(point.material().n_states()),
        n_g_(static_cast<int>(point.driven().size())),
        D_(point.material().moduli() / point.unit_stress()),
        sigma_(n_),
        rates_(n_s_) {}

  void rows(const Motion& at, const MotionRows& wanted) override {
    MotionRows out = wanted;
    if (out.kinematics.size() > 0) out.kinematics = at.v;
    if (out.dynamics.size() > 0) {
      stress(at);
      for (int k = 0; k < n_; ++k) out.dynamics[k] = sigma_[k] - prescribed_stress(at.t, k);
      for (int i = 0; i < n_g_; ++i) out.dynamics[driven(i)] -= at.lambda[i];
    }
    if (out.internal.size() > 0) point_.material().rates(states(at), out.internal.data());
    for (int i = 0; i < n_g_; ++i) {
      const int k = driven(i);
      const Program& program = point_.controls()[static_cast<std::size_t>(k)].program;
      if (out.position.size() > 0) out.position[i] = program.at(at.t) - at.q[k];
      if (out.velocity.size() > 0) out.velocity[i] = program.rate(at.t) - at.v[k];
      if (out.acceleration.size() > 0) out.acceleration[i] = -at.a[k];
    }
  }

  void add_position_gradient(double, ConstVec, ConstVec eta, Vec out) override {
    for (int i = 0; i < n_g_; ++i) out[driven(i)] -= eta[i];
  }

  MotionMatrices matrices(const Levels& levels) override {
    MotionMatrices m;
    m.levels = levels;
    m.M = FixedMatrix(n_, n_);
    std::vector<std::pair<int, int>> selected;
    for (int i = 0; i < n_g_; ++i) selected.emplace_back(i, driven(i));
    m.G = m.g_q = FixedMatrix(n_g_, n_, selected);
    m.H = m.kinematics_q = FixedMatrix(n_, n_);
    m.dynamics_q = full(n_, n_);
    m.dynamics_v = FixedMatrix(n_, n_);
    m.dynamics_s = with_columns(std::min(n_, n_s_), n_, n_s_);
    m.internal_q = full(n_s_, n_);
    m.internal_v = FixedMatrix(n_s_, n_);
    m.internal_s = with_columns(point_.material().n_active(), n_s_, n_s_);
    m.velocity_q = m.acceleration_q = m.acceleration_v = FixedMatrix(n_g_, n_);
    return m;
  }

  void configuration_matrices(double, ConstVec, MotionMatrices& out) override {
    std::ranges::fill(out.G.value, -1.0);
    std::ranges::fill(out.g_q.value, -1.0);
  }

  void linearize(const Motion& at, MotionMatrices& out) override {
    configuration_matrices(at.t, at.q, out);
    // Filled columns, one after the other. Of the states only w, which come first, bear on the
    // stress.
    Eigen::Map<Matrix>(out.dynamics_q.value.data(), n_, n_) = D_;
    if (n_s_ == 0) return;
    Eigen::Map<Matrix>(out.dynamics_s.value.data(), n_, n_) = -D_;
    point_.material().derivatives(states(at), {out.internal_q.value.data(), out.internal_s.value.data()});
  }

  Energy energy(const Motion& at) override {
    stress(at);
    double twice = 0;
    for (int k = 0; k < n_; ++k) twice += sigma_[k] * elastic_strain(at, k);
    const double stored = n_s_ > 0 ? point_.material().hardening_energy(at.s.data()) : 0;
    return {.kinetic = 0, .potential = 0.5 * twice + stored / point_.unit_stress()};
  }

  Power power(const Motion& at) override {
    stress(at);
    Power result;
    for (int k = 0; k < n_; ++k) result.supplied += prescribed_stress(at.t, k) * at.v[k];
    if (n_s_ == 0) return result;
    point_.material().rates(states(at), rates_.data());
    const double stored = point_.material().hardening_power(at.s.data(), rates_.data());
    result.dissipated = sigma_.dot(rates_.head(n_)) - stored / point_.unit_stress();
    return result;
  }

 private:
  int driven(int i) const { return point_.driven()[static_cast<std::size_t>(i)]; }
  double elastic_strain(const Motion& at, int k) const { return at.q[k] - (n_s_ > 0 ? at.s[k] : 0.0); }
  static PointStates states(const Motion& at) { return {1, at.q.data(), at.s.data()}; }

  double prescribed_stress(double t, int k) const {
    const Control& control = point_.controls()[static_cast<std::size_t>(k)];
    return control.kind == Control::Kind::stress ? control.program.at(t) / point_.unit_stress() : 0;
  }

  void stress(const Motion& at) {
    sigma_.setZero();
    for (int k = 0; k < n_; ++k) sigma_ += D_.col(k) * elastic_strain(at, k);
  }

  const MaterialPoint& point_;
  int n_, n_s_, n_g_;
  Matrix D_;  // in units of e
  Vector sigma_, rates_;
};

}  // namespace

std::string strain_name(StressState state, int k) {
  return (is_shear(state, k) ? "gamma" : "eps") + component_name(state, k);
}

MaterialPoint::MaterialPoint(std::string name, std::shared_ptr<const Material> material,
                             std::vector<Control> controls)
    : material_(std::move(material)), controls_(std::move(controls)) {
  const StressState state = material_->state();
  const int n = material_->n_stress();
  if (static_cast<int>(controls_.size()) != n)
    throw InvalidInput("a point in the stress state " + material::name(state) + " has " + std::to_string(n) +
                       " components, but " + std::to_string(controls_.size()) +
                       " controls are given; give one value per component");
  info_.name = std::move(name);
  for (int k = 0; k < n; ++k) {
    const bool is_driven = controls_[static_cast<std::size_t>(k)].kind == Control::Kind::strain;
    (is_driven ? driven_ : loaded_).push_back(k);
    const std::string strain = strain_name(state, k);
    info_.add_coordinate("q_" + strain, "1");
    if (is_driven) info_.add_constraint("strain " + strain + " of the test machine", "D11");
  }
  for (const StateVariable& variable : material_->states()) info_.s.push_back({"x_" + variable.name, "1"});
  if (info_.n_s() > 0) info_.state_blocks.push_back({0, info_.n_s(), info_.n_s() - material_->n_active()});
  info_.has_statics = true;
  const Matrix between = material_->moduli()(loaded_, loaded_);
  compliance_ = between.size() > 0 ? inverse(between) : between;
}

std::unique_ptr<SystemEvaluator> MaterialPoint::make_evaluator() const {
  return std::make_unique<PointEvaluator>(*this);
}

Vector MaterialPoint::start() const {
  Vector x(material_->n_states());
  material_->start(view(x));
  return x;
}

std::vector<double> MaterialPoint::corners(double t0, double t1) const {
  std::set<double> all;
  for (const Control& control : controls_)
    for (const double t : control.program.times())
      if (t > t0 && t < t1) all.insert(t);
  return {all.begin(), all.end()};
}

Vector MaterialPoint::strain(double t, ConstVec x) const {
  const Matrix& D = material_->moduli();
  const int n = material_->n_stress();
  Vector w = Vector::Zero(n), elastic = Vector::Zero(n);
  if (x.size() > 0) w = x.head(n);
  for (const int k : driven_) elastic[k] = controls_[static_cast<std::size_t>(k)].program.at(t) - w[k];
  if (!loaded_.empty()) {
    Vector missing(loaded_.size());
    for (std::size_t i = 0; i < loaded_.size(); ++i)
      missing[static_cast<Eigen::Index>(i)] =
          controls_[static_cast<std::size_t>(loaded_[i])].program.at(t) - D.row(loaded_[i]).dot(elastic);
    const Vector found = compliance_ * missing;
    for (std::size_t i = 0; i < loaded_.size(); ++i)
      elastic[loaded_[i]] = found[static_cast<Eigen::Index>(i)];
  }
  return elastic + w;
}

std::vector<MotionOutput> point_outputs(const std::shared_ptr<const MaterialPoint>& point) {
  std::vector<MotionOutput> outputs;
  const Material& material = point->material();
  const StressState state = material.state();
  const int n = material.n_stress();
  for (int k = 0; k < n; ++k)
    outputs.push_back(
        {strain_name(state, k), "1", [point, k](const Motion& at) { return point->strain(at.t, at.s)[k]; }});
  for (int k = 0; k < n; ++k)
    outputs.push_back({"sigma" + component_name(state, k), "MPa", [point, k, n](const Motion& at) {
                         Vector elastic = point->strain(at.t, at.s);
                         if (at.s.size() > 0) elastic -= at.s.head(n);
                         return point->material().moduli().row(k).dot(elastic) / megapascal;
                       }});
  int i = 0;
  for (const StateVariable& variable : material.states()) {
    const bool is_stress = variable.unit == "Pa";
    const double scale = is_stress ? variable.scale / megapascal : variable.scale;
    outputs.push_back({variable.name, is_stress ? "MPa" : variable.unit,
                       [i, scale](const Motion& at) { return scale * at.s[i]; }});
    ++i;
  }
  return outputs;
}

}  // namespace pleuel::material
