// Files that are there completely or not at all.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pleuel {

/// A file or a directory could not be written; the message names it and the system's reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A place for files was asked for that cannot be had.
class DirectoryError : public FileError {
 public:
  using FileError::FileError;
};

/// Written under a temporary name in the same directory; `commit` syncs it to the disk and gives it
/// its name, replacing an older file in one step. Without a commit nothing remains.
///
/// When the disk takes no more, `write` or `commit` throws and the whole lines that it took are
/// kept: a commit after that gives them the name.
class WholeFile {
 public:
  explicit WholeFile(std::filesystem::path path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  void flush();
  /// Of the buffer's first n_taken bytes, which the file holds; the rest of the buffer is dropped.
  void keep_whole_lines(std::size_t n_taken);
  [[noreturn]] void fail(const char* doing) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
  std::string buffer_;
  off_t n_written_ = 0;  // bytes
};

/// The name under which a file is written before it gets its own: hidden, in the same directory,
/// with the process number, which keeps two runs into one directory apart.
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Syncs a closed file to the disk and gives it the name `path`, replacing an older file in one
/// step.
void rename_durably(const std::filesystem::path& temporary, const std::filesystem::path& path);

/// The whole of `text` as the file `path`.
void write_whole_file(const std::filesystem::path& path, std::string_view text);

/// The directory `path`, made with its parents where missing; throws DirectoryError unless files
/// can be made in it.
void make_directory(const std::filesystem::path& path);

}  // namespace pleuel
