#include "pleuel/integrator/failure_report.hpp"

namespace pleuel {
namespace {

using Lines = std::vector<std::string>;

Lines newton_causes(const DaeInfo& dae) {
  Lines causes = {"the equations are not smooth here: a contact, a stop or a table with corners",
                  "the Jacobian of a user's element does not match its force"};
  if (dae.constraint_level > 0) {
    causes.insert(causes.begin(), "a singular configuration: the constraints lose rank here");
    causes.emplace_back("the values are not consistent with the hidden constraints");
  }
  return causes;
}

Lines collapse_causes(const DaeInfo& dae) {
  Lines causes = {"the solution grows without bound or jumps here",
                  "tolerances below what rounding errors allow, or atol = 0 for an unknown that passes zero"};
  if (dae.constraint_level > 0) {
    causes.emplace_back("rounding errors divided by h in unknowns of index " +
                        std::to_string(dae.constraint_level + 1));
  }
  return causes;
}

}  // namespace

Failure failure_of(FailureKind kind, const DaeInfo& dae) {
  Failure failure;
  failure.kind = kind;
  failure.formulation = dae.name;
  switch (kind) {
    case FailureKind::newton_divergence:
      failure.causes = newton_causes(dae);
      failure.remedy = "check the model at this time; restart at corners; try a formulation of lower index";
      break;
    case FailureKind::step_collapse:
      failure.causes = collapse_causes(dae);
      failure.remedy =
          "look at the worst unknown just before this time; loosen its tolerance; try a "
          "formulation of lower index";
      break;
    case FailureKind::singular_matrix:
      failure.causes = {"an unknown that no equation determines",
                        "redundant constraints, or a singular configuration"};
      failure.remedy =
          "give the named unknown mass, stiffness or a constraint; remove redundant constraints; "
          "try another formulation";
      break;
    case FailureKind::not_finite:
      failure.causes = {"a root, logarithm or division outside its domain",
                        "the solution has left the range for which the model is made"};
      failure.remedy =
          "evaluate the named row at this time and state; guard the function or end the run before";
      break;
    case FailureKind::domain_left:
      failure.causes = {"the motion goes where the model does not hold",
                        "the model's domain is narrower than the motion needs: a table that ends too early"};
      failure.remedy = "extend the model there, or end the run earlier with --until or a terminal event";
      break;
    case FailureKind::user_exception:
      failure.causes = {"a function of the model refused its arguments"};
      failure.remedy = "see the text of the exception";
      break;
    case FailureKind::inconsistent:
      failure.causes = {"the jump of an event leads to a state that the constraints do not allow"};
      failure.remedy = "let the jump give positions that can be assembled";
      break;
    case FailureKind::singular_configuration:
      failure.causes = {
          "a singular configuration: the constraints become dependent, and branches of the motion meet; "
          "drift of the constraints or small steps lead to another branch",
          "a driver reaches its dead point, or a mechanism that should just miss the configuration hits it"};
      failure.remedy =
          "try ggl1 with radau5, or tighter tolerances; if the mechanism should not pass this configuration, "
          "change its lengths or end the run earlier";
      break;
    case FailureKind::zeno_events:
      failure.causes = {"a body comes to rest by ever smaller bounces",
                        "two events that trigger each other without progress in time"};
      failure.remedy =
          "end the run before this time, or let the event stop the bounces: below a small speed, hold the "
          "body";
      break;
    case FailureKind::retry_limit:
      failure.causes = {"the equations are not smooth here: a contact, a stop or a table with corners",
                        "the error estimate does not fall with the step: rounding errors decide"};
      failure.remedy =
          "declare the corner as a breakpoint or an event, loosen the tolerances, or raise the limit with "
          "--set "
          "max_retries=…";
      break;
    case FailureKind::step_limit:
      failure.causes = {"the solution oscillates faster than expected", "tolerances tighter than needed"};
      failure.remedy =
          "raise the limit with --set max_steps=…, loosen the tolerances, or try another formulation";
      break;
    case FailureKind::time_limit:
      failure.causes = {"the model is larger or faster than expected", "tolerances tighter than needed"};
      failure.remedy = "raise --timeout, loosen the tolerances, or try another formulation";
      break;
  }
  return failure;
}

}  // namespace pleuel
