#include "pleuel/io/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace pleuel {
namespace {

constexpr std::size_t buffer_size = 1 << 16;  // bytes; one system call for many rows

std::filesystem::path directory_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

// A new name is durable once its directory is synced; file systems that cannot sync directories
// keep it anyway.
void sync_directory(const std::filesystem::path& path) {
  const int directory = open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  fsync(directory);
  close(directory);
}

[[noreturn]] void fail_at(const char* doing, const std::filesystem::path& path) {
  throw FileError("cannot " + std::string(doing) + " '" + path.string() + "': " + std::strerror(errno));
}

}  // namespace

WholeFile::WholeFile(std::filesystem::path path) : path_(std::move(path)) {
  temporary_ = temporary_name(path_);
  descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("create");
  buffer_.reserve(buffer_size);
}

WholeFile::~WholeFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  unlink(temporary_.c_str());
}

void WholeFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush();
}

void WholeFile::commit() {
  flush();
  if (fsync(descriptor_) != 0) fail("sync");
  if (rename(temporary_.c_str(), path_.c_str()) != 0) fail("rename");
  close(descriptor_);
  descriptor_ = -1;
  sync_directory(path_);
}

void WholeFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t n = ::write(descriptor_, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int reason = errno;
      keep_whole_lines(buffer_.size() - rest.size());
      errno = reason;
      fail("write");
    }
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  n_written_ += static_cast<off_t>(buffer_.size());
  buffer_.clear();
}

void WholeFile::keep_whole_lines(std::size_t n_taken) {
  const auto last = std::string_view(buffer_).substr(0, n_taken).rfind('\n');
  const std::size_t n_kept = last == std::string_view::npos ? 0 : last + 1;
  n_written_ += static_cast<off_t>(n_kept);
  buffer_.clear();
  if (ftruncate(descriptor_, n_written_) == 0) lseek(descriptor_, n_written_, SEEK_SET);
}

void WholeFile::fail(const char* doing) const { fail_at(doing, path_); }

std::filesystem::path temporary_name(const std::filesystem::path& path) {
  return directory_of(path) / ("." + path.filename().string() + "." + std::to_string(getpid()) + ".tmp");
}

void rename_durably(const std::filesystem::path& temporary, const std::filesystem::path& path) {
  const int descriptor = open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail_at("open", path);
  const bool is_synced = fsync(descriptor) == 0;
  close(descriptor);
  if (!is_synced) fail_at("sync", path);
  if (rename(temporary.c_str(), path.c_str()) != 0) fail_at("rename", path);
  sync_directory(path);
}

void write_whole_file(const std::filesystem::path& path, std::string_view text) {
  WholeFile file(path);
  file.write(text);
  file.commit();
}

void make_directory(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw DirectoryError("cannot make the directory '" + path.string() + "': " + error.message());
  if (!std::filesystem::is_directory(path, error)) {
    throw DirectoryError("cannot make the directory '" + path.string() + "': a file of that name is there");
  }
  if (access(path.c_str(), W_OK | X_OK) != 0) {
    throw DirectoryError("cannot write into the directory '" + path.string() + "': " + std::strerror(errno));
  }
}

}  // namespace pleuel
