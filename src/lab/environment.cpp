#include "pleuel/lab/environment.hpp"

#include <fstream>
#include <thread>

namespace pleuel {
namespace {

std::string compiler_name() {
#if defined(__clang__)
  return std::string("Clang ") + __clang_version__;
#elif defined(__GNUC__)
  return std::string("GCC ") + __VERSION__;
#else
  return "unknown";
#endif
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto begin = line.find_first_not_of(" \t", line.find(':') + 1);
    if (begin != std::string::npos) return line.substr(begin);
  }
  return "unknown";
}

}  // namespace

Environment this_environment() {
  return {.version = PLEUEL_VERSION,
          .compiler = compiler_name(),
          .flags = PLEUEL_FLAGS,
          .cpu = cpu_model(),
          .cores = static_cast<int>(std::thread::hardware_concurrency())};
}

}  // namespace pleuel
