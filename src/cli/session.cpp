#include "pleuel/cli/session.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/io/output_folder.hpp"
#include "pleuel/io/run_json.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/tolerance_remark.hpp"

namespace pleuel::cli {
namespace {

// Messages if a command is ended while there is nothing to keep.
struct LastWords {
  std::string interrupted = {};  // goes to standard output
  std::string out_of_time = {};  // also, or to standard error
  bool is_json = false;          // both are objects, and out_of_time goes to standard output too
};

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
  // S; the timer counts microseconds, and 0 would stop it.
  constexpr double most = 1e9, least = 1e-6;
  itimerval timer = {};
  if (seconds > 0) {
    const double wanted = std::clamp(seconds, least, most);
    timer.it_value.tv_sec = static_cast<time_t>(wanted);
    timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (wanted - std::floor(wanted)));
  }
  setitimer(ITIMER_REAL, &timer, nullptr);
}

LastWords last_words(const Reporting& to, double seconds) {
  LastWords words{.is_json = to.report == Report::json};
  const std::string message = "the wall-time limit of " + shortest_text(seconds) +
                              " s was reached before the run could begin: while the model was read and its "
                              "start made consistent";
  if (words.is_json)
    words.interrupted = declined_json(to.case_name, "interrupted before the run began") + "\n";
  words.out_of_time =
      words.is_json ? declined_json(to.case_name, message) + "\n" : "pleuel: " + message + "\n";
  return words;
}

void end_at_signals(const Reporting& to, const std::optional<double>& seconds) {
  kept_words = last_words(to, seconds.value_or(0));
  for (const int signal : stop_signals) handle(signal, end_at_once, 0);
  if (!seconds) return;
  handle(SIGALRM, end_out_of_time, 0);
  set_timer(*seconds);
}

}  // namespace

std::atomic<bool> stop_requested = false;

int guarded(const Reporting& to, const std::function<int()>& work, std::optional<double> seconds) {
  end_at_signals(to, seconds);
  try {
    return work();
  } catch (const InvalidModel& error) {
    return decline(to, error, invalid_model);
  } catch (const UnreadableFile& error) {
    return decline(to, error, invalid_model);
  } catch (const RedundantConstraints& error) {
    return decline(to, error, invalid_model);
  } catch (const InvalidInput& error) {
    return decline(to, error, usage);
  } catch (const NoConsistentState& error) {
    return decline(to, error, no_consistent_start);
  } catch (const DirectoryError& error) {
    return decline(to, error, usage);
  } catch (const FileError& error) {
    return decline(to, error, output_lost);
  }
}

int decline(const Reporting& to, const std::exception& error, int code) {
  if (to.report == Report::json) return show(declined_json(to.case_name, error.what()) + "\n", code);
  const auto* input = dynamic_cast<const InvalidInput*>(&error);
  return complain(input != nullptr ? input->faults() : std::vector<std::string>{error.what()}, code);
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
  return code;
}

}  // namespace pleuel::cli
