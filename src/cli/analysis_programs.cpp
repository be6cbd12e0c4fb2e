#include "pleuel/cli/analysis_programs.hpp"

#include <unistd.h>

#include "pleuel/cli/analysis_text.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/io/analysis_json.hpp"

namespace pleuel::cli {
namespace {

template <class Result>
int deliver(Report report, const Result& result, int code, std::string (*json)(const Result&),
            std::string (*text)(const Result&, const Style&)) {
  if (report == Report::json) return show(json(result) + "\n", code);
  if (report == Report::quiet) return code;
  return show(text(result, Style::of_descriptor(STDOUT_FILENO)), code);
}

int exit_code_of(StartVerdict verdict) {
  switch (verdict) {
    case StartVerdict::ok:
      return done;
    case StartVerdict::redundant:
      return invalid_model;
    case StartVerdict::none:
      return no_consistent_start;
  }
  return done;
}

}  // namespace

int check(const CheckCommand& command) {
  const CheckResult result = check_case(catalogue_for({command.request.case_name}), command.request);
  const int code = deliver(command.report, result, exit_code_of(result.verdict), check_json, check_text);
  if (command.report == Report::json || result.faults.empty()) return code;
  return complain(result.faults, code);
}

int statics(const StaticsCommand& command) {
  return deliver(command.report, statics_of(catalogue_for({command.request.case_name}), command.request),
                 done, statics_json, statics_text);
}

int modes(const ModesCommand& command) {
  remark_on_tolerance(command.request.rtol, command.report);
  return deliver(command.report, modes_of(catalogue_for({command.request.of.case_name}), command.request),
                 done, modes_json, modes_text);
}

}  // namespace pleuel::cli
