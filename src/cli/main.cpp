// The program with all commands.
#include "pleuel/cli/command_line.hpp"

int main(int argc, char** argv) { return pleuel::cli::run_program(argc, argv); }
