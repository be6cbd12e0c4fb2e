// The command view: serves the pages of a result to the browser.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/view/page_server.hpp"

namespace pleuel::cli {
namespace {

struct ViewWords {
  std::string result, port;
  bool no_open = false;
};

void declare_view(Options& options, ViewWords& words) {
  options
      .required("RESULT", &words.result, "the directory that run or bench wrote by --out, or one page of it")
      .candidates = folder_candidates;
  options.word("--port", words.port, "of 127.0.0.1; default: one that is free", "N");
  options.flag("--no-open", words.no_open, "print the address, but start no browser");
  options.footer(
      "Ctrl-C ends it (exit code 0). The pages also open from the disk, without this command.\n"
      "Example: pleuel run pendulum --out result && pleuel view result");
}

// 0: any free port.
int port_from(const std::string& word) {
  constexpr int last_port = 65535;
  if (word.empty()) return 0;
  std::vector<std::string> faults;
  const auto number = ArgumentParser(faults).number("--port", word);
  const bool is_port = number && *number >= 0 && *number <= last_port && *number == static_cast<int>(*number);
  if (!is_port && faults.empty())
    faults.push_back("--port is '" + word +
                     "', but must be a whole number from 0 (one that is free) to 65535");
  throw_if_any(std::move(faults));
  return static_cast<int>(*number);
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool has_display() { return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"); }

// Starts the desktop's browser without our input and output; returns false if there is no such
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

// Serves the result until Ctrl-C or SIGTERM, which ends it regularly.
int view(const ViewWords& words) {
  const int port = port_from(words.port);
  const ResultFolder folder(words.result);
  const PageServer server(folder, port);
  listen_for_signals();
  const auto pages = folder.pages();
  const std::string address = "http://127.0.0.1:" + std::to_string(server.port()) + "/" +
                              (pages.size() == 1 ? percent_encoded(pages.front()) : "");
  const int code = show(address + "\n", done);
  if (code != done) return code;
  std::string hint = "Ctrl-C ends it";
  if (!words.no_open) {
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

}  // namespace

Command view_command() {
  return make_command("view", "Show the pages of a result in the browser, served only to this machine",
                      declare_view, view);
}

}  // namespace pleuel::cli
