#include "pleuel/run/reduction_errors.hpp"

#include <algorithm>
#include <unordered_map>

#include "pleuel/base/error.hpp"
#include "pleuel/run/case_check.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/simulation/solution.hpp"

namespace pleuel {
namespace {

constexpr double usual_tolerance = 1e-8;
constexpr int n_samples = 400;
const std::string refined_name = "the case with more modes";

/// The unknowns of a marker's massless body and the forces that hold it, by their number in y; −1
/// where they do not exist.
struct MarkerUnknowns {
  std::vector<int> position, force, moment;

  MarkerUnknowns(const std::string& marker, const std::unordered_map<std::string, int>& numbers) {
    const auto add = [&](std::vector<int>& list, const std::string& name) {
      if (const auto found = numbers.find(marker + name); found != numbers.end())
        list.push_back(found->second);
    };
    for (const char* axis : {"x", "y", "z"}) {
      add(position, std::string(".point.") + axis);
      add(force, std::string(".lambda_") + axis);
      add(moment, std::string(".lambda_angle_") + axis);
    }
    add(moment, ".lambda_angle");
  }
};

double norm_of(const std::vector<int>& numbers, const Eigen::Ref<const Vector>& y) {
  double sum = 0;
  for (const int k : numbers) sum += y[k] * y[k];
  return std::sqrt(sum);
}

std::unordered_map<std::string, int> numbers_of(const RunHeader& header) {
  std::unordered_map<std::string, int> numbers;
  for (std::size_t k = 0; k < header.unknowns.size(); ++k)
    numbers.emplace(header.unknowns[k].name, static_cast<int>(k));
  return numbers;
}

/// y by the names of another run.
Vector matched(const Eigen::Ref<const Vector>& y, const std::vector<int>& places) {
  Vector all = Vector::Zero(static_cast<Eigen::Index>(places.size()));
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k] >= 0) all[static_cast<Eigen::Index>(k)] = y[places[k]];
  return all;
}

std::vector<MarkerError> compared(const std::vector<ReductionReport>& bodies, const Solution& first,
                                  const Solution& second) {
  const auto numbers = numbers_of(first.report.header), others = numbers_of(second.report.header);
  std::vector<int> places;
  for (const Unknown& unknown : first.report.header.unknowns) {
    const auto found = others.find(unknown.name);
    places.push_back(found == others.end() ? -1 : found->second);
  }
  std::vector<MarkerError> errors;
  for (const ReductionReport& body : bodies)
    for (const auto& marker : body.markers) {
      MarkerError error;
      error.marker = body.body + "." + marker.name;
      const MarkerUnknowns of(error.marker, numbers);
      if (of.position.empty()) continue;  // the frame holds it
      const Eigen::Index n = std::min(first.y.cols(), second.y.cols());
      for (Eigen::Index k = 0; k < n; ++k) {
        const Vector d = first.y.col(k) - matched(second.y.col(k), places);
        error.motion = std::max(error.motion, norm_of(of.position, d));
        error.force = std::max(error.force, norm_of(of.force, d));
        error.moment = std::max(error.moment, norm_of(of.moment, d));
        error.largest_force = std::max(error.largest_force, norm_of(of.force, first.y.col(k)));
        error.largest_moment = std::max(error.largest_moment, norm_of(of.moment, first.y.col(k)));
      }
      errors.push_back(std::move(error));
    }
  return errors;
}

}  // namespace

ReductionErrors reduction_errors(const Catalogue& catalogue, const ReductionRequest& request) {
  const Problem& problem = catalogue.problem(request.of.case_name);
  const Case c = checked_case(problem, request.of.settings);
  if (c.reductions.empty())
    throw InvalidInput(problem.name +
                       " has no reduced elastic body; give 'modes' or 'reduction' to one of its bodies");
  ReductionErrors result;
  result.header = {problem.name, problem.title, c.remarks, c.system};
  result.bodies = c.reductions;
  if (!request.has_runs) return result;

  Problem richer = problem;
  richer.name = refined_name;  // no path: model files are shared by copies of a catalogue
  richer.build = problem.build_refined;
  Catalogue refined = catalogue;
  refined.put(std::move(richer));
  RunRequest wanted;
  wanted.settings = request.of.settings;
  wanted.formulation = request.formulation;
  wanted.method = request.method;
  wanted.until = request.until;
  result.tolerance = request.tolerance.value_or(usual_tolerance);
  wanted.tolerance = {.rtol = result.tolerance, .atol = result.tolerance};
  result.t_begin = c.t_begin;
  result.t_end = request.until.value_or(c.t_end);
  wanted.every = (result.t_end - c.t_begin) / n_samples;
  Solution solutions[2];
  for (int k = 0; k < 2; ++k) {
    SolutionRecorder recorder(solutions[k]);
    RunResult& report = solutions[k].report;
    wanted.case_name = k == 0 ? request.of.case_name : refined_name;
    report = run(k == 0 ? catalogue : refined, wanted, {.observer = &recorder, .stop = request.stop});
    wanted.formulation = result.formulation = report.header.formulation.name;
    wanted.method = result.method = report.header.method.name;
    if (report.status == RunStatus::ok) continue;
    result.status = report.status;
    result.message = report.message;
    return result;
  }
  const Case with_more = checked_case(refined.problem(refined_name), request.of.settings);
  for (const ReductionReport& body : with_more.reductions)
    result.refined_modes.push_back(static_cast<int>(body.shapes.size()));
  result.markers = compared(c.reductions, solutions[0], solutions[1]);
  return result;
}

}  // namespace pleuel
