// Runs the built program and keeps what it says.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace pleuel::cli_test {

namespace fs = std::filesystem;

struct Outcome {
  int code = -1;  ///< exit code; 128 + n for a death by signal n
  std::string out;
  std::string err;
};

inline std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A directory for one test, empty at its start and gone after its end.
class Scratch {
 public:
  Scratch() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = fs::path(testing::TempDir()) /
            (std::string("pleuel_cli_") + test->test_suite_name() + "_" + test->name());
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Scratch() { fs::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

/// The program, started at construction. Its output goes into files, so it never waits for a
/// reader.
class Program {
 public:
  explicit Program(const std::vector<std::string>& arguments, const std::string& out = "",
                   const char* program = PLEUEL_PROGRAM)
      : out_(out) {
    if (out_.empty()) out_ = (scratch_ / "out").string();
    pid_ = fork();
    if (pid_ != 0) return;
    dup2(open(out_.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    dup2(open((scratch_ / "err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    std::vector<char*> words = {const_cast<char*>(program)};
    for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    execv(program, words.data());
    _exit(127);
  }

  pid_t pid() const { return pid_; }

  Outcome wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    const bool is_regular = fs::is_regular_file(out_);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            is_regular ? contents(out_) : "", contents(scratch_ / "err")};
  }

 private:
  class Folder {
   public:
    Folder() {
      std::string name = (fs::path(testing::TempDir()) / "pleuel_program_XXXXXX").string();
      path_ = mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    fs::path operator/(const std::string& name) const { return path_ / name; }

   private:
    fs::path path_;
  };

  Folder scratch_;
  std::string out_;
  pid_t pid_ = -1;
};

inline Outcome pleuel(const std::vector<std::string>& arguments) { return Program(arguments).wait(); }

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace pleuel::cli_test
