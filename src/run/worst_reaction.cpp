#include "pleuel/run/worst_reaction.hpp"

namespace pleuel {

std::optional<Output> worst_reaction(const RunResult& result) {
  if (!result.reactions || result.reactions->lambda_error.size() == 0 ||
      !result.reactions->lambda_error.allFinite())
    return {};
  Eigen::Index worst = 0;
  const double error = result.reactions->lambda_error.maxCoeff(&worst);
  for (const Unknown& x : result.header.unknowns)
    if (x.group == Group::lambda && worst-- == 0) return Output{x.name, x.unit, error};
  return {};
}

}  // namespace pleuel
