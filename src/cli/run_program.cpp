// Executes the requested command and converts its exceptions to exit codes.
#include <new>
#include <stdexcept>

#include "pleuel/base/error.hpp"
#include "pleuel/cli/command_line.hpp"
#include "pleuel/cli/terminal.hpp"

namespace pleuel::cli {
namespace {

const char no_memory[] =
    "out of memory: the model, its mesh or its samples need more than this machine gives the program; take "
    "fewer elements or samples";
const char defect[] = "unexpected, a defect of the program";

int executed(const CommandLine& line, int argc, const char* const* argv) {
  const auto declined = [&](const std::exception& error, int code) {
    return decline(line.guess(argc, argv), error, code);
  };
  try {
    return line.parse(argc, argv)();
  } catch (const InvalidInput& error) {
    return declined(error, usage);
  } catch (const std::bad_alloc&) {
    return declined(std::runtime_error(no_memory), out_of_memory);
  } catch (const std::exception& error) {
    return declined(std::runtime_error(std::string(defect) + ": " + error.what()), unexpected);
  } catch (...) {
    return declined(std::runtime_error(defect), unexpected);
  }
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  occupy_standard_descriptors();
  const CommandLine line(commands());
  const int code = executed(line, argc, argv);
  if (code == usage && line.guess(argc, argv).report != Report::json)
    tell("See: " + line.help_line(argc, argv) + "\n");
  return code;
}

}  // namespace pleuel::cli
