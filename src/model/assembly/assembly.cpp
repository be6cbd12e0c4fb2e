#include "pleuel/model/assembly/assembly.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/model/assembly/start_angle.hpp"

namespace pleuel {
namespace {

Eigen::Vector3d com_place(const BodyDescription& b) { return b.position + b.orientation * b.com; }
Eigen::Vector3d com_velocity(const BodyDescription& b) {
  return b.velocity + b.angular_velocity.cross(b.orientation * b.com);
}

void add_planar_body(const std::string& name, SystemInfo& info) {
  const std::pair<const char*, const char*> coordinates[] = {{"x", "m"}, {"y", "m"}, {"phi", "rad"}};
  for (const auto& [letter, unit] : coordinates) {
    const std::string u = unit;
    info.q.push_back({name + "." + letter, u});
    info.v.push_back({name + ".v" + letter, u + "/s"});
    info.a.push_back({name + ".a" + letter, u + "/s²"});
  }
}

void add_spatial_body(const std::string& name, SystemInfo& info) {
  info.kinematic_blocks.push_back({.first_q = info.n_q() + 3, .n_q = 4, .first_v = info.n_v() + 3, .n_v = 3});
  const std::string axes[] = {"x", "y", "z"};
  for (const auto& axis : axes) {
    info.q.push_back({name + "." + axis, "m"});
    info.v.push_back({name + ".v" + axis, "m/s"});
    info.a.push_back({name + ".a" + axis, "m/s²"});
  }
  for (int k = 0; k < 4; ++k) info.q.push_back({name + ".p" + std::to_string(k), "1"});
  for (const auto& axis : axes) {
    info.v.push_back({name + ".w" + axis, "rad/s"});
    info.a.push_back({name + ".alpha_" + axis, "rad/s²"});
  }
}

/// "rod.e7.g1.ep11": a state of the first point of the element with tag 7.
void add_point_states(const std::string& body, const BuiltBody& flexible, SystemInfo& info) {
  const auto& points = *flexible.points;
  const auto& material = points.material();
  info.s.reserve(info.s.size() + points.n_states());
  for (int p = 0; p < points.n_points(); ++p) {
    const auto [element, number] = points.place(p);
    const std::string name = body + ".e" + std::to_string(flexible.shape->body.mesh().element_tag(element)) +
                             ".g" + std::to_string(number + 1) + ".";
    info.state_blocks.push_back({info.n_s(), material.n_states(), material.n_states() - material.n_active()});
    for (const auto& state : material.states()) info.s.push_back({name + state.name, "1"});
  }
}

int n_body_slots(const BuiltDescription& description) {
  return static_cast<int>(description.bodies.size() + description.flexible_markers.size());
}

int n_deformations(const BuiltDescription& description) {
  int n = 0;
  for (const auto& [number, body] : description.flexible_bodies) n += body->n_deformation();
  return n;
}

/// The attachments of the markers of elastic bodies; row numbers start at `row`.
template <int D>
std::vector<AttachmentTerm<D>> attachments(const BuiltDescription& description, int row) {
  using S = Space<D>;
  std::map<int, int> first;  // deformations of each body, counted from the first of all
  int next = 0;
  for (const auto& [number, b] : description.flexible_bodies) {
    first[number] = next;
    next += b->n_deformation();
  }
  std::vector<AttachmentTerm<D>> terms;
  const int n_bodies = n_body_slots(description);
  int body = static_cast<int>(description.bodies.size());
  for (const auto& [k, marker] : description.flexible_markers) {
    const int frame = description.markers[k].body, at = first.at(frame);
    if constexpr (D == 2)
      terms.emplace_back(row, body++, frame, S::n * n_bodies + at, marker);
    else
      terms.emplace_back(row, body++, frame,
                         AttachmentTerm<3>::Deformations{S::n_q * n_bodies + at, S::n * n_bodies + at},
                         marker);
    row += S::n;
  }
  return terms;
}

}  // namespace

template <>
StartCoordinates start_coordinates<2>(const BuiltDescription& description) {
  const int n = 3 * n_body_slots(description) + n_deformations(description);
  StartCoordinates start{Vector::Zero(n), Vector::Zero(n)};
  int k = 0;
  for (const BodyDescription& b : description.bodies) {
    const Eigen::Matrix3d& R = b.orientation;
    const Eigen::Vector3d x = com_place(b), v = com_velocity(b);
    start.q.segment<3>(k) << x[0], x[1], std::atan2(R(1, 0), R(0, 0)) + 2 * std::numbers::pi * b.revolutions;
    start.v.segment<3>(k) << v[0], v[1], b.angular_velocity[2];
    k += 3;
  }
  for (const AttachmentTerm<2>& marker : attachments<2>(description, 0)) {
    start.q.segment<3>(3 * marker.marker_body()) = marker.place(start.q);
    start.v.segment<3>(3 * marker.marker_body()) = marker.rate(start.q, start.v);
  }
  return start;
}

template <>
StartCoordinates start_coordinates<3>(const BuiltDescription& description) {
  const int n = static_cast<int>(description.bodies.size()), n_slots = n_body_slots(description);
  const int n_e = n_deformations(description);
  StartCoordinates start{Vector::Zero(7 * n_slots + n_e), Vector::Zero(6 * n_slots + n_e)};
  for (int k = 0; k < n; ++k) {
    const BodyDescription& b = description.bodies[k];
    const Eigen::Quaterniond p(b.orientation);
    start.q.segment<3>(7 * k) = com_place(b);
    start.q.segment<4>(7 * k + 3) << p.w(), p.x(), p.y(), p.z();
    start.v.segment<3>(6 * k) = com_velocity(b);
    start.v.segment<3>(6 * k + 3) = b.orientation.transpose() * b.angular_velocity;
  }
  // Not deformed, markers move with the frames of their bodies.
  for (const AttachmentTerm<3>& marker : attachments<3>(description, 0)) {
    const int body = marker.marker_body(), frame = marker.frame();
    const Eigen::Vector3d from_frame = description.bodies[frame].orientation * marker.marker().X;
    start.q.segment<7>(7 * body) = start.q.segment<7>(7 * frame);
    start.q.segment<3>(7 * body) += from_frame;
    start.v.segment<6>(6 * body) = start.v.segment<6>(6 * frame);
    start.v.segment<3>(6 * body) += description.bodies[frame].angular_velocity.cross(from_frame);
  }
  return start;
}

template <int D>
int Assembly<D>::add_row(const std::string& label, const std::string& unit) {
  info.constraints.push_back(element_ + ", " + label);
  info.lambda.push_back({element_ + ".lambda_" + label, unit});
  constants.push_back(0);
  periods.push_back(0);
  return info.n_lambda() - 1;
}

template <int D>
void Assembly<D>::add_conditions(const std::string& body, int first_q, int first_v,
                                 const std::shared_ptr<const fem::LinearConditions>& conditions) {
  element_ = body;
  flexible.conditions.emplace_back(info.n_lambda(), first_q, first_v, conditions);
  for (const auto& row : conditions->rows) add_row(row.name, row.is_rotation ? "N m" : "N");
}

template <int D>
void Assembly<D>::add_flexible_parts() {
  for (const auto& [k, marker] : description_->flexible_markers) {
    marker_bodies_[k] = static_cast<int>(bodies.size());
    const std::string name = description_->markers[k].name + ".point";  // "rod.tip.x" is an output
    if constexpr (D == 2)
      add_planar_body(name, info);
    else
      add_spatial_body(name, info);
    bodies.push_back({});
  }
  for (const auto& [k, body] : description_->flexible_bodies) {
    const std::string& name = description_->bodies[k].name;
    flexible.bodies.emplace_back(
        FlexiblePlaces{
            .body = k, .first = info.n_q(), .first_v = info.n_v(), .first_state = info.n_s(), .name = name},
        body);
    if (body->points) add_point_states(name, *body, info);
    const int first_q = info.n_q(), first_v = info.n_v();
    for (const Quantity& q : body->deformations) info.add_coordinate(name + "." + q.name, q.unit);
    const int first_row = info.n_lambda();
    if (body->conditions) add_conditions(name, first_q, first_v, body->conditions);
    for (const BuiltBody::Drive& drive : body->drives) add_drive(first_row + drive.row, drive.value);
  }
  flexible.attachments = attachments<D>(*description_, info.n_lambda());
  for (const AttachmentTerm<D>& attachment : flexible.attachments) {
    const auto marker =
        std::ranges::find(marker_bodies_, attachment.marker_body(), &std::pair<const int, int>::second);
    element_ = description_->markers[marker->first].name;
    add_row("x", "N");
    add_row("y", "N");
    if constexpr (D == 2) {
      add_row("angle", "N m");
    } else {
      add_row("z", "N");
      const BodyPair pair{attachment.frame(), attachment.marker_body()};
      const char* const labels[] = {"angle_x", "angle_y", "angle_z"};
      for (int axis = 0; axis < 3; ++axis) {
        // ½ ax(Rᵀ R_m), see AttachmentTerm<3>.
        const Eigen::Vector3d next = Eigen::Vector3d::Unit((axis + 1) % 3),
                              last = Eigen::Vector3d::Unit((axis + 2) % 3);
        const int row = add_row(labels[axis], "N m");
        add_term(row, 0.5, pair, Cosine<3>{last, next});
        add_term(row, -0.5, pair, Cosine<3>{next, last});
      }
    }
  }
}

template <int D>
Assembly<D>::Assembly(const BuiltDescription& description)
    : description_(&description), start_(n_body_slots(description)) {
  info.name = description.name;
  info.has_statics = true;
  const StartCoordinates at = start_coordinates<D>(description);
  for (const BodyDescription& b : description.bodies) {
    about_inertia.push_back(b.about_inertia);
    if constexpr (D == 2) {
      add_planar_body(b.name, info);
      if (description.flexible_body(bodies.size()) != nullptr)
        bodies.push_back({});
      else
        bodies.push_back({b.mass, Eigen::Matrix<double, 1, 1>(b.inertia(2, 2))});
    } else {
      add_spatial_body(b.name, info);
      if (description.flexible_body(bodies.size()) != nullptr)
        bodies.push_back({});
      else
        bodies.push_back({b.mass, b.inertia});
    }
  }
  add_flexible_parts();
  for (int k = 0; k < start_.size(); ++k) {
    place_body(at.q.data() + k * S::n_q, start_[k]);
    start_[k].v = at.v.template segment<D>(k * S::n);
    start_[k].omega = at.v.template segment<S::n_rotations>(k * S::n + D);
  }
}

template <int D>
Attachment<D> Assembly<D>::marker(int number) const {
  const MarkerDescription& m = description_->markers[number];
  if (description_->flexible_markers.contains(number))
    return {marker_bodies_.at(number), S::Point::Zero(), m.axes.template topLeftCorner<D, D>(), m.revolutions,
            number};
  const Eigen::Vector3d com =
      m.body == ground ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : description_->bodies[m.body].com;
  return {m.body, (m.position - com).template head<D>(), m.axes.template topLeftCorner<D, D>(), m.revolutions,
          number};
}

template <int D>
void Assembly<D>::count_from(double start, const BodyPair& pair, Angle<D>& angle, std::string who) {
  if constexpr (D == 3) {
    angle.count = info.n_angles();
    info.angles.push_back({std::move(who), start});
    angles.push_back({pair, angle});
    start_.references.push_back(start);
  }
}

template <int D>
void Assembly<D>::count(const BodyPair& pair, Angle<D>& angle, const char* kind) {
  if constexpr (D == 3) {
    const StartAngle start = start_angle(*description_, markers_[0], markers_[1], at_start(pair, angle));
    count_from(start.value, pair, angle, std::string(kind) + " '" + element_ + "'");
    const bool is_new = std::find(remarks.begin(), remarks.end(), start.remark) == remarks.end();
    if (!start.remark.empty() && is_new) remarks.push_back(start.remark);
  }
}

template <int D>
void Assembly<D>::require_rotation(const Attachment<D>& at) const {
  if (!description_->markers_without_rotation.contains(at.marker)) return;
  throw InvalidInput(place_ + ": '" + element_ + "' needs the rotation of the marker '" +
                     description_->markers[at.marker].name +
                     "', which is one node of a solid: it has a place but no rotation, so a torque there "
                     "would not bend the body; give the marker a set of several nodes, {\"set\": "
                     "\"right\"}, or use what acts on its place alone, such as a revolute joint");
}

template class Assembly<2>;
template class Assembly<3>;

}  // namespace pleuel
