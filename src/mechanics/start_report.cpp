#include "pleuel/mechanics/start_report.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/advised_system.hpp"

namespace pleuel {
namespace {

constexpr double noticed_change = 0.01;  // of a velocity that is stated
constexpr double least_share =
    1e-9;  // relative to an energy; the metric of the start leaves less than 1e-11 in strain
constexpr double rounding_of_move = 1e-12;  // of 1 + |value|

std::string list(const Vector& x) {
  if (x.size() == 1) return number_text(x[0]);
  std::string text = "(";
  for (Eigen::Index i = 0; i < x.size(); ++i) text += (i > 0 ? ", " : "") + number_text(x[i]);
  return text + ")";
}

/// M_ii of each velocity.
Vector masses(const MotionMatrices& m) {
  Vector diagonal = Vector::Zero(m.M.cols);
  for (int i = 0; i < m.M.cols; ++i)
    if (const int slot = m.M.slot(i, i); slot >= 0) diagonal[i] = m.M.value[slot];
  return diagonal;
}

/// The same for coordinates: in a kinematic block, the largest mass of its velocities.
Vector masses_of_coordinates(const SystemInfo& info, const Vector& of_v) {
  Vector of_q(info.n_q());
  int q = 0, v = 0;
  const auto copy_to = [&](int end_q) {
    while (q < end_q) of_q[q++] = of_v[v++];
  };
  for (const KinematicBlock& block : info.kinematic_blocks) {
    copy_to(block.first_q);
    of_q.segment(q, block.n_q).setConstant(of_v.segment(v, block.n_v).maxCoeff());
    q += block.n_q;
    v += block.n_v;
  }
  copy_to(info.n_q());
  return of_q;
}

std::optional<MovedValue> most_moved(const std::vector<Quantity>& names, const Vector& mass,
                                     const Vector& given, const ConstVec& start) {
  std::optional<MovedValue> most;
  double largest = 0, without_mass = 0;
  for (Eigen::Index i = 0; i < given.size(); ++i) {
    const double by = std::abs(start[i] - given[i]);
    if (!(by > rounding_of_move * (1 + std::abs(given[i])))) continue;
    const double score = mass[i] * by * by;
    if (score < largest || (score == 0 && by <= without_mass)) continue;
    if (score == 0) without_mass = by;
    largest = score;
    most = {names[i].name, names[i].unit, given[i], start[i]};
  }
  return most;
}

void remark_on_velocities(const Motion& at, const StartMetric& metric, StartReport& report) {
  const double rounding = 1e-9 * (at.v.size() > 0 ? at.v.cwiseAbs().maxCoeff() : 0.0);
  for (const auto& stated : metric.stated) {
    const Vector now = stated.value(at.q, at.v);
    const double change = (now - stated.given).norm();
    if (change <= noticed_change * stated.given.norm() + rounding) continue;
    report.remarks.push_back("the " + stated.name + " is stated as " + list(stated.given) + " " +
                             stated.unit + ", but joints and drivers allow " + list(now) + " " + stated.unit +
                             " next to what else is given; correct it or leave it out");
  }
}

void remark_on_strain(const MechanicalSystem& system, const Motion& at, const MotionMatrices& m,
                      const StartReportRequest& request, StartReport& report) {
  const StartMetric& metric = *request.metric;
  const std::vector<StartMetric::Strain> strains = metric.strains(at.q);
  double omega = 0;
  for (const StartMetric::Strain& body : strains) {
    report.strain_energy += body.energy;
    omega = std::max(omega, body.omega);
  }
  if (strains.empty() || request.is_strain_meant) return;
  const Vector moved = at.q - request.q_given;
  const double moved_energy =
      0.5 * omega * omega * masses_of_coordinates(system.info(), masses(m)).dot(moved.cwiseAbs2());
  const Energy energy = system.make_evaluator()->energy(at);
  const double in_play =
      std::max({energy.kinetic, std::abs(energy.potential - report.strain_energy), moved_energy});
  if (!(report.strain_energy > std::max(request.rtol, least_share) * in_play)) return;
  const auto worst = std::ranges::max_element(strains, {}, &StartMetric::Strain::energy);
  report.remarks.push_back("the start strains elastic bodies by " + number_text(report.strain_energy) +
                           " J, most of all '" + worst->body +
                           "': moving the bodies does not close the joints; correct lengths and positions if "
                           "no prestress is intended");
}

}  // namespace

StartReport report_on_start(const MechanicalSystem& system, const Motion& at,
                            const StartReportRequest& request) {
  const auto evaluator = system.make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(at.t, at.q, m);
  const Vector mass = masses(m);
  StartReport report;
  report.position =
      most_moved(system.info().q, masses_of_coordinates(system.info(), mass), request.q_given, at.q);
  report.velocity = most_moved(system.info().v, mass, request.v_given, at.v);
  if (request.metric != nullptr) {
    remark_on_velocities(at, *request.metric, report);
    remark_on_strain(system, at, m, request, report);
  }
  if (const AdvisedSystem* const advice = advised(system))
    for (std::string& sentence : advice->about_reversed_axes(request.q_given, at.q))
      report.remarks.push_back(std::move(sentence));
  return report;
}

std::string moved_text(const MovedValue& moved) {
  return moved.name + " from " + number_text(moved.given) + " to " + number_text(moved.start) + " " +
         moved.unit;
}

std::string most_moved_text(const std::optional<MovedValue>& position,
                            const std::optional<MovedValue>& velocity) {
  std::string text;
  for (const auto* moved : {&position, &velocity})
    if (*moved) text += (text.empty() ? "most: " : ", ") + moved_text(**moved);
  return text;
}

}  // namespace pleuel
