#include "pleuel/lab/series_runs.hpp"

#include <algorithm>

#include "pleuel/base/limits.hpp"

namespace pleuel {

double SeriesRuns::left() const {
  return request_.budget ? *request_.budget - std::chrono::duration<double>(Clock::now() - begin_).count()
                         : infinity;
}

bool SeriesRuns::begin(const std::string& part) {
  if (end_ == StudyEnd::complete && left() <= 0) end_ = StudyEnd::out_of_budget;
  if (watch_.is_stopped()) end_ = StudyEnd::interrupted;
  if (end_ != StudyEnd::complete) return false;
  if (watch_.progress) watch_.progress(n_done_, n_parts_, part);
  ++n_done_;
  return true;
}

RunResult SeriesRuns::run(RunRequest wanted) {
  wanted.timeout = std::clamp(left(), 1e-3, request_.timeout);
  const RunResult result = pleuel::run(catalogue_, wanted, {.observer = nullptr, .stop = watch_.stop});
  if (result.status == RunStatus::interrupted) end_ = StudyEnd::interrupted;
  const bool is_late = result.failure && result.failure->kind == FailureKind::time_limit;
  if (is_late && *wanted.timeout < request_.timeout) end_ = StudyEnd::out_of_budget;
  return result;
}

}  // namespace pleuel
