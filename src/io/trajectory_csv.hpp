// A trajectory as comma-separated values.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/io/whole_file.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// One line of names and units ("t [s],phi1 [rad],…"; unknowns, then outputs), then one line per
/// sample. The unknowns are all of the run, or those that are named. Numbers have the shortest text
/// that reproduces the double. The file appears when the run ends, also if it fails or is
/// interrupted. If the disk is full, it contains the rows that fit, and a FileError is thrown.
class TrajectoryCsv : public RunObserver {
 public:
  /// `shown`: names of the unknowns to write; names that the run lacks are left out.
  explicit TrajectoryCsv(std::filesystem::path path,
                         std::optional<std::vector<std::string>> shown = std::nullopt)
      : path_(std::move(path)), shown_(std::move(shown)) {}

  void begin(const RunHeader& header) override;
  void sample(const Sample& at) override;
  void end(const RunResult& result) override;

 private:
  std::filesystem::path path_;
  std::optional<std::vector<std::string>> shown_;  // without: all
  std::vector<Eigen::Index> places_;               // of the written unknowns
  std::optional<WholeFile> file_;
  std::string line_;
};

}  // namespace pleuel
