#include "pleuel/sweep/row_journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

#include "pleuel/base/state_stream.hpp"
#include "pleuel/base/word_hash.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel::sweep {
namespace {

namespace fs = std::filesystem;
// A frame is: magic, number of words of the row, their checksum, the row.
constexpr std::uint64_t magic = 0x574f524c454c5045u;
constexpr std::size_t head_words = 3, word_bytes = sizeof(std::uint64_t);
constexpr std::uint64_t most_words = std::uint64_t{1} << 32;

double clock_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::uint64_t hash_of(const std::vector<std::uint64_t>& words) {
  WordHash hash;
  hash.add(words.data(), words.size());
  return hash.value();
}

// The words of the frame at the file's position; empty at the end, or if it is incomplete.
std::optional<std::vector<std::uint64_t>> next_frame(std::ifstream& file) {
  std::uint64_t head[head_words];
  if (!file.read(reinterpret_cast<char*>(head), sizeof head)) return std::nullopt;
  if (head[0] != magic || head[1] > most_words) return std::nullopt;
  std::vector<std::uint64_t> words;
  // In parts, so that a damaged length does not take all memory.
  constexpr std::uint64_t part = 1 << 16;
  while (words.size() < head[1]) {
    const std::uint64_t n = std::min(part, head[1] - words.size());
    words.resize(words.size() + n);
    if (!file.read(reinterpret_cast<char*>(words.data() + words.size() - n),
                   static_cast<std::streamsize>(n * word_bytes)))
      return std::nullopt;
  }
  if (words.empty() || hash_of(words) != head[2]) return std::nullopt;
  return words;
}

}  // namespace

RowJournal::RowJournal(const fs::path& folder) {
  char host[65] = "host";
  (void)gethostname(host, sizeof host - 1);
  std::string name = host;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '-');
  for (int k = 0; descriptor_ < 0; ++k) {
    path_ = folder / (name + "-" + std::to_string(getpid()) + "-" + std::to_string(k) + ".rows");
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST)
      throw FileError("cannot create '" + path_.string() + "': " + std::strerror(errno));
  }
  synced_ = clock_now();
}

RowJournal::~RowJournal() {
  (void)fdatasync(descriptor_);
  close(descriptor_);
}

void RowJournal::append(const Row& row) {
  StateWriter content;
  content(row);
  const auto& words = content.words();
  std::vector<std::uint64_t> frame = {magic, words.size(), hash_of(words)};
  frame.insert(frame.end(), words.begin(), words.end());
  const char* next = reinterpret_cast<const char*>(frame.data());
  for (std::size_t left = frame.size() * word_bytes; left > 0;) {
    const ssize_t n = ::write(descriptor_, next, left);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw FileError("cannot write '" + path_.string() + "': " + std::strerror(errno));
    next += n;
    left -= static_cast<std::size_t>(n);
  }
  constexpr double sync_seconds = 1;
  if (const double now = clock_now(); now > synced_ + sync_seconds) {
    (void)fdatasync(descriptor_);
    synced_ = now;
  }
}

std::vector<fs::path> journals_in(const fs::path& folder) {
  std::vector<fs::path> list;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".rows") list.push_back(entry.path());
  std::ranges::sort(list);
  return list;
}

void scan_journal(const fs::path& path, const std::function<void(long task, std::uint64_t offset)>& found) {
  std::ifstream file(path, std::ios::binary);
  std::uint64_t offset = 0;
  while (const auto words = next_frame(file)) {
    found(static_cast<long>(words->front()), offset);
    offset += (head_words + words->size()) * word_bytes;
  }
}

Row read_row(const fs::path& path, std::uint64_t offset) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  auto words = next_frame(file);
  if (!words) throw FileError("cannot read a row of '" + path.string() + "'");
  Row row;
  try {
    StateReader(std::move(*words))(row);
  } catch (const StateMismatch& error) {
    throw FileError("'" + path.string() + "' was written by another version of Pleuel: " + error.what());
  }
  return row;
}

std::optional<long> last_task(const fs::path& path) {
  std::optional<long> last;
  scan_journal(path, [&](long task, std::uint64_t) { last = task; });
  return last;
}

}  // namespace pleuel::sweep
