// The commands that look at a case without integrating it, as values.
#pragma once

#include "pleuel/cli/lab_command.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::cli {

struct CheckCommand {
  CaseRequest request;
  Report report = Report::summary;
};

struct StaticsCommand {
  CaseRequest request;
  Report report = Report::summary;
};

struct ModesCommand {
  ModesRequest request;
  Report report = Report::summary;
};

}  // namespace pleuel::cli
