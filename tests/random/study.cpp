#include "random/study.hpp"

#include <Eigen/Geometry>

#include "random/recursive_tree.hpp"
#include "support/extrapolation.hpp"

namespace pleuel::testing {
namespace {

/// Coordinates of the package, (x, φ) or (x, p) and their rates, from the motion of bodies; of ±p
/// the one near `like`.
void add_body(const RigidBody& body, const BodyState& s, int dimension, const Vector& like, Vector& q,
              Vector& v) {
  const Eigen::Index k = q.size(), l = v.size();
  const Eigen::Vector3d r = s.pose.axes * body.com, at = s.pose.at + r, rate = s.velocity + s.omega.cross(r);
  const Eigen::Index n_q = dimension == 2 ? 3 : 7, n_v = dimension == 2 ? 3 : 6;
  q.conservativeResize(k + n_q);
  v.conservativeResize(l + n_v);
  q.segment(k, dimension) = at.head(dimension);
  v.segment(l, dimension) = rate.head(dimension);
  if (dimension == 2) {
    q[k + 2] = s.pose.angle;
    v[l + 2] = s.omega[2];
    return;
  }
  const Eigen::Quaterniond p(s.pose.axes);
  Eigen::Vector4d x(p.w(), p.x(), p.y(), p.z());
  if (x.dot(like.segment<4>(k + 3)) < 0) x = -x;
  q.segment<4>(k + 3) = x;
  v.segment<3>(l + 3) = s.pose.axes.transpose() * s.omega;
}

Trajectory tree_motion(const Mechanism& m, const Trajectory& like, int n_steps) {
  const RecursiveTree tree(m);
  Trajectory out;
  Eigen::VectorXd y = tree.start();
  for (std::size_t i = 0; i < like.t.size(); ++i) {
    if (i > 0)
      y = extrapolated_midpoint([&](double t, const Eigen::VectorXd& at) { return tree.slope(t, at); }, y,
                                like.t[i - 1], like.t[i], n_steps);
    Vector q, v;
    const std::vector<BodyState> states = tree.bodies(like.t[i], y);
    for (std::size_t k = 0; k < states.size(); ++k)
      add_body(m.bodies[k], states[k], m.dimension, like.q[i], q, v);
    out.t.push_back(like.t[i]);
    out.q.push_back(q);
    out.v.push_back(v);
    out.s.push_back(tree.states(y));
  }
  return out;
}

/// Steps are halved until the result changes by less than 1e-10 or they are very short.
double gap_to_tree(const Mechanism& m, const Trajectory& reference) {
  int n_steps = 2;
  Trajectory last = tree_motion(m, reference, n_steps);
  for (;;) {
    n_steps *= 2;
    Trajectory next = tree_motion(m, reference, n_steps);
    const bool is_done = distance(next, last).largest() < 1e-10 || n_steps >= 64;
    last = std::move(next);
    if (is_done) return distance(last, reference).largest();
  }
}

/// Errors and estimates of the multipliers at the end.
void compare_reactions(const RunResult& run, const RunResult& reference, PairOutcome& out) {
  if (!run.reactions || !reference.reactions || run.reactions->lambda_error.size() == 0) return;
  std::vector<std::string> units;
  for (const Unknown& u : run.header.unknowns)
    if (u.group == Group::lambda) units.push_back(u.unit);
  const Vector &x = run.reactions->lambda, &r = reference.reactions->lambda;
  std::map<std::string, double> scales;
  for (std::size_t i = 0; i < units.size(); ++i)
    scales[units[i]] = std::max(scales[units[i]], std::abs(r[Eigen::Index(i)]));
  out.reaction_error = out.reaction_estimate = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto k = Eigen::Index(i);
    const double scale = scales[units[i]] > 0 ? scales[units[i]] : 1;
    out.reaction_error = std::max(out.reaction_error, std::abs(x[k] - r[k]) / scale);
    out.reaction_estimate = std::max(out.reaction_estimate, run.reactions->lambda_error[k] / scale);
  }
}

PairOutcome outcome(Workshop& workshop, const Subject& subject, const PairRun& pair, double scale) {
  PairOutcome out{.formulation = pair.formulation, .method = pair.method};
  const Trajectory run = workshop.run(subject.file, pair, subject.reference.t);
  const Distance far = distance(run, subject.reference);
  out.is_ok = run.result.status == RunStatus::ok;
  out.q = far.q / scale;
  out.v = std::max(far.v, far.s) / scale;
  out.remarks = all_remarks(run.result);
  if (pair.formulation.empty()) out.formulation = run.result.header.formulation.name;
  if (!out.is_ok) out.failure = run.result.message;
  out.steps = long(run.result.statistics.steps);
  if (out.is_ok) compare_reactions(run.result, subject.reference.result, out);
  return out;
}

}  // namespace

std::vector<PairRun> study_pairs(const Catalogue& catalogue) {
  std::vector<PairRun> list;
  for (const char* method : {"radau5", "radau", "bdf"})
    for (const Formulation& f : catalogue.formulations)
      if (f.name != "qs") list.push_back({f.name, method, study_tolerance});
  for (const Method& method : catalogue.methods)
    if (method.traits.kind == MethodTraits::Kind::non_stiff)
      list.push_back({std::string(), method.name, study_tolerance});
  return list;
}

MechanismStudy study(Workshop& workshop, const Subject& subject) {
  MechanismStudy result;
  result.subject = subject;
  const Trajectory& reference = subject.reference;
  const Trajectory other = workshop.run(subject.file, {"rcd0", "radau5", 1e-12}, reference.t);
  result.reference_gap = other.t.size() == reference.t.size()
                             ? distance(other, reference).largest() / subject.growth
                             : std::numeric_limits<double>::infinity();
  if (subject.mechanism.is_tree())
    result.tree_gap = gap_to_tree(subject.mechanism, reference) / subject.growth;
  for (const PairRun& pair : study_pairs(workshop.catalogue()))
    result.runs.push_back(outcome(workshop, subject, pair, study_tolerance * subject.growth));
  return result;
}

}  // namespace pleuel::testing
