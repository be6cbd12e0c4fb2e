#include "pleuel/io/output_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace pleuel {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const char stale_name[] = ".stale";  // in .pleuel-new: files to remove from the folder
const char partial_name[] = "partial";
const char checkpoints_name[] = "checkpoint";  // RunSaver looks after it
const char work_name[] = "work";               // of a sweep: its work list and rows
const char pages_name[] = "pages";             // of a sweep: pages of runs

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// NAME_00000.vtu
bool is_picture(const std::string& name) {
  const auto line = name.rfind('_');
  return name.ends_with(".vtu") && line != std::string::npos &&
         is_number(name.substr(line + 1, name.size() - line - 5));
}

/// Files of a command, also from versions without manifests.
bool is_name_of(const std::string& command, const std::string& name) {
  static const std::map<std::string, std::vector<std::string>> fixed = {
      {"run", {"run.json", "run.html", "trajectory.csv", "trajectory.h5"}},
      {"bench", {"bench.csv", "bench.json", "report.html"}},
      {"material", {"curve.csv", "curve.svg", "material.json"}},
      {"advise", {"advice.json", "advice.csv"}},
      {"sweep", {"runs.csv", "runs.h5", "sweep.json", "report.html"}}};
  if (command == "run" && (name.ends_with(".pvd") || is_picture(name))) return true;
  if (command == "bench" && name.ends_with(".svg")) return true;
  const auto blank = command.find(' ');  // "table NAME"
  if (blank != std::string::npos) {
    const std::string table = command.substr(blank + 1);
    return name == table + ".json" || name == table + ".txt";
  }
  const auto known = fixed.find(command);
  return known != fixed.end() && contains(known->second, name);
}

/// NAME of ".NAME.PID.tmp"; empty for other names.
std::string name_of_temporary(const std::string& name) {
  if (!name.starts_with('.') || !name.ends_with(".tmp")) return {};
  const std::string inner = name.substr(1, name.size() - 5);
  const auto dot = inner.rfind('.');
  return dot != std::string::npos && is_number(inner.substr(dot + 1)) ? inner.substr(0, dot) : "";
}

/// ".pleuel-PID.tmp"
bool is_staging(const std::string& name) {
  return name.starts_with(".pleuel-") && name.ends_with(".tmp") && name.size() > 12 &&
         is_number(name.substr(8, name.size() - 12));
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator it(folder, error);
  for (; !error && it != fs::directory_iterator(); it.increment(error))
    names.push_back(it->path().filename().string());
  std::ranges::sort(names);
  return names;
}

/// True if the folder contains only files of a result, apart from hidden files.
bool is_own_folder(const fs::path& folder, const std::string& command) {
  return std::ranges::all_of(names_in(folder), [&](const std::string& name) {
    return name.starts_with('.') || name == manifest_name || is_name_of(command, name);
  });
}

void remove_quietly(const fs::path& path) {
  std::error_code none;
  fs::remove_all(path, none);
}

void rename_or_throw(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0)
    throw FileError("cannot put '" + to.string() + "' in place: " + std::strerror(errno));
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (is_plain_name(line)) lines.push_back(line);
  return lines;
}

}  // namespace

OutputFolder::OutputFolder(fs::path path, std::string command, Foreign foreign)
    : path_(std::move(path)), command_(std::move(command)) {
  std::error_code none;
  is_made_here_ = !fs::exists(path_, none);
  make_directory(path_);
  lock();
  try {
    finish_commit();
    examine(foreign);
    if (descriptor_ >= 0) remove_leftovers();
  } catch (...) {
    if (descriptor_ >= 0) close(descriptor_);
    throw;
  }
}

OutputFolder::~OutputFolder() {
  if (!staging_.empty()) remove_quietly(staging_);
  std::error_code none;
  if (is_made_here_) fs::remove(path_, none);  // if it is empty
  if (descriptor_ >= 0) close(descriptor_);
}

// Not every file system supports such locks: there, concurrent programs are not detected, and
// nothing is removed.
void OutputFolder::lock() {
  descriptor_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const bool is_taken = errno == EWOULDBLOCK;
  close(descriptor_);
  descriptor_ = -1;
  if (is_taken)
    throw DirectoryError("another run is writing into the directory '" + path_.string() +
                         "'; wait for its end, or give another directory");
}

bool OutputFolder::is_own(const std::string& name) const {
  return contains(older_, name) || is_name_of(command_, name);
}

void OutputFolder::examine(Foreign foreign) {
  const auto manifest = read_manifest(path_);
  if (manifest) older_ = manifest->files;
  std::vector<std::string> others;
  const std::vector<std::string> names = names_in(path_);
  const bool has_bench = contains(names, "bench.csv");
  for (const std::string& name : names) {
    // hidden files are not part of a result
    if (name.starts_with('.') || contains(older_, name)) continue;
    if (manifest && name == manifest_name) continue;
    if (name == partial_name && is_own_folder(path_ / name, command_)) {
      has_partial_ = true;
      continue;
    }
    if (command_ == "run" && name == checkpoints_name) continue;
    if (command_ == "sweep" && (name == work_name || name == pages_name)) continue;
    const bool is_known = is_name_of(command_, name) && (has_bench || command_ != "bench");
    (!manifest && is_known ? older_ : others).push_back(name);
  }
  if (foreign == Foreign::leave) return;
  if (manifest && manifest->command != command_)
    throw DirectoryError("the directory '" + path_.string() + "' holds the result of 'pleuel " +
                         manifest->command +
                         "'; give another directory, or --force, which replaces that result");
  if (others.empty()) return;
  std::string shown;
  constexpr std::size_t most = 3;
  for (std::size_t i = 0; i < std::min(others.size(), most); ++i)
    shown += (i == 0 ? "'" : ", '") + others[i] + "'";
  if (others.size() > most) shown += " and " + std::to_string(others.size() - most) + " more";
  throw DirectoryError("the directory '" + path_.string() + "' holds other files than results of 'pleuel " +
                       command_ + "': " + shown +
                       "; give another directory, or --force, which leaves them there");
}

void OutputFolder::remove_leftovers() const {
  for (const std::string& name : names_in(path_)) {
    const std::string inner = name_of_temporary(name);
    if (is_staging(name) || name == new_result_name || (!inner.empty() && is_own(inner)))
      remove_quietly(path_ / name);
  }
}

const fs::path& OutputFolder::staging() {
  if (staging_.empty()) staging_ = path_ / (".pleuel-" + std::to_string(getpid()) + ".tmp");
  if (has_partial_) remove_quietly(path_ / partial_name);  // frees its disk space
  has_partial_ = false;
  make_directory(staging_);
  return staging_;
}

std::vector<std::string> OutputFolder::staged() const {
  std::vector<std::string> names = names_in(staging_);
  std::erase_if(names,
                [](const std::string& name) { return name.starts_with('.') || name == manifest_name; });
  return names;
}

void OutputFolder::write_manifest() const {
  const Json json = {{"pleuel_result", 1}, {"command", command_}, {"files", staged()}};
  write_whole_file(staging_ / manifest_name, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void OutputFolder::commit() {
  (void)staging();
  write_manifest();
  write_stale();
  older_ = staged();
  // from here on the new result is valid
  rename_or_throw(staging_, path_ / new_result_name);
  staging_.clear();
  is_made_here_ = false;
  finish_commit();
}

void OutputFolder::write_stale() const {
  const std::vector<std::string> names = staged();
  std::string stale;
  for (const std::string& name : older_)
    if (!contains(names, name)) stale += name + "\n";
  write_whole_file(staging_ / stale_name, stale);
}

void OutputFolder::finish_commit() {
  const fs::path from = path_ / new_result_name;
  if (!read_manifest(from)) return;
  for (const std::string& name : lines_of(from / stale_name)) ::unlink((path_ / name).c_str());
  for (const std::string& name : names_in(from))
    if (!name.starts_with('.') && name != manifest_name) rename_or_throw(from / name, path_ / name);
  rename_durably(from / manifest_name, path_ / manifest_name);
  remove_quietly(from);
}

std::string OutputFolder::keep_partial() {
  const bool has_older = !older_.empty();
  try {
    if (!has_older) {
      commit();
      return "what could be written is in '" + path_.string() + "'";
    }
    write_manifest();
  } catch (const FileError&) {
    // There may be no space for a manifest.
  }
  const fs::path partial = path_ / partial_name;
  rename_or_throw(staging_, partial);
  staging_.clear();
  is_made_here_ = false;
  return (has_older ? "the older result in '" + path_.string() + "' stays as it was; " : "") +
         "what could be written is in '" + partial.string() + "'";
}

}  // namespace pleuel
