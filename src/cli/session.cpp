#include "pleuel/cli/session.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "pleuel/cli/terminal.hpp"
#include "pleuel/run/tolerance_remark.hpp"

namespace pleuel::cli {
namespace {

constexpr int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
std::atomic<int> stop_signal = 0;
LastWords kept_words;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "else a signal handler may not write them");

void handle(int signal, void (*action)(int), int flags) {
  struct sigaction before = {};
  sigaction(signal, nullptr, &before);
  if (signal == SIGHUP && before.sa_handler == SIG_IGN) return;
  struct sigaction wanted = {};
  wanted.sa_handler = action;
  wanted.sa_flags = flags;
  sigaction(signal, &wanted, nullptr);
}

void end_at_once(int signal) {
  (void)print(STDOUT_FILENO, kept_words.interrupted);
  _exit(128 + signal);
}

void end_out_of_time(int) {
  (void)print(kept_words.is_json ? STDOUT_FILENO : STDERR_FILENO, kept_words.out_of_time);
  _exit(integrator_failed);
}

void set_timer(double seconds) {
  constexpr double most = 1e9, least = 1e-6;  // s; the timer counts microseconds, and 0 stops it
  itimerval timer = {};
  if (seconds > 0) {
    const double wanted = std::clamp(seconds, least, most);
    timer.it_value.tv_sec = static_cast<time_t>(wanted);
    timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (wanted - std::floor(wanted)));
  }
  setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

std::atomic<bool> stop_requested = false;

void prepare(LastWords words) {
  kept_words = std::move(words);
  for (const int signal : stop_signals) handle(signal, end_at_once, 0);
  if (!kept_words.seconds) return;
  handle(SIGALRM, end_out_of_time, 0);
  set_timer(*kept_words.seconds);
}

void listen_for_signals() {
  set_timer(0);
  const auto remember = [](int signal) {
    stop_signal = signal;
    stop_requested = true;
  };
  for (const int signal : stop_signals) handle(signal, remember, static_cast<int>(SA_RESETHAND));
  std::signal(SIGXFSZ, SIG_IGN);
}

int interrupt_code() { return stop_signal == 0 ? interrupted : 128 + stop_signal; }

int exit_code_of(RunStatus status) {
  return status == RunStatus::ok ? done : status == RunStatus::failed ? integrator_failed : interrupt_code();
}

int show(std::string_view text, int code) {
  if (print(STDOUT_FILENO, shown_on(STDOUT_FILENO, text))) return code;
  tell("pleuel: cannot write to standard output\n");
  return code == done ? output_lost : code;
}

void tell(std::string_view text) { (void)print(STDERR_FILENO, shown_on(STDERR_FILENO, text)); }

void remark_on_tolerance(double rtol, Report report) {
  if (report == Report::quiet) return;
  if (const auto remark = tolerance_remark("rtol", rtol)) tell("pleuel: remark: " + *remark + "\n");
}

int complain(const std::vector<std::string>& faults, int code) {
  for (const auto& fault : faults) tell("pleuel: " + fault + "\n");
  if (code == usage) tell("See: pleuel --help, and with a command: pleuel run --help\n");
  return code;
}

}  // namespace pleuel::cli
