// Runs another program.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace pleuel::sweep {

/// A program that was started by its words; standard output and error are gathered. It is ended by
/// the destructor if it still runs.
class ChildProcess {
 public:
  /// Throws InvalidInput if it cannot be started; code 127 means that there is no such program.
  explicit ChildProcess(const std::vector<std::string>& words);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Reads what it has written, for up to `milliseconds`; the exit code once it has ended, 128 + n
  /// after signal n.
  std::optional<int> look(int milliseconds);
  /// Waits for its end.
  int wait();
  void terminate();
  const std::string& text() const { return text_; }

 private:
  pid_t pid_ = -1;
  int pipe_ = -1;
  bool is_closed_ = false;
  std::string text_;
};

}  // namespace pleuel::sweep
