#include "pleuel/io/mode_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/mechanics/analysis/mode_directions.hpp"

namespace pleuel {
namespace {

constexpr double seen_part = 0.1;       // of the mechanism's size
constexpr double most_rotation = 0.5;   // rad
constexpr double small_move = 1e-5;     // m or rad, to measure the motion of points
constexpr double rigid_period = 1;      // s
constexpr double n_time_constants = 5;  // of an aperiodic mode

using Points = std::vector<Eigen::Vector3d>;

/// Corners of a solid, in the axes of its frame.
Points corners(const Solid& solid) {
  Points local = solid.points;
  if (local.empty()) {
    Eigen::Vector3d half = 0.5 * solid.size;
    if (solid.radius > 0) half = {solid.radius, solid.radius, solid.radius};
    if (solid.type == "cylinder") half[2] = 0.5 * solid.length;
    for (int k = 0; k < 8; ++k)
      local.emplace_back((k & 1) != 0 ? half[0] : -half[0], (k & 2) != 0 ? half[1] : -half[1],
                         (k & 4) != 0 ? half[2] : -half[2]);
  }
  for (Eigen::Vector3d& point : local) point = solid.at + solid.rotation * point;
  return local;
}

/// All points of the drawing at a motion.
Points points_at(const Drawing& drawing, const Motion& motion) {
  std::vector<FramePlace> places(static_cast<std::size_t>(drawing.n_frames));
  drawing.place(motion, places);
  Points points;
  const auto add = [&](int frame, const Eigen::Vector3d& at) {
    points.push_back(frame == fixed_frame ? at : places[frame].position + places[frame].rotation * at);
  };
  for (const DrawnBody& body : drawing.bodies)
    for (const Solid& solid : body.solids)
      for (const Eigen::Vector3d& point : corners(solid)) add(body.frame, point);
  for (const DrawnLine& line : drawing.lines)
    for (const DrawnPoint& point : line.points) add(point.frame, point.at);
  for (const DrawnJoint& joint : drawing.joints) add(joint.point.frame, joint.point.at);
  for (const DrawnMesh& mesh : drawing.meshes) {
    NodeValues values;
    mesh.values(motion, values);
    for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
      add(mesh.frame, mesh.nodes[i] + values.displacement.col(static_cast<Eigen::Index>(i)));
  }
  return points;
}

double size_of(const Points& points) {
  Eigen::Vector3d least = points.front(), most = least;
  for (const Eigen::Vector3d& point : points) {
    least = least.cwiseMin(point);
    most = most.cwiseMax(point);
  }
  return (most - least).norm();
}

/// The amplitude of θ in units of the shape.
double amplitude_of(const ModesResult& result, const Mode& mode, SystemEvaluator& evaluator) {
  const InitialState& x = result.state;
  const Drawing& drawing = *result.problem_case.drawing;
  const Points rest = points_at(drawing, {.t = result.t, .q = x.q, .s = x.s});
  const double size = rest.empty() ? 1.0 : std::max(size_of(rest), 1e-9);
  const double largest = std::max(mode.theta.size() > 0 ? mode.theta.cwiseAbs().maxCoeff() : 0.0, 1e-300);
  const double by = small_move / largest;
  Vector squares = Vector::Zero(static_cast<Eigen::Index>(rest.size()));
  for (const Complex& phase : {Complex(1), Complex(0, 1)}) {
    Vector q = x.q + (by * phase * mode.q).real();
    const Vector s = x.s + (by * phase * mode.s).real();
    evaluator.restore_invariants(q);
    const Points moved = points_at(drawing, {.t = result.t, .q = q, .s = s});
    for (std::size_t i = 0; i < rest.size(); ++i)
      squares[static_cast<Eigen::Index>(i)] += (moved[i] - rest[i]).squaredNorm();
  }
  const double speed = squares.size() > 0 ? std::sqrt(squares.maxCoeff()) / by : 0.0;
  double amplitude = speed > 0 ? seen_part * size / speed : seen_part * size / largest;
  const std::vector<Quantity> directions = mode_directions(result.header.system->info());
  for (Eigen::Index i = 0; i < mode.theta.size(); ++i)
    if (directions[i].unit == "rad" && std::abs(mode.theta[i]) > 0)
      amplitude = std::min(amplitude, most_rotation / std::abs(mode.theta[i]));
  return amplitude;
}

}  // namespace

ModeMotion::ModeMotion(const ModesResult& result, const Mode& mode)
    : state_(result.state), mode_(mode), evaluator_(result.header.system->make_evaluator()) {
  amplitude_ = amplitude_of(result, mode, *evaluator_);
  if (mode.kind == ModeKind::oscillation)
    end_ = 2 * std::numbers::pi / mode.omega();
  else if (mode.kind == ModeKind::rigid)
    end_ = rigid_period;
  else
    end_ = n_time_constants / mode.natural_omega();
}

Complex ModeMotion::rate() const {
  if (mode_.kind == ModeKind::oscillation) return {0, mode_.omega()};
  if (mode_.kind == ModeKind::rigid) return {0, 2 * std::numbers::pi / rigid_period};
  return mode_.eigenvalue.real();
}

Complex ModeMotion::factor(double t) const {
  const bool is_growing = mode_.kind == ModeKind::aperiodic && mode_.eigenvalue.real() > 0;
  return amplitude_ * std::exp(rate() * (is_growing ? t - end_ : t));
}

void ModeMotion::evaluate(double t, Vec y) const {
  const Complex by = factor(t);
  Vector q = state_.q + (by * mode_.q).real();
  evaluator_->restore_invariants(q);
  y << q, state_.v + (rate() * by * mode_.theta).real(), state_.s + (by * mode_.s).real();
}

}  // namespace pleuel
