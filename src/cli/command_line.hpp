// The command line: commands and their options, parsed by CLI11.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pleuel/cli/command.hpp"

namespace pleuel::cli {

/// The parser, its help, the manual page and the shell completion are generated from the
/// declarations of the commands. Only command_line.cpp uses CLI11.
class CommandLine {
 public:
  struct Entry {
    Command command;
    Options options;
  };

  explicit CommandLine(std::vector<Command> commands);

  /// The requested action: run a command, or show help or the version. The function returns the
  /// exit code. Throws InvalidInput with the nearest valid names.
  std::function<int()> parse(int argc, const char* const* argv) const;

  /// What can be read from an invalid command line: the report format, and the case if it is first.
  Reporting guess(int argc, const char* const* argv) const;

  /// The command line that shows the help of the given command, or of the program where it is none.
  std::string help_line(int argc, const char* const* argv) const;

  /// The help of a command as --help shows it; of the program for an empty name. Throws
  /// InvalidInput for an unknown command.
  std::string help(const std::string& name) const;

  const std::vector<Entry>& entries() const { return entries_; }
  /// The options of the program itself.
  const Options& options() const { return options_; }
  static std::string description();

 private:
  std::vector<std::string> names() const;

  std::vector<Entry> entries_;
  Options options_;
};

/// Executes the command line with the commands of the catalogue and returns the exit code.
int run_program(int argc, const char* const* argv);

}  // namespace pleuel::cli
