#include "pleuel/base/memory.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace pleuel {
namespace {

constexpr double kilobyte = 1024;

/// The number after `key` in a file of lines "key: number kB".
std::optional<double> kilobytes_in(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string word; in >> word;)
    if (double value = 0; word == key && in >> value) return kilobyte * value;
  return std::nullopt;
}

/// The number in a file; empty if there is none, for example "max".
std::optional<double> number_in(const char* file) {
  std::ifstream in(file);
  if (double value = 0; in >> value) return value;
  return std::nullopt;
}

}  // namespace

double peak_memory() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? kilobyte * static_cast<double>(usage.ru_maxrss) : 0;
}

std::optional<double> available_memory() {
  std::optional<double> available = kilobytes_in("/proc/meminfo", "MemAvailable:");
  const auto limit_by = [&](std::optional<double> most, std::optional<double> used) {
    if (most && used) available = std::min(available.value_or(*most), std::max(0.0, *most - *used));
  };
  limit_by(number_in("/sys/fs/cgroup/memory.max"), number_in("/sys/fs/cgroup/memory.current"));
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    limit_by(static_cast<double>(limit.rlim_cur), kilobytes_in("/proc/self/status", "VmSize:"));
  return available;
}

}  // namespace pleuel
