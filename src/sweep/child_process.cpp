#include "pleuel/sweep/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "pleuel/base/error.hpp"

namespace pleuel::sweep {

ChildProcess::ChildProcess(const std::vector<std::string>& words) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw InvalidInput("cannot start '" + words[0] + "': " + std::strerror(errno));
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ < 0) {
    close(ends[0]);
    close(ends[1]);
    throw InvalidInput("cannot start '" + words[0] + "': " + std::strerror(errno));
  }
  if (pid_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    signal(SIGINT, SIG_IGN);  // the program that started it decides
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  pipe_ = ends[0];
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    kill(pid_, SIGTERM);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (pipe_ >= 0) close(pipe_);
}

std::optional<int> ChildProcess::look(int milliseconds) {
  pollfd what{.fd = pipe_, .events = POLLIN, .revents = 0};
  if (is_closed_) {
    usleep(static_cast<useconds_t>(1000 * milliseconds));
  } else if (poll(&what, 1, milliseconds) > 0) {
    char block[4096];
    const ssize_t n = read(pipe_, block, sizeof block);
    if (n > 0) text_.append(block, static_cast<std::size_t>(n));
    if (n > 0 || (n < 0 && errno == EINTR)) return std::nullopt;
    is_closed_ = true;
  }
  int status = 0;
  if (waitpid(pid_, &status, is_closed_ && milliseconds < 0 ? 0 : WNOHANG) != pid_) return std::nullopt;
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int ChildProcess::wait() {
  constexpr int poll_milliseconds = 50;
  while (true)
    if (const auto code = look(poll_milliseconds)) {
      // What it wrote last.
      char block[4096];
      for (ssize_t n = 0; !is_closed_ && (n = read(pipe_, block, sizeof block)) > 0;)
        text_.append(block, static_cast<std::size_t>(n));
      return *code;
    }
}

void ChildProcess::terminate() {
  if (pid_ > 0) kill(pid_, SIGTERM);
}

}  // namespace pleuel::sweep
