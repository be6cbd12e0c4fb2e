// The command advise: its line, and what it does.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/cli/lab_command.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/lab/advice.hpp"

namespace CLI {
class App;
}

namespace pleuel::cli {

struct AdviseCommand {
  AdviceRequest request;
  std::optional<std::filesystem::path> out;
  bool force = false;  ///< into a folder that holds something else
  Report report = Report::summary;
};

/// Declares the command; after the line was parsed, the command if it was given. Throws
/// InvalidInput that states all that is wrong with its words.
class AdviseArguments {
 public:
  explicit AdviseArguments(CLI::App& app);
  AdviseArguments(const AdviseArguments&) = delete;
  AdviseArguments& operator=(const AdviseArguments&) = delete;

  std::optional<AdviseCommand> advise() const;

 private:
  CLI::App* advise_;
  std::string case_, accuracy_, digits_, budget_, atol_, until_, out_;
  std::vector<std::string> formulations_, methods_, groups_, set_;
  bool json_ = false, quiet_ = false, force_ = false;
};

/// The exit code: done; verification_short where nothing reaches the accuracy; integrator_failed
/// where no run came to its end or there is no reference; interrupted. Throws what pleuel::advise
/// throws.
int advise(const AdviseCommand& command);

/// The advice for people.
std::string advice_text(const Advice& advice, const Style& style);

}  // namespace pleuel::cli
