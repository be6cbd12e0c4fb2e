// A command of the program, and the catalogue of commands.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/cli/options.hpp"

namespace pleuel::cli {

/// A command. `add_options` declares its options. After parsing, `run` interprets the arguments,
/// does the work, reports, and returns the exit code. It throws InvalidInput with all faults of the
/// arguments.
struct Command {
  std::string name;
  std::string help;  ///< one line, without a full stop
  std::function<void(Options&)> add_options;
  std::function<int()> run;
};

/// A command whose arguments are stored in `Words`: strings, lists of strings and flags, as typed.
template <class Words>
Command make_command(std::string name, std::string help, void (*add_options)(Options&, Words&),
                     int (*run)(const Words&)) {
  const auto words = std::make_shared<Words>();
  return {std::move(name), std::move(help), [=](Options& options) { add_options(options, *words); },
          [=] { return run(*words); }};
}

/// All commands, in the order of the help.
std::vector<Command> commands();

// Each is defined in the file of its name.
Command run_command();
Command list_command();
Command bench_command();
Command table_command();
Command figures_command();
Command verify_command();
Command check_command();
Command statics_command();
Command modes_command();
Command reduction_command();
Command export_command();
Command material_command();
Command advise_command();
Command sweep_command();
Command view_command();
Command help_command();

}  // namespace pleuel::cli
