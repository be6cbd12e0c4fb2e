// Rows in a file that outlives its process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "pleuel/sweep/row.hpp"

namespace pleuel::sweep {

/// Appends rows to a file of its own: each row is one write, framed by its length and a checksum. A
/// process that is killed leaves all rows that it wrote; an incomplete last one is ignored when the
/// file is read. The disk is synced once a second and at the end.
class RowJournal {
 public:
  /// Creates a new file in the folder, with a name that no other process has. Throws FileError.
  explicit RowJournal(const std::filesystem::path& folder);
  ~RowJournal();
  RowJournal(const RowJournal&) = delete;
  RowJournal& operator=(const RowJournal&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Throws FileError.
  void append(const Row& row);

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  double synced_ = 0;  // s, on the clock
};

/// Where a row is: number of the file in a list, and offset of its frame in bytes.
struct RowPlace {
  std::uint32_t file = 0;
  std::uint64_t offset = 0;
};

/// The journals of a folder, by name.
std::vector<std::filesystem::path> journals_in(const std::filesystem::path& folder);

/// Calls `found` with the task and the offset of each complete row, in order.
void scan_journal(const std::filesystem::path& path,
                  const std::function<void(long task, std::uint64_t offset)>& found);

/// Throws FileError.
Row read_row(const std::filesystem::path& path, std::uint64_t offset);

/// The task of the last complete row; empty if there is none.
std::optional<long> last_task(const std::filesystem::path& path);

}  // namespace pleuel::sweep
