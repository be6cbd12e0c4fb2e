#include "pleuel/cli/view_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "pleuel/base/error.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/view/page_server.hpp"

namespace pleuel::cli {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool has_display() { return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"); }

// Starts the browser of the desktop, without our input and output; false if there is no such
// program.
bool is_browser_started(const std::string& address) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
  std::string program = "xdg-open", argument = address;
  char* const words[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const bool is_started = posix_spawnp(&child, program.c_str(), &files, nullptr, words, environ) == 0;
  posix_spawn_file_actions_destroy(&files);
  return is_started;
}

}  // namespace

ViewArguments::ViewArguments(CLI::App& app)
    : view_(app.add_subcommand("view",
                               "Show the pages of a result in the browser, served to this machine alone")) {
  view_->add_option("RESULT", result_, "the directory that run or bench wrote by --out, or one page of it")
      ->required()
      ->type_name("");
  add_word(*view_, "--port", port_, "of 127.0.0.1; default: one that is free", "N");
  view_->add_flag("--no-open", no_open_, "print the address, but start no browser");
  view_->footer(
      "Ctrl-C ends it (exit code 0). The pages also open from the disk, without this command.\n"
      "Example: pleuel run pendulum --out result && pleuel view result");
}

std::optional<ViewCommand> ViewArguments::view() const {
  if (!view_->parsed()) return std::nullopt;
  ViewCommand command{.result = result_};
  if (no_open_) command.browser = ViewCommand::Browser::leave;
  if (port_.empty()) return command;
  constexpr int last_port = 65535;
  std::vector<std::string> faults;
  const auto number = ArgumentParser(faults).number("--port", port_);
  if (number && *number >= 0 && *number <= last_port && *number == static_cast<int>(*number)) {
    command.port = static_cast<int>(*number);
  } else if (faults.empty()) {
    faults.push_back("--port is '" + port_ +
                     "', but must be a whole number from 0 (one that is free) to 65535");
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return command;
}

int view(const ViewCommand& command) {
  const ResultFolder folder(command.result);
  const PageServer server(folder, command.port);
  listen_for_signals();
  const auto pages = folder.pages();
  const std::string address = "http://127.0.0.1:" + std::to_string(server.port()) + "/" +
                              (pages.size() == 1 ? percent_encoded(pages.front()) : "");
  const int code = show(address + "\n", done);
  if (code != done) return code;
  std::string hint = "Ctrl-C ends it";
  if (command.browser == ViewCommand::Browser::open) {
    if (!has_display()) {
      hint = "no display: open the address above in a browser on this machine; Ctrl-C ends it";
    } else if (!is_browser_started(address)) {
      hint = "xdg-open is not there: open the address above in a browser; Ctrl-C ends it";
    }
  }
  if (isatty(STDERR_FILENO) != 0) (void)print(STDERR_FILENO, hint + "\n");
  server.serve(stop_requested);
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  return done;
}

}  // namespace pleuel::cli
