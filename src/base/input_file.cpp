#include "pleuel/base/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace pleuel {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

[[noreturn]] void refuse(const std::string& path, const InputKind& kind, const std::string& why) {
  throw UnreadableFile("the " + std::string(kind.name) + " '" + path + "' " + why);
}

}  // namespace

std::string read_input_file(const std::string& path, const InputKind& kind) {
  // Without O_NONBLOCK, opening a named pipe would block.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.number() < 0)
    refuse(path, kind,
           std::string("cannot be opened: ") + std::strerror(errno) +
               "; check its name and that it may be read");
  struct stat about = {};
  if (fstat(file.number(), &about) != 0)
    refuse(path, kind, std::string("cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(about.st_mode))
    refuse(path, kind, std::string("is ") + kind_of(about.st_mode) + "; give a regular file");
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size > kind.most_bytes)
    refuse(path, kind,
           "has " + std::to_string(size) + " bytes, but may have " + std::to_string(kind.most_bytes));
  std::string bytes(size, '\0');
  std::size_t n_read = 0;
  while (n_read < size) {
    const ssize_t n = read(file.number(), bytes.data() + n_read, size - n_read);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse(path, kind, std::string("cannot be read: ") + std::strerror(errno));
    if (n == 0) break;  // the file was truncated meanwhile
    n_read += static_cast<std::size_t>(n);
  }
  bytes.resize(n_read);
  return bytes;
}

std::uint64_t content_hash(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // offset basis and prime of FNV-1a
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string content_text(const std::vector<SourceFile>& files) {
  if (files.empty()) return {};
  std::string all;
  for (const SourceFile& file : files) all += std::to_string(file.hash) + "\n";
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(content_hash(all)));
  return text;
}

}  // namespace pleuel
