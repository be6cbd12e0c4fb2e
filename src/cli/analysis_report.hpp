// Common options and report parts of check, statics and modes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/cli/options.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/result_files.hpp"
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

/// The same, with files: `write` puts them into the folder of --out, if one is given. The folder is
/// opened before the result is computed.
template <class Result, class Compute, class Write>
int deliver_analysis(const OutWords& out, const std::string& command, const Compute& compute,
                     const Write& write, const std::function<int(const Result&)>& report) {
  std::optional<OutputFolder> folder;
  out.open(folder, command);
  const Result result = compute();
  std::vector<std::string> losses;
  if (folder)
    losses = save_result(*folder, [&](const std::filesystem::path& files) { write(files, result); });
  return with_losses(losses, report(result));
}

/// Says that there will be no modes.html if it is wanted and this build has no pages.
void tell_without_pages(const OutWords& out, bool is_unwanted, Report report);

/// The name of the case, its title and remarks.
void add_title(ReportBuilder& lines, const CaseHeader& header);

std::string energy_text(const Energy& energy);

/// A table of masses, centres of mass and moments of inertia in ground axes, with the totals.
void add_bodies(ReportBuilder& lines, const std::vector<BodyMass>& bodies);

/// "7 more: --json or --out".
std::string more_text(std::size_t n);

/// The first outputs and reactions at a state; reactions at rounding level are shown as zero.
void add_outputs(ReportBuilder& lines, const std::vector<Output>& outputs);
void add_reactions(ReportBuilder& lines, const SystemInfo& info, const Vector& lambda);

/// A table of the modes: frequencies, damping, shapes.
void add_modes(ReportBuilder& lines, const ModeSet& set, const MechanicalSystem& system, const Style& style);

}  // namespace pleuel::cli
