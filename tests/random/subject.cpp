#include "random/subject.hpp"

#include <filesystem>
#include <fstream>

#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "random/model_text.hpp"
#include "random/random_numbers.hpp"

namespace pleuel::testing {
namespace {

constexpr double sine_at_start = 0.1;  // of accepted mechanisms
constexpr double sine_in_motion = 0.05;
constexpr double shortest = 0.25;  // s
constexpr double largest_growth = 200;
constexpr int n_probes = 40;
constexpr int n_intervals = 4;  // errors are measured at so many times
const PairRun reference_pair{"ggl1", "radau", 1e-11};

/// Velocities that meet the constraints, as the system has them.
void take_velocities(const Vector& v, Mechanism& m) {
  for (std::size_t k = 0; k < m.bodies.size(); ++k) {
    RigidBody& body = m.bodies[k];
    const Eigen::Index first = Eigen::Index(k) * (m.dimension == 2 ? 3 : 6);
    Eigen::Vector3d at_com = Eigen::Vector3d::Zero();
    at_com.head(m.dimension) = v.segment(first, m.dimension);
    if (m.dimension == 2)
      body.omega = {0, 0, v[first + 2]};
    else
      body.omega = body.pose.axes * v.segment<3>(first + 3);
    body.velocity = at_com - body.omega.cross(body.pose.axes * body.com);
  }
}

}  // namespace

std::vector<double> sample_times(double until, int n_intervals) {
  std::vector<double> times;
  for (int i = 0; i <= n_intervals; ++i) times.push_back(until * i / n_intervals);
  return times;
}

double smallest_sine(const MechanicalSystem& system, double t, const Vector& q) {
  const auto evaluator = system.make_evaluator();
  MotionMatrices matrices = evaluator->matrices({});
  evaluator->configuration_matrices(t, view(q), matrices);
  if (matrices.G.rows == 0) return 1;
  Matrix rows = solved_by_root(matrices.M.dense(), matrices.G.dense().transpose()).transpose();
  if (rows.rows() > rows.cols()) return 0;
  rows.rowwise().normalize();
  return singular_values(rows).minCoeff();
}

Workshop::Workshop(std::string folder) : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
}

void Workshop::write(Subject& subject, const std::string& suffix) {
  subject.file = folder_ + "/" + subject.mechanism.name + suffix + ".json";
  std::ofstream(subject.file) << model_text(subject.mechanism);
}

RunPlan Workshop::plan_of(const std::string& file, const PairRun& pair, const std::vector<double>& times) {
  RunRequest request;
  request.case_name = file;
  if (!pair.formulation.empty()) request.formulation = pair.formulation;
  request.method = pair.method;
  request.tolerance = {.rtol = pair.tolerance, .atol = pair.tolerance};
  request.until = times.back();
  request.at = times;
  request.timeout = 60;
  return plan(catalogue_, request);
}

Trajectory Workshop::run(const std::string& file, const PairRun& pair, const std::vector<double>& times) {
  Trajectory trajectory;
  TrajectoryRecorder recorder(trajectory);
  trajectory.result = pleuel::run(plan_of(file, pair, times), {.observer = &recorder});
  return trajectory;
}

Trajectory Workshop::reference_run(const std::string& file, const std::vector<double>& times,
                                   const Vector* moved) {
  Trajectory all;
  for (std::size_t i = 1; i < times.size(); ++i) {
    RunPlan planned = plan_of(file, reference_pair, {times[0], times[i]});
    if (moved != nullptr) {
      planned.problem_case.q0 += moved->head(planned.problem_case.q0.size());
      planned.problem_case.v0 += moved->tail(planned.problem_case.v0.size());
    }
    Trajectory one;
    TrajectoryRecorder recorder(one);
    all.result = pleuel::run(planned, {.observer = &recorder});
    if (i == 1) all.append(one, 0);
    if (one.t.size() != 2) break;
    all.append(one, 1);
  }
  return all;
}

double Workshop::growth(const Subject& subject) {
  double largest = 1;
  RandomNumbers random(subject.seed + 77);
  const Trajectory& reference = subject.reference;
  for (int k = 0; k < 2; ++k) {
    const Vector &q = reference.q[0], &v = reference.v[0];
    Vector moved(q.size() + v.size());
    for (Eigen::Index i = 0; i < moved.size(); ++i) {
      const double size = std::abs(i < q.size() ? q[i] : v[i - q.size()]);
      moved[i] = 1e-9 * (1 + size) * random.uniform(-1, 1);
    }
    const Trajectory other = reference_run(subject.file, reference.t, &moved);
    if (other.t.size() != reference.t.size()) return std::numeric_limits<double>::infinity();
    const double first =
        std::max(scaled_distance(other.q[0], reference.q[0]), scaled_distance(other.v[0], reference.v[0]));
    if (first < 1e-10) continue;  // constraints and drivers leave no room for it
    largest = std::max(largest, distance(other, reference).largest() / first);
  }
  return largest;
}

bool Workshop::is_regular(Subject& subject, PassedOver& passed_over) {
  const PairRun probe{"ggl1", "radau5", 1e-6};
  write(subject, "-tree");
  try {
    const RunPlan first = plan_of(subject.file, probe, {0, 1});
    const Case& c = first.problem_case;
    if (smallest_sine(*c.system, 0, c.q0) < sine_at_start) {
      ++passed_over.dependent;
      return false;
    }
    if (!subject.mechanism.is_tree())
      take_velocities(consistent_initial_state(*c.system, 0, c.q0, c.v0, c.s0).v, subject.mechanism);
    subject.n_v = c.system->info().n_v();
    subject.n_rows = c.system->info().n_lambda();
    write(subject, "");
    const Trajectory motion = run(subject.file, probe, sample_times(1, n_probes));
    double until = 0;
    for (std::size_t i = 0; i < motion.t.size(); ++i) {
      const double sine = smallest_sine(*c.system, motion.t[i], motion.q[i]);
      if (sine < sine_in_motion) {
        until *= 0.8;
        break;
      }
      until = motion.t[i];
      subject.smallest_sine = std::min(subject.smallest_sine, sine);
    }
    if (until < shortest) {
      ++(motion.result.status == RunStatus::ok ? passed_over.singular : passed_over.failed);
      return false;
    }
    for (; until >= shortest; until *= 0.5) {
      subject.reference = reference_run(subject.file, sample_times(until, n_intervals));
      subject.growth = growth(subject);
      if (subject.growth < largest_growth) break;
    }
    subject.mechanism.until = until;
    if (until >= shortest) {
      write(subject, "");
      return true;
    }
    ++passed_over.chaotic;
  } catch (const RedundantConstraints&) {
    ++passed_over.dependent;
  } catch (const NoConsistentState&) {
    ++passed_over.dependent;
  }
  return false;
}

Subject Workshop::subject(int number, PassedOver& passed_over) {
  constexpr int seeds_each = 1000;
  for (int k = 0; k < seeds_each; ++k) {
    Subject subject;
    subject.number = number;
    subject.seed = std::uint64_t(number) * seeds_each + std::uint64_t(k);
    subject.kind = MechanismClass(number % 4);
    subject.mechanism = random_mechanism(subject.seed, subject.kind);
    subject.mechanism.name = "random-" + std::to_string(subject.seed);
    const bool has_loop = !subject.mechanism.is_tree();
    const bool wants_loop =
        subject.kind == MechanismClass::planar_loop || subject.kind == MechanismClass::spatial_loop;
    if (has_loop == wants_loop && is_regular(subject, passed_over)) return subject;
  }
  throw std::runtime_error("no regular mechanism for number " + std::to_string(number));
}

}  // namespace pleuel::testing
