// The formats of the files that a run writes beside run.json.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/run/plan.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

struct FormatOptions {
  double vtk_scale = 1;  ///< displacements in pictures times this
};

/// A format: its name for the user, the files it writes, and how to make the observer of a run that
/// writes them.
struct Format {
  std::string name;
  std::string title;
  std::string files;   ///< in the folder of the result
  std::string remedy;  ///< what to do where this build does not have the format; empty: it has

  /// Why there is nothing to write for a case, as the end of a sentence that begins with its name;
  /// empty: there is.
  std::string (*refusal)(const RunPlan& plan);
  /// The plan must outlive the observer. Throws InvalidInput where the format is not available.
  std::unique_ptr<RunObserver> (*make_writer)(const std::filesystem::path& folder, const RunPlan& plan,
                                              const FormatOptions& options);

  bool is_available() const { return remedy.empty(); }
};

Format csv_format();
Format page_format();

/// csv, hdf5, vtk and page.
std::vector<Format> format_catalogue();

}  // namespace pleuel
