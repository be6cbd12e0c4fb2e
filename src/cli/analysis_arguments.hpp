// The command line of check, statics and modes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/cli/analysis_command.hpp"

namespace CLI {
class App;
}

namespace pleuel::cli {

/// Declares the three commands; after the line was parsed, the one that was given. Each throws
/// InvalidInput that states all that is wrong with its words.
class AnalysisArguments {
 public:
  explicit AnalysisArguments(CLI::App& app);
  AnalysisArguments(const AnalysisArguments&) = delete;
  AnalysisArguments& operator=(const AnalysisArguments&) = delete;

  std::optional<CheckCommand> check() const;
  std::optional<StaticsCommand> statics() const;
  std::optional<ModesCommand> modes() const;

 private:
  struct CaseWords {
    std::string case_name;
    std::vector<std::string> set;
    bool json = false;
    bool quiet = false;
    Report report() const { return json ? Report::json : quiet ? Report::quiet : Report::summary; }
  };
  static void declare_case(CLI::App& app, CaseWords& words);

  CLI::App* check_;
  CLI::App* statics_;
  CLI::App* modes_;
  CaseWords check_words_, statics_words_, modes_words_;
  bool at_equilibrium_ = false;
  std::string until_, rtol_;
};

}  // namespace pleuel::cli
