// A folder that contains one result.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pleuel/base/manifest.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel {

/// Files are written to a hidden folder and replace the older result together in `commit`; files of
/// the older result that the new one lacks are removed. Without a commit, the older result stays
/// unchanged.
///
///     DIR/.pleuel-PID.tmp/   where files are written
///     DIR/.pleuel-new/       the same, complete; its files are moved into place
///     DIR/manifest.json      lists the files of the result and the command that wrote them
///     DIR/partial/           the remains of a failed write, if there is an older, complete result
///     DIR/checkpoint/        of a run that is not complete (RunSaver)
///
/// A program that ends while it moves files into place leaves .pleuel-new; the next program
/// completes this first. Remains of other programs are removed: the folder is locked, so they no
/// longer run. Files of versions without manifests are recognised by their names.
class OutputFolder {
 public:
  /// What to do with a folder that contains foreign files or the result of another command.
  enum class Foreign {
    refuse,
    leave  ///< foreign files stay; the result of another command is replaced
  };

  /// Creates the folder if it is missing. Throws DirectoryError if it cannot be created, is
  /// refused, or is in use by another program.
  OutputFolder(std::filesystem::path path, std::string command, Foreign foreign);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// The folder for the files of the result, with their final names.
  const std::filesystem::path& staging();
  /// Replaces the older result. Throws FileError; the older result is then complete.
  void commit();
  /// After a failed write: moves the remains to DIR/partial if there is an older result, which
  /// stays. Returns where they are.
  std::string keep_partial();

 private:
  void lock();
  void finish_commit();
  void examine(Foreign foreign);
  bool is_own(const std::string& name) const;
  void remove_leftovers() const;
  std::vector<std::string> staged() const;
  void write_manifest() const;
  void write_stale() const;

  std::filesystem::path path_, staging_;
  std::string command_;
  std::vector<std::string> older_;  // names of the older result
  bool has_partial_ = false;        // a folder partial/ written by Pleuel
  bool is_made_here_ = false;
  int descriptor_ = -1;  // of the folder: holds the lock
};

}  // namespace pleuel
