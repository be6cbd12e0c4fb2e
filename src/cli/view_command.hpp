// The command view: its line, and what it does.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace pleuel::cli {

struct ViewCommand {
  enum class Browser { open, leave };
  std::filesystem::path result;
  int port = 0;  ///< 0: one that is free
  Browser browser = Browser::open;
};

/// Declares the command; after the line was parsed, the command if it was given. Throws
/// InvalidInput that states all that is wrong with its words.
class ViewArguments {
 public:
  explicit ViewArguments(CLI::App& app);
  ViewArguments(const ViewArguments&) = delete;
  ViewArguments& operator=(const ViewArguments&) = delete;

  std::optional<ViewCommand> view() const;

 private:
  CLI::App* view_;
  std::string result_, port_;
  bool no_open_ = false;
};

/// Serves the result until Ctrl-C or SIGTERM, which is its regular end: the exit code is 0 then.
/// Throws InvalidInput where there is no page, or the port cannot be had.
int view(const ViewCommand& command);

}  // namespace pleuel::cli
