// The command line of bench, table and verify.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/cli/lab_command.hpp"

namespace CLI {
class App;
}

namespace pleuel::cli {

/// Declares the three commands; after the line was parsed, the one that was given. Each throws
/// InvalidInput that states all that is wrong with its words.
class LabArguments {
 public:
  explicit LabArguments(CLI::App& app);
  LabArguments(const LabArguments&) = delete;
  LabArguments& operator=(const LabArguments&) = delete;

  std::optional<BenchCommand> bench() const;
  std::optional<TableCommand> table() const;
  std::optional<VerifyCommand> verify() const;

 private:
  struct ReportWords {
    bool json = false;
    bool quiet = false;
    Report report() const { return json ? Report::json : quiet ? Report::quiet : Report::summary; }
  };
  struct BenchWords {
    std::vector<std::string> cases, formulations, methods, rtol, set;
    std::string per_decade, atol, until, h0_per_rtol, repeat, timeout, budget, out;
    bool resume = false, force = false;
    ReportWords report;
  };
  struct TableWords {
    std::string name, timeout, budget, out;
    std::vector<std::string> solvers;
    bool quick = false, force = false;
    ReportWords report;
  };
  struct VerifyWords {
    std::vector<std::string> cases, methods;
    std::string rtol, timeout;
    ReportWords report;
  };

  void declare_bench();
  void declare_table();
  void declare_verify();
  static void declare_report(CLI::App& app, ReportWords& words);

  CLI::App* bench_;
  CLI::App* table_;
  CLI::App* verify_;
  BenchWords bench_words_;
  TableWords table_words_;
  VerifyWords verify_words_;
};

}  // namespace pleuel::cli
