#include "pleuel/run/request_check.hpp"

#include <cmath>

#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/run/time_grid.hpp"

namespace pleuel {
Faults faults_of_numbers(const RunRequest& request) {
  Faults faults;
  const auto is_size = [](double value) { return std::isfinite(value) && value >= 0; };
  if (!is_size(request.h0))
    faults.push_back("the first step is " + number_text(request.h0, 12) +
                     ", but must be positive (or 0: chosen)");
  if (!is_size(request.step))
    faults.push_back("the step is " + number_text(request.step, 12) +
                     ", but must be positive (or 0: variable)");
  if (request.every && !(is_size(*request.every) && *request.every > 0)) {
    faults.push_back("the sampling interval is " + number_text(*request.every, 12) +
                     ", but must be positive");
  }
  if (request.every && !request.at.empty()) {
    faults.push_back("samples are asked for both at equal intervals and at given times; give one of the two");
  }
  if (request.timeout && !(is_size(*request.timeout) && *request.timeout > 0)) {
    faults.push_back("the wall-time limit is " + number_text(*request.timeout, 12) +
                     " s, but must be positive");
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
    faults.push_back("the end time is " + number_text(t_end, 12) + ", but must lie after the start, " +
                     number_text(problem_case.t_begin, 12));
    return faults;
  }
  const double span = t_end - problem_case.t_begin;
  if (request.every && *request.every > 0 && !(span / *request.every < TimeGrid::most_points)) {
    faults.push_back("the sampling interval is " + number_text(*request.every, 12) +
                     ", but must give fewer than " + number_text(TimeGrid::most_points, 12) + " samples in " +
                     number_text(span, 12) + " s");
  }
  for (const double t : request.at) {
    const bool is_inside = t >= problem_case.t_begin && t <= t_end;
    if (!is_inside) {
      faults.push_back("a sample is asked for at t = " + number_text(t, 12) + ", but the run goes from " +
                       number_text(problem_case.t_begin, 12) + " to " + number_text(t_end, 12));
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
