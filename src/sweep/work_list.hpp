// The work list of a study, which any engine can execute.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pleuel/io/checkpoint_file.hpp"
#include "pleuel/sweep/row.hpp"
#include "pleuel/sweep/row_journal.hpp"
#include "pleuel/sweep/study.hpp"

namespace pleuel::sweep {

/// The folder of the work list and the journals, inside the folder of the result.
inline constexpr const char* work_folder_name = "work";
std::filesystem::path work_folder(const std::filesystem::path& result);

/// What a worker needs: the study, and the program and files it was planned with. Task i of the
/// list follows from the study and i, so the list need not name each. Share k of N has the tasks i
/// with i mod N = k − 1.
struct WorkList {
  std::string study_path, study_text;
  std::string folder;    ///< in which paths of the study are valid
  RunIdentity identity;  ///< of a run with the fixed values
  long n_runs = 0, n_twins = 0;
};

bool has_work_list(const std::filesystem::path& result);
/// Creates the folder if necessary. Throws FileError.
void write_work_list(const std::filesystem::path& result, const WorkList& list);
/// Throws InvalidInput.
WorkList read_work_list(const std::filesystem::path& result);
/// Removes the list and all rows.
void remove_work(const std::filesystem::path& result);

/// The list of a study. Throws as checked_plan.
WorkList make_work_list(const Catalogue& catalogue, const Study& study, const std::string& version);

/// One sentence per difference that makes rows of one list useless for the other.
std::vector<std::string> differences(const WorkList& saved, const WorkList& present);

/// Where the rows of all tasks are.
class RowIndex {
 public:
  /// Reads the journals of the work folder.
  RowIndex(const std::filesystem::path& result, long n_tasks);

  long n_done() const { return n_done_; }
  bool has(long task) const { return places_[task].file != none; }
  /// Tasks without a row that belong to share `share` of `n_shares`.
  std::vector<long> missing(long share = 1, long n_shares = 1) const;
  /// Throws FileError.
  Row row(long task) const;
  /// Tasks of which two rows differ: another machine, or a changed program.
  const std::vector<long>& conflicts() const { return conflicts_; }
  /// Rows beyond the first of their task.
  long n_repeated() const { return n_repeated_; }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;

  std::vector<std::filesystem::path> files_;
  std::vector<RowPlace> places_;
  long n_done_ = 0, n_repeated_ = 0;
  std::vector<long> conflicts_;
};

/// "3, 17–20, 41", shortened.
std::string numbers_text(const std::vector<long>& numbers);

}  // namespace pleuel::sweep
