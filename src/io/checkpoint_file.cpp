#include "pleuel/io/checkpoint_file.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "pleuel/base/input_file.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/base/state_stream.hpp"
#include "pleuel/base/word_hash.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel {
namespace {

namespace fs = std::filesystem;

// A file is: magic, format, number of words of the content, content, checksum of all before.
constexpr std::uint64_t magic = 0x54504B434C454C50u;  // "PLELCKPT" in memory
constexpr std::uint64_t checkpoint_format = 3;
constexpr std::size_t head_words = 3, frame_words = head_words + 1;
constexpr std::size_t word_bytes = sizeof(std::uint64_t);

std::string_view bytes_of(const std::vector<std::uint64_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * word_bytes};
}

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw CheckpointError("the checkpoint '" + path.string() + "' " + why);
}

// Hash of the running program; empty if the system does not show it.
std::string program_hash() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  if (!file) return {};
  WordHash hash;
  std::vector<std::uint64_t> block(1 << 15);
  while (file) {
    std::fill(block.begin(), block.end(), 0);
    file.read(reinterpret_cast<char*>(block.data()), static_cast<std::streamsize>(block.size() * word_bytes));
    if (file.gcount() > 0) hash.add(block.data(), block.size());
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash.value()));
  return text;
}

}  // namespace

RunIdentity identity_of(const RunPlan& plan, const std::string& version) {
  return {.version = version,
          .program = program_hash(),
          .case_name = plan.problem->name,
          .content = plan.problem_case.content,
          .formulation = plan.names.formulation.name,
          .method = plan.names.method.name,
          .n_unknowns = plan.dae.n_unknowns()};
}

std::vector<std::string> differences(const RunIdentity& saved, const RunIdentity& present) {
  std::vector<std::string> list;
  const auto compare = [&](const char* what, const std::string& then, const std::string& now) {
    if (then != now)
      list.push_back(std::string(what) + " was '" + then + "' when it was written, and is '" + now + "' now");
  };
  compare("the version of Pleuel", saved.version, present.version);
  if (saved.program != present.program && saved.version == present.version)
    list.emplace_back("the program is another build than the one that wrote it");
  compare("the case", saved.case_name, present.case_name);
  if (saved.content != present.content)
    list.emplace_back("the model file, a mesh or another file of the case has changed since it was written");
  compare("the formulation", saved.formulation, present.formulation);
  compare("the method", saved.method, present.method);
  compare("the number of unknowns", std::to_string(saved.n_unknowns), std::to_string(present.n_unknowns));
  return list;
}

void write_checkpoint(const fs::path& path, const Checkpoint& checkpoint) {
  StateWriter content;
  Checkpoint::state_of(checkpoint, content);
  std::vector<std::uint64_t> head = {magic, checkpoint_format, content.words().size()};
  WordHash hash;
  hash.add(head.data(), head.size());
  hash.add(content.words().data(), content.words().size());
  WholeFile file(path);
  file.write(bytes_of(head));
  file.write(bytes_of(content.words()));
  file.write(bytes_of({hash.value()}));
  file.commit();
}

Checkpoint read_checkpoint(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) refuse(path, "cannot be read: " + error.message());
  if (size == 0) refuse(path, "is empty");
  std::vector<std::uint64_t> words((size + word_bytes - 1) / word_bytes, 0);
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(size)))
    refuse(path, std::string("cannot be read: ") + std::strerror(errno));
  if (words[0] != magic) refuse(path, "is not a checkpoint of Pleuel: it begins with other bytes");
  if (words.size() >= 2 && words[1] != checkpoint_format)
    refuse(path, "has format " + std::to_string(words[1]) + ", but this version of Pleuel reads format " +
                     std::to_string(checkpoint_format) + "; continue with the version that wrote it");
  const bool has_head = size >= frame_words * word_bytes;
  if (!has_head || words[2] > words.size() || size < (words[2] + frame_words) * word_bytes)
    refuse(path, "is truncated: it has " + std::to_string(size) + " bytes" +
                     (has_head && words[2] < (std::uint64_t{1} << 60)
                          ? " of " + std::to_string((words[2] + frame_words) * word_bytes)
                          : std::string()));
  if (size != (words[2] + frame_words) * word_bytes)
    refuse(path, "is damaged: it is longer than its content");
  WordHash hash;
  hash.add(words.data(), words.size() - 1);
  if (hash.value() != words.back()) refuse(path, "is damaged: its checksum does not fit its content");
  StateReader content({words.begin() + head_words, words.end() - 1});
  Checkpoint checkpoint;
  try {
    Checkpoint::state_of(checkpoint, content);
  } catch (const StateMismatch& mismatch) {
    refuse(path, std::string("cannot be read: ") + mismatch.what());
  }
  return checkpoint;
}

fs::path checkpoint_name(long number) {
  char name[32];
  std::snprintf(name, sizeof name, "mark-%08ld.state", number);
  return name;
}

std::vector<fs::path> checkpoints_in(const fs::path& folder) {
  std::vector<fs::path> list;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("mark-") && name.ends_with(".state")) list.push_back(entry.path());
  }
  std::sort(list.rbegin(), list.rend());
  return list;
}

}  // namespace pleuel
