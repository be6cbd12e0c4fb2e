// The program with a terminal as its standard error.
#pragma once

#include <pty.h>

#include <array>

#include "cli/program.hpp"

namespace pleuel::cli_test {

/// What the program draws on the terminal until it ends.
inline std::string drawn_by(const std::vector<std::string>& arguments) {
  int terminal = -1, end = -1;
  if (openpty(&terminal, &end, nullptr, nullptr, nullptr) != 0) return "no terminal";
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    dup2(end, STDERR_FILENO);
    close(terminal);
    std::vector<char*> words = {const_cast<char*>(PLEUEL_PROGRAM)};
    for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    execv(PLEUEL_PROGRAM, words.data());
    _exit(127);
  }
  close(end);
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t n = 0; (n = read(terminal, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  close(terminal);
  waitpid(pid, nullptr, 0);
  return text;
}

}  // namespace pleuel::cli_test
