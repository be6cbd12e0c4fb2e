#include "pleuel/dae/failure.hpp"

#include "pleuel/base/number_text.hpp"

namespace pleuel {

const char* name_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::newton_divergence:
      return "newton divergence";
    case FailureKind::step_collapse:
      return "step collapse";
    case FailureKind::singular_matrix:
      return "singular matrix";
    case FailureKind::not_finite:
      return "not finite";
    case FailureKind::domain_left:
      return "domain left";
    case FailureKind::user_exception:
      return "user exception";
    case FailureKind::inconsistent:
      return "no consistent state";
    case FailureKind::singular_configuration:
      return "singular configuration";
    case FailureKind::zeno_events:
      return "accumulating events";
    case FailureKind::retry_limit:
      return "retry limit";
    case FailureKind::step_limit:
      return "step limit";
    case FailureKind::time_limit:
      return "wall-time limit";
  }
  return "?";
}

std::string describe(const Failure& failure) {
  std::string text = std::string(name_of(failure.kind)) + ": " + failure.what + '\n';
  text += "  where:   t = " + number_text(failure.t, 15) + ", h = " + number_text(failure.h) + ", " +
          failure.method;
  if (failure.order > 0) text += " of order " + std::to_string(failure.order);
  if (!failure.formulation.empty()) text += " on " + failure.formulation;
  text += '\n';
  if (!failure.inequality.empty()) text += "  because: " + failure.inequality + '\n';
  if (!failure.worst.empty()) text += "  worst:   " + failure.worst + '\n';
  if (!failure.recent_steps.empty()) {
    text += "  recent steps:";
    for (const double h : failure.recent_steps) text += ' ' + number_text(h);
    text += '\n';
  }
  for (const std::string& cause : failure.causes) text += "  likely:  " + cause + '\n';
  if (!failure.remedy.empty()) text += "  try:     " + failure.remedy + '\n';
  return text;
}

}  // namespace pleuel
