// Progress, files and report of a command that makes a series of runs.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "pleuel/cli/options.hpp"
#include "pleuel/cli/status_line.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/io/output_folder.hpp"
#include "pleuel/lab/series_watch.hpp"
#include "pleuel/lab/study.hpp"

namespace pleuel::cli {

/// What a series gave.
struct SeriesResult {
  StudyEnd end = StudyEnd::complete;
  std::function<std::string()> json;              ///< one object
  std::function<std::string(const Style&)> text;  ///< for people
  std::function<void(const std::filesystem::path& folder)> write;
};

class SeriesReport {
 public:
  /// `kind` names the result: a folder keeps results of one kind.
  SeriesReport(const OutWords& out, std::string kind, Report how)
      : out_(out), kind_(std::move(kind)), how_(how), status_(how) {}

  /// Opens the folder before the first run, shows progress and stops on Ctrl-C.
  SeriesWatch watch();
  /// Writes the files if a folder was given, prints the result, and returns the exit code.
  [[nodiscard]] int finish(const SeriesResult& result);

 private:
  const OutWords& out_;
  std::string kind_;
  Report how_;
  StatusLine status_;
  std::optional<OutputFolder> folder_;
};

}  // namespace pleuel::cli
