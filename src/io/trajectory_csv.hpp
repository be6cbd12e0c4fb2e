// A trajectory as comma-separated values.
#pragma once

#include <filesystem>
#include <optional>

#include "pleuel/io/whole_file.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// One line of names and units ("t [s],phi1 [rad],…"; unknowns, then outputs), then one line per
/// sample. Numbers have the shortest text that reproduces the double. The file appears when the run
/// ends, also if it fails or is interrupted. If the disk is full, it contains the rows that fit,
/// and a FileError is thrown.
class TrajectoryCsv : public RunObserver {
 public:
  explicit TrajectoryCsv(std::filesystem::path path) : path_(std::move(path)) {}

  void begin(const RunHeader& header) override;
  void sample(const Sample& at) override;
  void end(const RunResult& result) override;

 private:
  std::filesystem::path path_;
  std::optional<WholeFile> file_;
  std::string line_;
};

}  // namespace pleuel
