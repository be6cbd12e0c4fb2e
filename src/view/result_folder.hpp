// The files of a result that may be served to a browser.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pleuel/view/descriptor.hpp"
#include "pleuel/view/http_request.hpp"

namespace pleuel {

/// A regular file that may be served.
struct ServedFile {
  Descriptor descriptor;
  long size = 0;  ///< bytes
  std::string content_type;
};

/// A folder with pages (*.html), or a single page; then nothing else of its folder is served. In a
/// folder with a manifest, only the files listed there are served, because others do not belong to
/// the result.
///
/// A file is opened segment by segment from the folder without following symbolic links, so that
/// neither a link nor a replaced folder leads outside. Only files with a known content type are
/// served.
class ResultFolder {
 public:
  /// Throws InvalidInput if it does not exist or contains no page, with the command that writes
  /// one.
  explicit ResultFolder(const std::filesystem::path& result);

  /// The current pages in the folder itself, run.html, report.html and modes.html first.
  std::vector<std::string> pages() const;

  /// `path` is not empty. 403: not allowed; 404: does not exist.
  std::variant<ServedFile, HttpRefusal> open(const RequestPath& path) const;

 private:
  std::filesystem::path path_;
  Descriptor folder_;
  std::optional<std::string> only_;  ///< the only served page
};

}  // namespace pleuel
