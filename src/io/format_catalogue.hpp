// The file formats of a run, in addition to run.json.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/run/plan.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

struct FormatOptions {
  double vtk_scale = 1;       ///< factor on displacements in pictures
  bool all_unknowns = false;  ///< csv: all unknowns, not only those among the outputs of the case
};

/// A format: its name, its files, and how to create the observer that writes them.
struct Format {
  std::string name;
  std::string title;
  std::string files;   ///< in the result folder
  std::string remedy;  ///< remedy if this build lacks the format; otherwise empty

  /// Reason why there is nothing to write for a case, as the end of a sentence that starts with its
  /// name; empty otherwise.
  std::string (*refusal)(const RunPlan& plan);
  /// The plan must outlive the observer. Throws InvalidInput if the format is not available.
  std::unique_ptr<RunObserver> (*make_writer)(const std::filesystem::path& folder, const RunPlan& plan,
                                              const FormatOptions& options);

  bool is_available() const { return remedy.empty(); }
};

Format csv_format();
Format page_format();

/// csv, hdf5, vtk and page.
std::vector<Format> format_catalogue();

}  // namespace pleuel
