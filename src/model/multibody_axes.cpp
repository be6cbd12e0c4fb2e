// Joints in space whose equations hold with axes that point differently than meant.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/base/number_text.hpp"
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {
namespace {

std::vector<double> cosines(const Assembly<3>& parts, ConstVec q) {
  std::vector<double> list;
  if (parts.paired_axes.empty()) return list;
  BodyMotions<3> bodies = parts.start();
  for (int k = 0; k < bodies.size(); ++k) place_body(q.data() + k * Space<3>::n_q, bodies[k]);
  for (const PairedAxes& axes : parts.paired_axes)
    list.push_back(motion_at<3>(axes.cosine, axes.bodies, bodies).value);
  return list;
}

}  // namespace

template <>
std::string MultibodySystem<2>::about_wrong_solution(ConstVec) const {
  return "";
}

template <>
std::string MultibodySystem<3>::about_wrong_solution(ConstVec q) const {
  constexpr double least_cosine = 0.5;  // the equations hold at cosines of 1, 0 and −1
  const std::vector<double> at_q = cosines(parts_, q);
  for (std::size_t k = 0; k < at_q.size(); ++k) {
    const PairedAxes& axes = parts_.paired_axes[k];
    if (axes.meaning != PairedAxes::Meaning::same || at_q[k] > least_cosine) continue;
    const double degrees = 180 / std::numbers::pi * std::acos(std::clamp(at_q[k], -1.0, 1.0));
    return "the equations of " + axes.joint + " hold, but the " + axes.axis + " axes of its markers are " +
           number_text(std::round(degrees)) + " degrees apart";
  }
  return "";
}

template <>
std::vector<std::string> MultibodySystem<2>::about_reversed_axes(ConstVec, ConstVec) const {
  return {};
}

template <>
std::vector<std::string> MultibodySystem<3>::about_reversed_axes(ConstVec q_given, ConstVec q) const {
  constexpr double reversed = -0.98;  // 169°
  const std::vector<double> before = cosines(parts_, q_given), at_q = cosines(parts_, q);
  std::vector<std::string> sentences;
  for (std::size_t k = 0; k < at_q.size(); ++k) {
    const PairedAxes& axes = parts_.paired_axes[k];
    if (axes.meaning == PairedAxes::Meaning::parallel && at_q[k] < reversed && before[k] > reversed)
      sentences.push_back("the joints close with the " + std::string(1, axes.axis) + " axes of " +
                          axes.joint +
                          " pointing against each other; if this is not meant, start nearer to the position "
                          "that is");
  }
  return sentences;
}

}  // namespace pleuel
