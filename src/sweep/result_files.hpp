// The files of a study.
#pragma once

#include <filesystem>
#include <string>

#include "pleuel/sweep/collected.hpp"
#include "pleuel/sweep/statistics.hpp"

namespace pleuel::sweep {

/// A study with everything that is known of its runs. All must outlive it.
struct Findings {
  const Study& study;
  const WorkList& list;
  const RowIndex& index;
  const Collected& all;
  const SweepStatistics& statistics;
  std::vector<long> pages = {};  ///< runs that have a page of their own
};

/// One row per run that was made, in the order of the runs; lines with # give the provenance.
/// Nothing in it depends on who computed a run, and when.
void write_csv(const std::filesystem::path& path, const Findings& of);

/// The same with curves, as HDF5: one file. Only if has_hdf5().
void write_hdf5(const std::filesystem::path& path, const Findings& of);
bool has_hdf5();

/// Statistics, effects, best and worst runs, failed runs, provenance; one object.
std::string findings_json(const Findings& of);

/// Provenance as pairs of a name and a text, the same in all files.
std::vector<std::pair<std::string, std::string>> provenance(const Findings& of);

/// runs.csv, sweep.json, runs.h5 and report.html as far as this build has them.
void write_result(const std::filesystem::path& folder, const Findings& of);

}  // namespace pleuel::sweep
