// Loaded into the program by LD_PRELOAD: the disk fails at one of the calls that change files of
// checkpoints.
//
//     PLEUEL_FAULT=kill     the process dies there as by kill -9, a write after half of its bytes
//     PLEUEL_FAULT=full     the disk is full: a write takes half of its bytes, then fails
//     PLEUEL_FAULT_AT=12    at the twelfth call
//     PLEUEL_FAULT_CALLS=3  at this and the two after it; default 1
//     PLEUEL_FAULT_DEATH=20 dies at the twentieth call, whatever happened before
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<long> n_calls = 0;

long number_of(const char* name, long otherwise) {
  const char* const text = std::getenv(name);
  return text != nullptr ? std::strtol(text, nullptr, 10) : otherwise;
}

bool is_of_checkpoint(const char* path) {
  for (const char* const part : {"checkpoint", "mark-", "journal"})
    if (path != nullptr && std::strstr(path, part) != nullptr) return true;
  return false;
}

bool is_of_checkpoint(int descriptor) {
  char link[64], path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  if (n <= 0) return false;
  path[n] = '\0';
  return is_of_checkpoint(path);
}

enum class Fault { none, kill, full };

Fault fault_now() {
  const long first = number_of("PLEUEL_FAULT_AT", 0), n = number_of("PLEUEL_FAULT_CALLS", 1);
  const long now = ++n_calls;
  if (now == number_of("PLEUEL_FAULT_DEATH", 0)) return Fault::kill;
  if (first == 0 || now < first || now >= first + n) return Fault::none;
  const char* const kind = std::getenv("PLEUEL_FAULT");
  return kind != nullptr && std::strcmp(kind, "full") == 0 ? Fault::full : Fault::kill;
}

bool is_first_fault() { return n_calls == number_of("PLEUEL_FAULT_AT", 0); }

template <class Function>
Function next_of(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void die() { kill(getpid(), SIGKILL); }

/// Dies, or returns true if the call must fail.
template <class Place>
bool fails(Place place) {
  if (!is_of_checkpoint(place)) return false;
  const Fault fault = fault_now();
  if (fault == Fault::kill) die();
  if (fault == Fault::full) errno = ENOSPC;
  return fault == Fault::full;
}

/// Writes by `next`, a function of the number of bytes.
template <class Next>
ssize_t written(int descriptor, size_t count, Next next) {
  if (!is_of_checkpoint(descriptor)) return next(count);
  const Fault fault = fault_now();
  if (fault == Fault::none) return next(count);
  if (fault == Fault::kill) {
    (void)!next(count / 2);
    die();
  }
  if (is_first_fault() && count > 1) return next(count / 2);
  errno = ENOSPC;
  return -1;
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* from, size_t count) {
  static const auto next = next_of<ssize_t (*)(int, const void*, size_t)>("write");
  return written(descriptor, count, [&](size_t n) { return next(descriptor, from, n); });
}
ssize_t pwrite(int descriptor, const void* from, size_t count, off_t at) {
  static const auto next = next_of<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  return written(descriptor, count, [&](size_t n) { return next(descriptor, from, n, at); });
}
int fsync(int descriptor) {
  static const auto next = next_of<int (*)(int)>("fsync");
  return fails(descriptor) ? -1 : next(descriptor);
}
int fdatasync(int descriptor) {
  static const auto next = next_of<int (*)(int)>("fdatasync");
  return fails(descriptor) ? -1 : next(descriptor);
}
int ftruncate(int descriptor, off_t size) noexcept {
  static const auto next = next_of<int (*)(int, off_t)>("ftruncate");
  return fails(descriptor) ? -1 : next(descriptor, size);
}
int rename(const char* from, const char* to) noexcept {
  static const auto next = next_of<int (*)(const char*, const char*)>("rename");
  return fails(to) ? -1 : next(from, to);
}
// A full disk can still remove files.
int unlink(const char* path) noexcept {
  static const auto next = next_of<int (*)(const char*)>("unlink");
  if (is_of_checkpoint(path) && fault_now() == Fault::kill) die();
  return next(path);
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  static const auto next = next_of<int (*)(int, const char*, int)>("unlinkat");
  if (is_of_checkpoint(path) && fault_now() == Fault::kill) die();
  return next(folder, path, flags);
}
int remove(const char* path) noexcept {
  static const auto next = next_of<int (*)(const char*)>("remove");
  if (is_of_checkpoint(path) && fault_now() == Fault::kill) die();
  return next(path);
}

}  // extern "C"
