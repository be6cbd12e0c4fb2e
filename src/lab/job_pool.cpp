#include "pleuel/lab/job_pool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>

#include "pleuel/run/run_failure.hpp"

namespace pleuel {
namespace {

constexpr int poll_milliseconds = 50;  // how soon a stop request is seen
constexpr int code_of_death = 70;      // of a job that threw

std::vector<int> usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set)) cores.push_back(i);
  return cores;
}

void write_all(int descriptor, const void* from, std::size_t bytes) {
  const char* next = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t n = ::write(descriptor, next, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(code_of_death);
    next += n;
    bytes -= static_cast<std::size_t>(n);
  }
}

// A process, what it has written so far, and its core.
struct RunningJob {
  pid_t pid = -1;
  int pipe = -1;
  int core = 0;
  std::string bytes = {};
};

// In the child: does the work, writes, ends without destructors of the parent's objects.
[[noreturn]] void do_job(int i, int core, int descriptor, const JobPool::Work& work) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  sched_setaffinity(0, sizeof one, &one);
  int code = 0;
  StateWriter out;
  try {
    work(i, out);
  } catch (...) {
    const std::string text = thrown_text();
    out.clear();
    out(text);
    code = code_of_death;
  }
  write_all(descriptor, out.words().data(), out.words().size() * sizeof(std::uint64_t));
  _exit(code);
}

RunningJob start_job(int i, int core, const JobPool::Work& work) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("cannot start a job: ") + std::strerror(errno));
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    throw std::runtime_error(std::string("cannot start a job: ") + std::strerror(errno));
  }
  if (pid == 0) {
    close(ends[0]);
    do_job(i, core, ends[1], work);
  }
  close(ends[1]);
  return {.pid = pid, .pipe = ends[0], .core = core};
}

// True if the job has closed its pipe.
bool has_ended(RunningJob& job) {
  char block[1 << 16];
  const ssize_t n = ::read(job.pipe, block, sizeof block);
  if (n > 0) job.bytes.append(block, static_cast<std::size_t>(n));
  return n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
}

JobReport report_of(RunningJob& job) {
  close(job.pipe);
  int status = 0;
  while (waitpid(job.pid, &status, 0) < 0 && errno == EINTR) {
  }
  JobReport report;
  report.words.resize(job.bytes.size() / sizeof(std::uint64_t));
  if (!report.words.empty())
    std::memcpy(report.words.data(), job.bytes.data(), report.words.size() * sizeof(std::uint64_t));
  if (WIFSIGNALED(status)) {
    report.death = "its process was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
                   strsignal(WTERMSIG(status)) + ")";
  } else if (WEXITSTATUS(status) != 0) {
    report.death = "its process ended with code " + std::to_string(WEXITSTATUS(status));
    try {
      std::string text;
      StateReader(report.words)(text);
      report.death = text;
    } catch (const StateMismatch&) {
    }
  }
  return report;
}

}  // namespace

int JobPool::n_cores() { return static_cast<int>(usable_cores().size()); }

void JobPool::run(int n, const Work& work, const Done& done) const {
  std::vector<int> free_cores = usable_cores();
  std::map<int, RunningJob> running;
  std::map<int, JobReport> ended;  // not yet delivered: an earlier one still runs
  int next = 0, delivered = 0;
  bool is_ending = false, is_delivering = true;
  while (delivered < n && (is_delivering || !running.empty())) {
    while (!is_ending && next < n && static_cast<int>(running.size()) < n_jobs_ && !free_cores.empty()) {
      running.emplace(next, start_job(next, free_cores.back(), work));
      free_cores.pop_back();
      ++next;
    }
    if (running.empty()) return;
    std::vector<pollfd> pipes;
    for (auto& [i, job] : running) pipes.push_back({.fd = job.pipe, .events = POLLIN, .revents = 0});
    (void)poll(pipes.data(), pipes.size(), poll_milliseconds);
    if (!is_ending && stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
      is_ending = true;
      for (auto& [i, job] : running) kill(job.pid, SIGTERM);
    }
    std::size_t k = 0;
    for (auto it = running.begin(); it != running.end(); ++k) {
      const bool is_ready = pipes[k].revents != 0;
      if (!is_ready || !has_ended(it->second)) {
        ++it;
        continue;
      }
      free_cores.push_back(it->second.core);
      ended.emplace(it->first, report_of(it->second));
      it = running.erase(it);
    }
    for (auto first = ended.find(delivered); is_delivering && first != ended.end();
         first = ended.find(delivered)) {
      is_delivering = done(delivered++, std::move(first->second));
      ended.erase(first);
      if (is_delivering) continue;
      is_ending = true;
      for (auto& [i, job] : running) kill(job.pid, SIGTERM);
    }
  }
}

}  // namespace pleuel
