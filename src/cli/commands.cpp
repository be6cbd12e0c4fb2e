#include "pleuel/cli/command.hpp"

namespace pleuel::cli {

std::vector<Command> commands() {
  return {run_command(),      list_command(),   bench_command(),   table_command(), figures_command(),
          verify_command(),   check_command(),  statics_command(), modes_command(), reduction_command(),
          export_command(),   material_command(), advise_command(), sweep_command(), view_command(),
          help_command()};
}

}  // namespace pleuel::cli
