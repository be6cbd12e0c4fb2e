// A trajectory as comma-separated values.
#pragma once

#include <filesystem>
#include <optional>

#include "pleuel/io/whole_file.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// One line of names and units ("t [s],phi1 [rad],…"; unknowns, then outputs), then one line a
/// sample. Numbers have the fewest digits that read back as the same double. The file appears when
/// the run ends, also when it fails or is interrupted; when the disk is full it holds the rows that
/// found room, and a FileError is thrown.
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
