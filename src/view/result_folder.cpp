#include "pleuel/view/result_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "pleuel/base/error.hpp"
#include "pleuel/base/manifest.hpp"

namespace pleuel {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<const char*, const char*>, 9> content_types = {{
    {".html", "text/html; charset=utf-8"},
    {".json", "application/json"},
    {".csv", "text/csv; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".h5", "application/x-hdf5"},
    {".pvd", "application/xml"},
    {".vtu", "application/xml"},
}};

constexpr std::array first_pages = {"run.html", "report.html", "modes.html"};

const char* content_type_of(const std::string& name) {
  const std::string ending = fs::path(name).extension().string();
  for (const auto& [known, type] : content_types)
    if (ending == known) return type;
  return nullptr;
}

bool is_page(const fs::directory_entry& entry) {
  std::error_code none;
  const std::string name = entry.path().filename().string();
  return name.front() != '.' && entry.path().extension() == ".html" && !entry.is_symlink(none) &&
         entry.is_regular_file(none);
}

// A result without a manifest is from an earlier version: all files of its folder count.
bool is_in(const std::optional<Manifest>& manifest, const std::string& name) {
  return !manifest || std::ranges::find(manifest->files, name) != manifest->files.end();
}

[[noreturn]] void refuse(const fs::path& result, const std::string& why) {
  throw InvalidInput(
      "'" + result.string() + "' " + why +
      "; give the folder that 'pleuel run CASE --out DIR' (DIR/run.html) or 'pleuel bench CASE... --out DIR' "
      "(DIR/report.html) wrote, or one page of it");
}

}  // namespace

ResultFolder::ResultFolder(const fs::path& result) : path_(result) {
  std::error_code none;
  const auto kind = fs::status(result, none).type();
  if (kind == fs::file_type::not_found) refuse(result, "does not exist");
  if (kind == fs::file_type::regular) {
    if (result.extension() != ".html") refuse(result, "is not a page: its name does not end with .html");
    path_ = result.has_parent_path() ? result.parent_path() : fs::path(".");
    only_ = result.filename().string();
  } else if (kind != fs::file_type::directory) {
    refuse(result, "is neither a folder nor a page, or may not be read");
  }
  folder_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder_.is_open()) refuse(result, "cannot be opened (" + std::generic_category().message(errno) + ")");
  if (!only_ && is_between_results(path_))
    refuse(result,
           "was left by a program that ended while it put a new result in place; run it again with the "
           "same --out");
  if (pages().empty()) refuse(result, only_ ? "is a symbolic link, or hidden" : "holds no page");
}

std::vector<std::string> ResultFolder::pages() const {
  std::vector<std::string> names;
  std::error_code error;
  if (only_) {
    if (is_page(fs::directory_entry(path_ / *only_, error))) names.push_back(*only_);
    return names;
  }
  const auto manifest = read_manifest(path_);
  fs::directory_iterator it(path_, error);
  for (; !error && it != fs::directory_iterator(); it.increment(error))
    if (is_page(*it) && is_in(manifest, it->path().filename().string()))
      names.push_back(it->path().filename().string());
  const auto rank = [](const std::string& name) {
    return std::pair(std::ranges::find(first_pages, name) - first_pages.begin(), name);
  };
  std::ranges::sort(names, {}, rank);
  return names;
}

std::variant<ServedFile, HttpRefusal> ResultFolder::open(const RequestPath& path) const {
  const HttpRefusal absent{404, "There is no such file in the result."};
  const char* type = content_type_of(path.back());
  if (only_ && (path.size() != 1 || path.front() != *only_)) return absent;
  if (const auto manifest = only_ ? std::nullopt : read_manifest(path_))
    if (path.size() != 1 || !is_in(manifest, path.front())) return absent;
  if (type == nullptr) return HttpRefusal{403, "Files of this kind are not served."};
  Descriptor at;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const int parent = i == 0 ? folder_.number() : at.number();
    // Without O_NONBLOCK, opening a named pipe would block.
    const int kind = i + 1 < path.size() ? O_DIRECTORY : O_NONBLOCK;
    Descriptor next(::openat(parent, path[i].c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind));
    if (!next.is_open()) {
      if (errno == ENOENT) return absent;
      struct stat about = {};
      const bool is_link =
          ::fstatat(parent, path[i].c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(about.st_mode);
      return HttpRefusal{403, is_link ? "Symbolic links are not followed." : "The file cannot be read."};
    }
    at = std::move(next);
  }
  struct stat about = {};
  if (::fstat(at.number(), &about) != 0 || !S_ISREG(about.st_mode))
    return HttpRefusal{403, "Only regular files are served."};
  return ServedFile{.descriptor = std::move(at), .size = about.st_size, .content_type = type};
}

}  // namespace pleuel
