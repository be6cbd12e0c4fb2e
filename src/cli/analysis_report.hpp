// Common options and report parts of check, statics and modes.
#pragma once

#include <string>
#include <vector>

#include "pleuel/cli/options.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/mechanics/body_mass.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::cli {

/// CASE, --set, --json and --quiet.
struct AnalysisWords {
  std::string case_name;
  std::vector<std::string> set;
  ReportWords report;
};
void add_analysis(Options& options, AnalysisWords& words);

/// Throws InvalidInput with all faults of the arguments.
CaseRequest case_request(const AnalysisWords& words);

/// Shows the result as requested by `report`; returns the exit code.
template <class Result>
int show_analysis(Report report, const Result& result, int code, std::string (*json)(const Result&),
                  std::string (*text)(const Result&, const Style&)) {
  if (report == Report::json) return show(json(result) + "\n", code);
  if (report == Report::quiet) return code;
  return show(text(result, Style::of_stdout()), code);
}

/// The name of the case, its title and remarks.
void add_title(ReportBuilder& lines, const CaseHeader& header);

std::string energy_text(const Energy& energy);

/// A table of masses, centres of mass and moments of inertia in ground axes, with the totals.
void add_bodies(ReportBuilder& lines, const std::vector<BodyMass>& bodies);

/// A table of the modes: frequencies, damping, shapes.
void add_modes(ReportBuilder& lines, const ModeSet& set, const SystemInfo& info, const Style& style);

}  // namespace pleuel::cli
