// The file of a checkpoint.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// Thrown if a checkpoint cannot be used; the message contains its name and the reason.
class CheckpointError : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// What a run must have in common with the one that it continues.
struct RunIdentity {
  std::string version;  ///< of Pleuel
  std::string program;  ///< hash of the program file; empty if it could not be read
  std::string case_name;
  std::string content;  ///< hash of the files of the case (Case::content)
  std::string formulation, method;
  int n_unknowns = 0;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream.section("identity");
    stream(self.version, self.program, self.case_name, self.content, self.formulation, self.method,
           self.n_unknowns);
  }
};
RunIdentity identity_of(const RunPlan& plan, const std::string& version);

/// The differences in words, one sentence each; empty if there are none.
std::vector<std::string> differences(const RunIdentity& saved, const RunIdentity& present);

/// A run at one of its marks.
struct Checkpoint {
  RunIdentity identity;
  std::vector<std::uint64_t> request;  ///< of the program that wrote it, in its own words
  std::uint64_t run = 0;               ///< number of the run, also in its journal
  long number = 0;                     ///< of the file
  double t = 0;
  std::uint64_t journal_words = 0, journal_hash = 0;  ///< of the journal up to the mark
  std::vector<std::uint64_t> state;

  template <class Self, class Stream>
  static void state_of(Self& self, Stream& stream) {
    stream(self.identity);
    stream.section("request");
    stream(self.request, self.run, self.number, self.t, self.journal_words, self.journal_hash);
    stream.section("state");
    stream(self.state);
  }
};

/// Writes the file whole: under a temporary name, synced, then renamed. Throws FileError.
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
/// Throws CheckpointError if the file is missing, truncated, damaged, of another format or not a
/// checkpoint.
Checkpoint read_checkpoint(const std::filesystem::path& path);

/// Folder of the checkpoints inside the folder of a result.
inline constexpr const char* checkpoint_folder = "checkpoint";
/// The checkpoint files in this folder, newest first.
std::vector<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder);
/// The name of a checkpoint's file.
std::filesystem::path checkpoint_name(long number);

}  // namespace pleuel
