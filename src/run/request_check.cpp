#include "pleuel/run/request_check.hpp"

#include <cmath>
#include <cstdio>

#include "pleuel/base/names.hpp"
#include "pleuel/run/time_grid.hpp"

namespace pleuel {
namespace {

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

}  // namespace

Faults faults_of_numbers(const RunRequest& request) {
  Faults faults;
  const auto is_size = [](double value) { return std::isfinite(value) && value >= 0; };
  if (!is_size(request.h0))
    faults.push_back("the first step is " + shown(request.h0) + ", but must be positive (or 0: chosen)");
  if (!is_size(request.step))
    faults.push_back("the step is " + shown(request.step) + ", but must be positive (or 0: variable)");
  if (request.every && !(is_size(*request.every) && *request.every > 0)) {
    faults.push_back("the sampling interval is " + shown(*request.every) + ", but must be positive");
  }
  if (request.every && !request.at.empty()) {
    faults.push_back("samples are asked for both at equal intervals and at given times; give one of the two");
  }
  if (request.timeout && !(is_size(*request.timeout) && *request.timeout > 0)) {
    faults.push_back("the wall-time limit is " + shown(*request.timeout) + " s, but must be positive");
  }
  for (const std::string& group : request.outputs) {
    const auto& known = output_groups();
    if (std::find(known.begin(), known.end(), group) == known.end())
      faults.push_back(unknown_name("group of outputs", group, known));
  }
  if (request.repeat < 1) {
    faults.push_back("the number of repetitions is " + std::to_string(request.repeat) +
                     ", but must be at least 1");
  }
  return faults;
}

Faults faults_of_times(const RunRequest& request, const Case& problem_case, double t_end) {
  Faults faults;
  if (!std::isfinite(t_end) || t_end <= problem_case.t_begin) {
    faults.push_back("the end time is " + shown(t_end) + ", but must lie after the start, " +
                     shown(problem_case.t_begin));
    return faults;
  }
  const double span = t_end - problem_case.t_begin;
  if (request.every && *request.every > 0 && !(span / *request.every < TimeGrid::most_points)) {
    faults.push_back("the sampling interval is " + shown(*request.every) + ", but must give fewer than " +
                     shown(TimeGrid::most_points) + " samples in " + shown(span) + " s");
  }
  for (const double t : request.at) {
    const bool is_inside = t >= problem_case.t_begin && t <= t_end;
    if (!is_inside) {
      faults.push_back("a sample is asked for at t = " + shown(t) + ", but the run goes from " +
                       shown(problem_case.t_begin) + " to " + shown(t_end));
    }
  }
  return faults;
}

Faults faults_of_tolerance(const ToleranceRequest& tolerance) {
  Faults faults;
  collecting(faults, [&] { (void)resolve({.rtol = tolerance.rtol, .atol = tolerance.atol}, {}); });
  return faults;
}

}  // namespace pleuel
