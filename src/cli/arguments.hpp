// The command line as values.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "pleuel/cli/advise_command.hpp"
#include "pleuel/cli/analysis_command.hpp"
#include "pleuel/cli/lab_command.hpp"
#include "pleuel/cli/material_command.hpp"
#include "pleuel/cli/view_command.hpp"
#include "pleuel/run/run_request.hpp"

namespace pleuel::cli {

enum class TrajectoryFormat { csv, hdf5, both };

struct RunCommand {
  RunRequest request;
  std::optional<std::filesystem::path> out;
  TrajectoryFormat format = TrajectoryFormat::csv;
  /// pictures of elastic bodies in `out`, displacements times this
  std::optional<double> vtk_scale;
  bool has_page = true;  ///< run.html in `out`
  bool force = false;    ///< into a folder that holds something else
  Report report = Report::summary;
};

struct ListCommand {
  /// One of list_kinds(), but for the last two, which are texts about the line itself
  std::string kind;
  std::optional<std::string> name;
};

/// Help or the version: text to be shown, and that is all.
struct ShowText {
  std::string text;
};

using Command =
    std::variant<RunCommand, ListCommand, BenchCommand, TableCommand, VerifyCommand, CheckCommand,
                 StaticsCommand, ModesCommand, MaterialCommand, AdviseCommand, ViewCommand, ShowText>;

/// What can be listed: "problems", "formulations", "methods", "joints", "drivers", "forces",
/// "measures", "materials", "schema", "completion" and "manual".
const std::vector<std::string>& list_kinds();

/// Those of --format, in the order of TrajectoryFormat.
const std::vector<std::string>& trajectory_formats();

/// Throws InvalidInput that states all that is wrong, with the nearest valid names.
Command parse_arguments(int argc, const char* const* argv);

/// What can be read from a line that parse_arguments refuses: how to report, and the case if it
/// stands first.
RunCommand guessed_command(int argc, const char* const* argv);

}  // namespace pleuel::cli
