// The commands of the laboratory as values.
#pragma once

#include <filesystem>
#include <optional>

#include "pleuel/lab/published_table.hpp"
#include "pleuel/lab/study.hpp"
#include "pleuel/lab/verification.hpp"

namespace pleuel::cli {

enum class Report { summary, json, quiet };

enum class Resume { no, yes };

struct BenchCommand {
  StudyRequest request;
  std::optional<std::filesystem::path> out;
  bool force = false;  ///< into a folder that holds something else
  Resume resume = Resume::no;
  Report report = Report::summary;
};

struct TableCommand {
  TableRequest request;
  std::optional<std::filesystem::path> out;
  bool force = false;
  Report report = Report::summary;
};

struct VerifyCommand {
  VerificationRequest request;
  Report report = Report::summary;
};

}  // namespace pleuel::cli
