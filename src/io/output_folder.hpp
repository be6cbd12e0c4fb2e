// A folder that holds one result.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pleuel/base/manifest.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel {

/// Files are written into a hidden folder beside the older result and take its place together, by
/// `commit`: what the older one had and the new one has not is removed. Until then, and without a
/// commit, the older result stays as it was.
///
///     DIR/.pleuel-PID.tmp/   where files are written
///     DIR/.pleuel-new/       the same, whole; its files are put in place, then it is removed
///     DIR/manifest.json      names the files of the result, and the command that wrote them
///     DIR/partial/           what a failed write left of a result, where an older one is whole
///
/// A program that dies while it puts files in place leaves .pleuel-new; the next one into the
/// folder finishes that first. What others left behind is removed: the folder is locked, so they
/// are no longer there. Files written by versions without manifests are known by their names.
class OutputFolder {
 public:
  /// What to do with a folder that holds files of others, or the result of another command.
  enum class Foreign {
    refuse,
    leave  ///< files of others stay; the result of another command is replaced
  };

  /// Makes the folder where it is missing. Throws DirectoryError where it cannot be had, is
  /// refused, or another program writes into it.
  OutputFolder(std::filesystem::path path, std::string command, Foreign foreign);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// Where the files of the result are written, by their own names.
  const std::filesystem::path& staging();
  /// Replaces the older result. Throws FileError; the older result is whole then.
  void commit();
  /// After a failed write: what there is stands in DIR/partial where there is an older result,
  /// which stays. Says where it is.
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
  bool has_partial_ = false;        // a folder partial/ of ours
  bool is_made_here_ = false;
  int descriptor_ = -1;  // of the folder: holds the lock
};

}  // namespace pleuel
