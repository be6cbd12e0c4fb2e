// The line of the program: its commands and their options, parsed by CLI11.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pleuel/cli/command.hpp"

namespace pleuel::cli {

/// The parser, its help, the manual page and the completion in shells are all made from what the
/// commands declare. CLI11 is used in command_line.cpp only.
class CommandLine {
 public:
  struct Entry {
    Command command;
    Options options;
  };

  explicit CommandLine(std::vector<Command> commands);

  /// What the line asks for: to run a command, or to show help or the version. The function returns
  /// the exit code. Throws InvalidInput with the nearest valid names.
  std::function<int()> parse(int argc, const char* const* argv) const;

  /// What can be read from a line that is refused: how to report, and the case if it stands first.
  Reporting guess(int argc, const char* const* argv) const;

  /// The help of a command as --help gives it; of the program for an empty name. Throws
  /// InvalidInput for an unknown one.
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

/// Does what the line asks for with the commands of the catalogue, and returns the exit code.
int run_program(int argc, const char* const* argv);

}  // namespace pleuel::cli
