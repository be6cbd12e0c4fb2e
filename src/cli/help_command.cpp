// The command help.
#include "pleuel/cli/command_line.hpp"

namespace pleuel::cli {
namespace {

struct HelpWords {
  std::string command;
};

Candidates command_candidates() {
  Candidates candidates;
  for (const Command& command : commands()) candidates.words.push_back(command.name);
  return candidates;
}

void declare_help(Options& options, HelpWords& words) {
  options.optional("COMMAND", &words.command, "run, list, …; default: an overview of all").candidates =
      command_candidates;
}

int show_help(const HelpWords& words) { return show(CommandLine(commands()).help(words.command), done); }

}  // namespace

Command help_command() {
  return make_command("help", "Show this text, or with a command its options", declare_help, show_help);
}

}  // namespace pleuel::cli
