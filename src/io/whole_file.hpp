// Writes files completely or not at all.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pleuel {

/// Thrown if a file or a directory could not be written; the message contains its name and the
/// reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a requested folder cannot be used.
class DirectoryError : public FileError {
 public:
  using FileError::FileError;
};

/// Written under a temporary name in the same directory. `commit` syncs the file to disk and
/// renames it, which replaces an older file atomically. Without a commit nothing remains.
///
/// If the disk is full, `write` or `commit` throws, and complete lines are kept: a further commit
/// gives them the name.
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
  /// Keeps the complete lines within the first n_taken bytes of the buffer, which are in the file,
  /// and drops the rest.
  void keep_whole_lines(std::size_t n_taken);
  [[noreturn]] void fail(const char* doing) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
  std::string buffer_;
  off_t n_written_ = 0;  // bytes
};

/// The temporary name of a file: hidden, in the same directory, with the process number, so that
/// two runs into one directory do not collide.
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Syncs a closed file to disk and renames it to `path`, replacing an older file atomically.
void rename_durably(const std::filesystem::path& temporary, const std::filesystem::path& path);

/// Writes `text` as the file `path`.
void write_whole_file(const std::filesystem::path& path, std::string_view text);

/// Creates the directory `path` with its parents if missing; throws DirectoryError unless files can
/// be created in it.
void make_directory(const std::filesystem::path& path);

}  // namespace pleuel
