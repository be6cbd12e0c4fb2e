#include "pleuel/problem/builtin_drawings.hpp"

#include <cmath>
#include <numbers>

#include "pleuel/problem/andrews_equations.hpp"

namespace pleuel {
namespace {

using Eigen::Vector3d;
using Kind = DrawnLine::Kind;

Eigen::Quaterniond about_z(double angle) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
}

DrawnBody rod(const std::string& name, int frame, const Vector3d& from, const Vector3d& to) {
  return {.name = name, .frame = frame, .solids = {{.type = "rod", .points = {from, to}}}};
}

/// Lines through points; each point is a frame that does not rotate.
void add_polygon(Drawing& drawing, const std::string& name, Kind kind, const std::vector<int>& frames) {
  DrawnLine line{.name = name, .kind = kind};
  for (const int frame : frames) line.points.push_back({.frame = frame});
  drawing.lines.push_back(std::move(line));
}

constexpr int rod_pieces = 32;

/// u = 4ξ(1−ξ) q3 + ξ(2ξ−1) q4 along the rod, w = q1 sin πξ + q2 sin 2πξ across it.
DrawnMesh elastic_rod(double l2) {
  DrawnMesh mesh{.name = "connecting rod", .frame = 1};
  for (int i = 0; i <= rod_pieces; ++i) {
    mesh.nodes.emplace_back(l2 * i / rod_pieces, 0, 0);
    if (i > 0) mesh.edges.push_back({i - 1, i});
  }
  mesh.values = [](const Motion& at, NodeValues& out) {
    out.displacement.setZero(3, rod_pieces + 1);
    for (int i = 0; i <= rod_pieces; ++i) {
      const double xi = static_cast<double>(i) / rod_pieces, angle = std::numbers::pi * xi;
      out.displacement(0, i) = 4 * xi * (1 - xi) * at.q[5] + xi * (2 * xi - 1) * at.q[6];
      out.displacement(1, i) = at.q[3] * std::sin(angle) + at.q[4] * std::sin(2 * angle);
    }
  };
  return mesh;
}

}  // namespace

std::shared_ptr<const Drawing> pendulum_drawing(DrawnLine::Kind kind) {
  Drawing drawing;
  drawing.n_frames = 1;
  drawing.bodies = {{.name = "bob", .frame = 0, .solids = {{.type = "sphere", .radius = 0.06}}}};
  drawing.lines = {{.name = "rod", .kind = kind, .points = {{}, {.frame = 0}}}};
  drawing.joints = {{.name = "pivot", .type = "revolute"}};
  drawing.place = [](const Motion& at, std::vector<FramePlace>& out) {
    out[0].position = Vector3d(at.q[0], at.q[1], 0);
  };
  return std::make_shared<Drawing>(std::move(drawing));
}

std::shared_ptr<const Drawing> slider_crank_drawing(double l1, double l2) {
  Drawing drawing;
  drawing.n_frames = 3;
  const double block = 0.2 * l1;
  drawing.bodies = {
      rod("crank", 0, Vector3d::Zero(), Vector3d(l1, 0, 0)),
      {.name = "block", .frame = 2, .solids = {{.type = "box", .size = {2 * block, block, 0}}}}};
  drawing.meshes = {elastic_rod(l2)};
  drawing.joints = {
      {.name = "bearing", .type = "revolute"},
      {.name = "crank pin", .type = "revolute", .point = {.frame = 0, .at = {l1, 0, 0}}},
      {.name = "block pin", .type = "revolute", .point = {.frame = 2}},
      {.name = "slide", .type = "prismatic", .point = {.at = {l2, 0, 0}}, .axis = Vector3d::UnitX()}};
  drawing.place = [l1](const Motion& at, std::vector<FramePlace>& out) {
    out[0].rotation = about_z(at.q[0]);
    out[1].position = l1 * Vector3d(std::cos(at.q[0]), std::sin(at.q[0]), 0);
    out[1].rotation = about_z(at.q[1]);
    out[2].position.x() = at.q[2];
  };
  return std::make_shared<Drawing>(std::move(drawing));
}

std::shared_ptr<const Drawing> andrews_drawing() {
  enum Point { O, A, B, C, P, F, D, E, H, n_points };
  Drawing drawing;
  drawing.n_frames = n_points;
  add_polygon(drawing, "K1", Kind::rod, {O, P});
  add_polygon(drawing, "K2", Kind::rod, {P, F});
  add_polygon(drawing, "K3", Kind::rod, {B, F, D, B});
  add_polygon(drawing, "K4", Kind::rod, {E, F});
  add_polygon(drawing, "K5", Kind::rod, {A, E});
  add_polygon(drawing, "K6", Kind::rod, {H, F});
  add_polygon(drawing, "K7", Kind::rod, {A, H});
  add_polygon(drawing, "spring", Kind::spring, {C, D});
  const char* names[] = {"O", "A", "B", "C", "P", "F", "D", "E", "H"};
  for (int k = 0; k < n_points; ++k)
    drawing.joints.push_back({.name = names[k], .type = "revolute", .point = {.frame = k}});
  drawing.place = [](const Motion& at, std::vector<FramePlace>& out) {
    const AndrewsParameters p;
    const auto along = [](double angle) { return Vector3d(std::cos(angle), std::sin(angle), 0); };
    const auto across = [](double angle) { return Vector3d(std::sin(angle), -std::cos(angle), 0); };
    const auto& q = at.q;
    out[A].position = Vector3d(p.xa, p.ya, 0);
    out[B].position = Vector3d(p.xb, p.yb, 0);
    out[C].position = Vector3d(p.xc, p.yc, 0);
    out[P].position = p.rr * along(q[0]);
    out[F].position = out[P].position - p.d * along(q[0] + q[1]);
    out[D].position = out[B].position + p.sd * along(q[2]) + p.sc * across(q[2]);
    out[E].position = out[A].position + p.zt * along(q[4]);
    out[H].position = out[A].position + p.u * across(q[6]);
  };
  return std::make_shared<Drawing>(std::move(drawing));
}

std::shared_ptr<const Drawing> chain_drawing(int n, double l) {
  constexpr int most_links = 2000;
  if (n > most_links) return nullptr;
  Drawing drawing;
  drawing.n_frames = n;
  for (int k = 0; k < n; ++k) {
    const Vector3d half(0, l / 2, 0);
    drawing.bodies.push_back(rod("link " + std::to_string(k + 1), k, half, -half));
    drawing.joints.push_back(
        {.name = "joint " + std::to_string(k + 1), .type = "revolute", .point = {.frame = k, .at = half}});
  }
  drawing.place = [n](const Motion& at, std::vector<FramePlace>& out) {
    for (int k = 0; k < n; ++k) {
      out[k].position = Vector3d(at.q[3 * k], at.q[3 * k + 1], 0);
      out[k].rotation = about_z(at.q[3 * k + 2]);
    }
  };
  return std::make_shared<Drawing>(std::move(drawing));
}

std::shared_ptr<const Drawing> top_drawing(double l) {
  Drawing drawing;
  drawing.dimension = 3;
  drawing.up = Vector3d::UnitZ();
  drawing.n_frames = 1;
  // The figure axis is y; a cylinder has its axis along z.
  const Eigen::Matrix3d rotation =
      Eigen::AngleAxisd(-std::numbers::pi / 2, Vector3d::UnitX()).toRotationMatrix();
  drawing.bodies = {
      rod("axis", 0, Vector3d(0, -l, 0), Vector3d(0, l / 2, 0)),
      {.name = "disc",
       .frame = 0,
       .solids = {{.type = "cylinder", .radius = 0.3 * l, .length = 0.1 * l, .rotation = rotation},
                  {.type = "box", .size = {0.1 * l, 0.12 * l, 0.1 * l}, .at = {0.22 * l, 0, 0}}}}};
  drawing.joints = {{.name = "ball joint", .type = "spherical"}};
  drawing.place = [](const Motion& at, std::vector<FramePlace>& out) {
    out[0].position = Vector3d(at.q[0], at.q[1], at.q[2]);
    out[0].rotation = Eigen::Quaterniond(at.q[3], at.q[4], at.q[5], at.q[6]).normalized();
  };
  return std::make_shared<Drawing>(std::move(drawing));
}

}  // namespace pleuel
